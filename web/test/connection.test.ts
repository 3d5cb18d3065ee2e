import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection, type Outcome, type Plug, type Status } from "../src/lib/connection";
import type { FromServer } from "../src/lib/types";

class FakePlug implements Plug {
  static all: FakePlug[] = [];
  sent: Record<string, unknown>[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor() {
    FakePlug.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.closed = true;
  }

  hears(message: unknown): void {
    this.onmessage?.({ data: typeof message === "string" ? message : JSON.stringify(message) });
  }

  sits(): void {
    this.onopen?.();
    this.hears({ type: "seated", protocol: 1, you: "a", seen: 0 });
  }
}

const last = (): FakePlug => FakePlug.all.at(-1)!;

function connect(): { connection: Connection; heard: FromServer[]; statuses: Status[]; unreadable: () => number } {
  const heard: FromServer[] = [];
  const statuses: Status[] = [];
  let strange = 0;
  const listener = {
    heard: (message: FromServer) => void heard.push(message),
    changed: (status: Status) => void statuses.push(status),
    unreadable: () => void (strange += 1),
  };
  const connection = new Connection({ table: "t1" }, listener, () => new FakePlug(), sessionStorage);
  connection.start();
  return { connection, heard, statuses, unreadable: () => strange };
}

beforeEach(() => {
  vi.useFakeTimers();
  FakePlug.all = [];
  sessionStorage.clear();
});
afterEach(() => vi.useRealTimers());

describe("a connection", () => {
  it("sits down first, and says which frame it saw last when it comes back", () => {
    const { connection } = connect();
    last().sits();
    expect(last().sent[0]).toEqual({ type: "sit", table: "t1" });
    connection.n = 7;
    last().onclose?.({ code: 1006, reason: "" });
    vi.advanceTimersByTime(1_000);
    last().sits();
    expect(last().sent[0]).toEqual({ type: "sit", table: "t1", n: 7 });
  });

  it("keeps a command until it is answered, and sends it again after coming back, with the same id", async () => {
    const { connection } = connect();
    last().sits();
    const outcome = connection.command({ type: "pause" });
    const first = last().sent.at(-1)!;
    last().onclose?.({ code: 1006, reason: "" });
    vi.advanceTimersByTime(1_000);
    last().sits();
    expect(last().sent.at(-1)).toEqual(first);
    last().hears({ type: "done", id: first["id"] });
    await expect(outcome).resolves.toEqual({ done: true });
    expect(connection.unanswered).toBe(0);
  });

  it("holds what is said while there is no connection", () => {
    const { connection } = connect();
    void connection.command({ type: "pause" });
    expect(last().sent).toEqual([]);
    last().sits();
    expect(last().sent.at(-1)).toMatchObject({ type: "pause" });
  });

  it("remembers unanswered commands through a reload", () => {
    const before = connect();
    void before.connection.command({ type: "talk", mode: "say", text: "hello" });
    const after = connect();
    expect(after.connection.unanswered).toBe(1);
    last().sits();
    expect(last().sent.at(-1)).toMatchObject({ type: "talk", text: "hello" });
  });

  it("passes a refusal on, with its reason", async () => {
    const { connection } = connect();
    last().sits();
    const outcome = connection.command({ type: "take_back" });
    last().hears({ type: "refused", id: last().sent.at(-1)!["id"], code: "illegal", text: "Not now." });
    await expect(outcome).resolves.toEqual({ done: false, code: "illegal", text: "Not now.", rule: "" });
  });

  it("says again what was said too fast, or could not be kept just then", () => {
    const { connection } = connect();
    last().sits();
    let settled: Outcome | undefined;
    void connection.command({ type: "pause" }).then((outcome) => (settled = outcome));
    const said = last().sent.length;
    last().hears({ type: "refused", id: "", code: "limited", text: "Too fast." });
    vi.advanceTimersByTime(2_000);
    expect(last().sent.length).toBe(said + 1);
    expect(settled).toBeUndefined();
  });

  it("does not claim to be open when the other end has gone silent", () => {
    const { connection } = connect();
    last().sits();
    expect(connection.status).toBe("open");
    vi.advanceTimersByTime(20_000);
    expect(last().sent.at(-1)).toEqual({ type: "ping" });
    vi.advanceTimersByTime(8_000);
    expect(connection.status).toBe("lost");
  });

  it("stays open while pings are answered", () => {
    const { connection } = connect();
    last().sits();
    vi.advanceTimersByTime(20_000);
    last().hears({ type: "pong" });
    vi.advanceTimersByTime(8_000);
    expect(connection.status).toBe("open");
  });

  it("does not come back where its link opens nothing", () => {
    const { connection } = connect();
    last().sits();
    last().onclose?.({ code: 4003, reason: "not_seated" });
    vi.advanceTimersByTime(60_000);
    expect(connection.status).toBe("closed");
    expect(FakePlug.all.length).toBe(1);
  });

  it("waits longer and longer between tries, but never longer than some seconds", () => {
    connect();
    for (let round = 0; round < 12; round += 1) {
      const tries = FakePlug.all.length;
      last().onclose?.({ code: 1006, reason: "" });
      vi.advanceTimersByTime(8_000);
      expect(FakePlug.all.length).toBe(tries + 1);
    }
  });

  it("tells of a message that cannot be read, and goes on", () => {
    const { unreadable, heard } = connect();
    last().sits();
    last().hears("{not json");
    last().hears([]);
    expect(unreadable()).toBe(2);
    last().hears({ type: "something new" });
    expect(heard.at(-1)).toEqual({ type: "something new" });
  });
});
