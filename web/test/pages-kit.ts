/** A server of a few answers, and a table without a network, for tests of the pages. */

import { vi } from "vitest";
import type { Plug } from "../src/lib/connection";
import { TableStore } from "../src/lib/table.svelte";
import type { GameInfo, Room } from "../src/lib/types";

export const GAMES: GameInfo[] = [
  {
    name: "schizonauts",
    title: "Schizonauts",
    designers: "Fred Hicks",
    tagline: "Two people, one face.",
    blurb: "A thief, and the agent who lives through that thief's memories.",
    mood: "Paranoid.",
    players: "2 to 8 players.",
    time: "An evening.",
    content_notes: ["A drug everyone is made to take."],
    fewest: 2,
    most: 8,
    options: [
      {
        name: "edition",
        text: "Which rulebook?",
        values: ["game_chef", "revised"],
        words: ["The full Game Chef rules", "The shorter revised rules"],
        default: "game_chef",
      },
      { name: "length", text: "How long?", values: ["short", "long", "custom"], words: ["Short", "Long", "Your own"], default: "short" },
      { name: "rounds", text: "How many rounds?", values: [], words: [], default: 0 },
      { name: "downgrade", text: "Dice may be traded down.", values: [true, false], words: ["Yes", "No"], default: false },
    ],
  },
  {
    name: "utopolis",
    title: "Utopolis",
    designers: "Eric J. Boyd",
    tagline: "",
    blurb: "Detectives who cannot remember their own crime.",
    mood: "",
    players: "",
    time: "",
    content_notes: ["Crime and death."],
    fewest: 2,
    most: 8,
    options: [
      {
        name: "players",
        text: "How many?",
        values: ["one", "two_to_four", "five_or_more"],
        words: ["One", "2 to 4", "5 and more"],
        default: "two_to_four",
      },
    ],
  },
];

export interface Asked {
  request: string;
  body: unknown;
}

type Answer = unknown | (() => unknown);

/** Answer requests by "METHOD /path"; what is not listed never comes back. An `Error` is a network that is down. */
export function serve(answers: Record<string, Answer>): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    const request = `${init.method} ${path}`;
    asked.push({ request, body: init.body ? (JSON.parse(String(init.body)) as unknown) : undefined });
    if (!(request in answers)) return new Promise(() => undefined);
    const found = answers[request];
    const answer: unknown = typeof found === "function" ? (found as () => unknown)() : found;
    if (answer instanceof Error) return Promise.reject(answer);
    return Promise.resolve(answer instanceof Response ? answer : Response.json(answer));
  });
  return asked;
}

export function refusal(code: string, text: string, status = 409): Response {
  return Response.json({ code, text }, { status });
}

export function room(change: Partial<Room> = {}): Room {
  return {
    type: "room",
    table: "T",
    game: "schizonauts",
    title: "Schizonauts",
    state: "open",
    host: "a",
    you: "a",
    seats: [
      { seat: "a", name: "Ines", kind: "person", here: true },
      { seat: "b", kind: "bot" },
      { seat: "c" },
    ],
    options: {},
    settings: {},
    commitment: "",
    ...change,
  };
}

/** A table that has heard this about its room; what is said to it is kept in `said`. */
export function tableWith(heard: Room): { table: TableStore; said: { type: string }[] } {
  const said: { type: string }[] = [];
  const plug: Plug = {
    send: (text) => said.push(JSON.parse(text) as { type: string }),
    close: () => undefined,
    onopen: null,
    onmessage: null,
    onclose: null,
  };
  const table = new TableStore({ table: "T" }, () => plug);
  table.start();
  plug.onopen?.();
  plug.onmessage?.({ data: JSON.stringify({ type: "seated", protocol: 1, you: heard.you, seen: 0 }) });
  plug.onmessage?.({ data: JSON.stringify(heard) });
  return { table, said };
}
