import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Plug } from "../src/lib/connection";
import { TableStore } from "../src/lib/table.svelte";
import { ROOM } from "./seated";

const VIEW = {
  game: "some",
  seat: "a",
  names: { a: "Ada", b: "Ben" },
  place: "",
  state: {},
  waiting: [],
  waiting_text: "",
  prompts: [],
  lines: [{ kind: "fact", text: "third" }],
};

class FakePlug implements Plug {
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {}
  hears(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

function seated(protocol = 1): { table: TableStore; plugs: FakePlug[] } {
  const plugs: FakePlug[] = [];
  const open = (): Plug => {
    const plug = new FakePlug();
    plugs.push(plug);
    return plug;
  };
  const table = new TableStore({ table: "t" }, open);
  table.start();
  plugs[0]!.onopen?.();
  plugs[0]!.hears({ type: "seated", protocol, you: "a", seen: 2 });
  plugs[0]!.hears({ type: "view", n: 3, earlier: 2, view: VIEW });
  return { table, plugs };
}

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
});
afterEach(() => vi.useRealTimers());

describe("a table on this screen", () => {
  it("adds frames to the view in their order, and drops one it knows already", () => {
    const { table, plugs } = seated();
    plugs[0]!.hears({ type: "frame", n: 4, place: "The hall" });
    plugs[0]!.hears({ type: "frame", n: 3, place: "old news" });
    expect(table.view?.place).toBe("The hall");
  });

  it("marks your own name where it is a choice, and only that", () => {
    const { table, plugs } = seated();
    const seats = [{ key: "a", label: "Ada" }, { key: "b", label: "Ben" }];
    const roles = [{ key: "a", label: "The stranger" }];
    const fields = [{ kind: "pick", name: "who", text: "Who?", options: seats }, { kind: "pick", name: "as", text: "As?", options: roles }];
    const prompt = { kind: "form", name: "visit", text: "Whom?", fields };
    plugs[0]!.hears(ROOM);
    plugs[0]!.hears({ type: "frame", n: 4, prompts: [{ id: "1", prompt }] });
    const asked = table.prompts;
    expect(asked[0]).toEqual({
      id: "1",
      prompt: { ...prompt, fields: [{ ...fields[0], options: [{ key: "a", label: "Ada (you)" }, seats[1]] }, fields[1]] },
    });
    plugs[0]!.hears({ type: "frame", n: 5, place: "The hall" });
    expect(table.prompts).toBe(asked); // nothing new is asked, so nothing is drawn anew
  });

  it("comes back for a full view when a frame is missing", () => {
    const { table, plugs } = seated();
    plugs[0]!.hears({ type: "frame", n: 6, place: "too early" });
    expect(table.view?.place).toBe("");
    expect(plugs.length).toBe(2);
  });

  it("puts an older page before the lines it has", () => {
    const { table, plugs } = seated();
    table.fetchEarlier();
    expect(plugs[0]!.sent.at(-1)).toEqual({ type: "earlier", before: 2 });
    plugs[0]!.hears({
      type: "page",
      first: 0,
      before: 2,
      lines: [
        { kind: "fact", text: "first" },
        { kind: "fact", text: "second" },
      ],
    });
    expect(table.lines.map((line) => line.text)).toEqual(["first", "second", "third"]);
    expect(table.earlier).toBe(0);
  });

  it("forgets that somebody types after a while, or when their words arrive", () => {
    const { table, plugs } = seated();
    plugs[0]!.hears({ type: "typing", seat: "b" });
    expect(table.typing).toEqual(["b"]);
    plugs[0]!.hears({ type: "frame", n: 4, lines: [{ kind: "talk", text: "hello", by: "b" }] });
    expect(table.typing).toEqual([]);
    plugs[0]!.hears({ type: "typing", seat: "b" });
    vi.advanceTimersByTime(5_000);
    expect(table.typing).toEqual([]);
  });

  it("ignores what a newer server says that it does not know", () => {
    const { table, plugs } = seated();
    plugs[0]!.hears({ type: "fireworks" });
    expect(table.trouble).toBeNull();
  });

  it("gives up where it cannot understand the server at all", () => {
    expect(seated(99).table.trouble?.code).toBe("version");
    const { table, plugs } = seated();
    for (let round = 0; round < 3; round += 1) plugs.at(-1)!.onmessage?.({ data: "garbage" });
    expect(table.trouble?.code).toBe("version");
  });

  it("says why a table cannot be shown, in the server's words", () => {
    const { table, plugs } = seated();
    plugs[0]!.hears({ type: "refused", id: "", code: "not_seated", text: "This table is private." });
    plugs[0]!.onclose?.({ code: 4003, reason: "not_seated" });
    expect(table.trouble).toEqual({ code: "not_seated", text: "This table is private." });
  });

  it("asks for ideas once", () => {
    const { table, plugs } = seated();
    table.askIdeas("names");
    table.askIdeas("names");
    expect(plugs[0]!.sent.filter((said) => said["type"] === "ideas").length).toBe(1);
    plugs[0]!.hears({ type: "ideas", name: "names", ideas: ["Noor"] });
    expect(table.ideas("names")).toEqual(["Noor"]);
  });
});
