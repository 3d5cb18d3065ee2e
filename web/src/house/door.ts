/** What a newcomer may do at a table: sit down, look on, or neither, and the sentence that says so. */

import type { Room } from "../lib/types";
import { counted } from "./words";

export interface Door {
  text: string;
  /** Whether it makes sense to ask for a seat; the server has the last word. */
  seat: boolean;
  /** What looking on is called here; empty where nobody looks on. */
  lookOn: string;
}

export function doorOf(room: Room): Door {
  const seat = canSit(room);
  const watch = room.settings.spectators ?? true;
  const lookOn = !watch || room.state === "archived" ? "" : room.state === "over" ? "Read what happened" : "Look on";
  return { seat, lookOn, text: words(room, seat, lookOn !== "") };
}

function canSit({ state, seats }: Room): boolean {
  return (state === "open" || state === "playing") && seats.some(({ kind }) => kind !== "person");
}

function words({ state, seats }: Room, seat: boolean, watch: boolean): string {
  const empty = seats.filter(({ kind = "empty" }) => kind === "empty").length;
  if (state === "archived") return "This table was put away, and its seats are closed.";
  if (state === "over") return "The game is over, and its seats are closed.";
  if (!seat) return watch ? "Every seat is taken. You are welcome to look on." : "Every seat is taken, and nobody looks on here.";
  if (state === "playing") return "The game has begun. If a bot's seat is free, you can play on in its place.";
  return empty ? `${counted(empty, "seat")} ${empty === 1 ? "is" : "are"} free.` : "You can take the place of a bot.";
}
