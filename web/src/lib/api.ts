/** The HTTP side of the server. Every refusal is thrown as `Denied`, with a sentence for people. */

import type { Claimed, GameInfo, Guide, Invitation, Laid, MyTable, OpenTable, Room, Seat, Settings } from "./types";

export class Denied extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly status: number,
  ) {
    super(text);
  }
}

export interface NewTable {
  game: string;
  seats: number;
  name: string;
  bots?: number;
  options?: Record<string, string | number | boolean>;
  settings?: Partial<Settings>;
}

const UNREACHABLE = "The server does not answer. Check your connection, then try again.";

async function ask(method: "GET" | "POST", path: string, body?: unknown, headers: HeadersInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? headers : { ...headers, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Denied("unreachable", UNREACHABLE, 0);
  }
  if (response.ok) return response;
  const refusal = (await response.json().catch(() => ({}))) as { code?: string; text?: string };
  throw new Denied(refusal.code ?? "fault", refusal.text ?? "Something went wrong at the server.", response.status);
}

async function get<T>(path: string, headers: HeadersInit = {}): Promise<T> {
  return (await (await ask("GET", path, undefined, headers)).json()) as T;
}

async function post<T>(path: string, body: unknown = {}): Promise<T> {
  return (await (await ask("POST", path, body)).json()) as T;
}

const at = (table: string, what = ""): string => `/api/tables/${encodeURIComponent(table)}${what}`;

const invited = (invite: string): HeadersInit => (invite ? { "X-Mneme-Invite": invite } : {});

export const api = {
  games: () => get<GameInfo[]>("/api/games"),
  guide: (game: string) => get<Guide>(`/api/games/${encodeURIComponent(game)}/guide`),
  openTables: () => get<OpenTable[]>("/api/tables"),
  mine: () => get<MyTable[]>("/api/mine"),
  create: (table: NewTable) => post<Laid>("/api/tables", table),
  room: (table: string, invite = "") => get<Room>(at(table), invited(invite)),
  claim: (table: string, name: string, invite: string, seat?: Seat) =>
    post<Claimed>(at(table, "/claim"), { name, invite, ...(seat ? { seat } : {}) }),
  comeBack: (table: string, token: string) => post<unknown>(at(table, "/return"), { token }),
  leave: (table: string) => post<unknown>(at(table, "/leave")),
  handOver: (table: string) => post<Claimed>(at(table, "/handover")),
  bot: (table: string, seat: Seat, bot: boolean) => post<unknown>(at(table, "/bots"), { seat, bot }),
  closeSeat: (table: string, seat: Seat) => post<unknown>(at(table, "/close-seat"), { seat }),
  start: (table: string, fill: boolean) => post<unknown>(at(table, "/start"), { fill }),
  settings: (table: string, settings: Settings) => post<unknown>(at(table, "/settings"), settings),
  newInvite: (table: string) => post<Invitation>(at(table, "/invite")),
  archive: (table: string) => post<unknown>(at(table, "/archive")),
  exportAddress: (table: string, what: "mine" | "public" | "everything") => at(table, `/export?what=${what}`),
  text: async (table: string, invite = "") => (await ask("GET", at(table, "/text"), undefined, invited(invite))).text(),
};
