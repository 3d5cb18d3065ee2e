/** A table for tests: a real store on a socket that the test speaks for. */

import type { Plug } from "../src/lib/connection";
import { TableStore } from "../src/lib/table.svelte";
import type { Line, Room, View } from "../src/lib/types";

export class Socket implements Plug {
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {}

  hears(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** What was sent of one type, without the ids. */
  said(type: string): Record<string, unknown>[] {
    return this.sent.filter((one) => one["type"] === type).map(({ id: _, ...said }) => said);
  }

  /** Answer the last command. */
  answers(outcome: { refused?: string } = {}): void {
    const id = this.sent.findLast((one) => "id" in one)?.["id"];
    this.hears(
      outcome.refused === undefined ? { type: "done", id } : { type: "refused", id, code: "illegal", text: outcome.refused },
    );
  }
}

export const ROOM: Room = {
  type: "room",
  table: "t1",
  game: "some",
  title: "Some game",
  state: "playing",
  host: "a",
  you: "a",
  seats: [
    { seat: "a", name: "Ada", kind: "person", here: true },
    { seat: "b", name: "Ben", kind: "person", here: true },
    { seat: "c", name: "Cleo", kind: "bot" },
  ],
  options: {},
  settings: {},
  commitment: "",
};

const VIEW: View = {
  game: "some",
  seat: "a",
  names: { a: "Ada", b: "Ben", c: "Cleo" },
  place: "",
  state: {},
  waiting: [],
  waiting_text: "",
  prompts: [],
  lines: [],
};

interface Laid {
  lines?: Line[];
  view?: Partial<View>;
  room?: Partial<Room>;
  earlier?: number;
  seen?: number;
}

export function sitDown({ lines = [], view = {}, room = {}, earlier = 0, seen = 0 }: Laid = {}): {
  table: TableStore;
  socket: Socket;
  room: (change: Partial<Room>) => void;
  tell: (...lines: Line[]) => void;
} {
  const socket = new Socket();
  const table = new TableStore({ table: "t1" }, () => socket);
  table.start();
  socket.onopen?.();
  const first = { ...ROOM, ...room };
  socket.hears({ type: "seated", protocol: 1, you: first.you, seen });
  socket.hears(first);
  socket.hears({ type: "view", n: 1, earlier, view: { ...VIEW, lines, ...view } });
  let n = 1;
  return {
    table,
    socket,
    room: (change) => socket.hears({ ...first, ...change }),
    tell: (...more) => socket.hears({ type: "frame", n: (n += 1), lines: more }),
  };
}
