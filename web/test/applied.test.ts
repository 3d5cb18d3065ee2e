import { describe, expect, it } from "vitest";
import { applied } from "../src/lib/applied";
import type { Frame, Full, Line } from "../src/lib/types";

const line = (text: string): Line => ({ kind: "fact", text });

const full = (): Full => ({
  type: "view",
  n: 4,
  earlier: 10,
  view: {
    game: "some",
    seat: "a",
    names: { a: "Ada" },
    place: "",
    state: { deck: { left: 3, top: "x" }, "sheet/a": { coins: 1 } },
    waiting: ["a"],
    waiting_text: "",
    prompts: [],
    lines: [line("one"), line("two")],
  },
});

const frame = (parts: Omit<Frame, "type" | "n">): Frame => ({ type: "frame", n: 5, ...parts });

describe("a frame added to a view", () => {
  it("changes only the fields it names, and leaves the old view alone", () => {
    const before = full();
    const after = applied(before, frame({ state: { deck: { left: 2 } } }));
    expect(after.n).toBe(5);
    expect(after.view.state["deck"]).toEqual({ left: 2, top: "x" });
    expect(before.view.state["deck"]).toEqual({ left: 3, top: "x" });
    expect(after.view.state["sheet/a"]).toBe(before.view.state["sheet/a"]);
  });

  it("takes null for gone, of a field and of a noun", () => {
    const after = applied(full(), frame({ state: { deck: { top: null }, "sheet/a": null } }));
    expect(after.view.state).toEqual({ deck: { left: 3 } });
  });

  it("puts the nouns in the order it is told", () => {
    const after = applied(full(), frame({ state: { coin: { side: 1 } }, order: ["coin", "sheet/a", "deck"] }));
    expect(Object.keys(after.view.state)).toEqual(["coin", "sheet/a", "deck"]);
  });

  it("adds lines at the end", () => {
    expect(applied(full(), frame({ lines: [line("three")] })).view.lines.map((one) => one.text)).toEqual([
      "one",
      "two",
      "three",
    ]);
  });

  it("keeps only so many lines of the whole story after a rewind", () => {
    const after = applied(full(), frame({ keep: 11, lines: [line("again")] }));
    expect(after.view.lines.map((one) => one.text)).toEqual(["one", "again"]);
    expect(after.earlier).toBe(10);
  });

  it("forgets the part of the story it does not hold when a rewind goes back before it", () => {
    const after = applied(full(), frame({ keep: 7, lines: [line("again")] }));
    expect(after.view.lines.map((one) => one.text)).toEqual(["again"]);
    expect(after.earlier).toBe(7);
  });

  it("takes over what is asked and who is awaited", () => {
    const after = applied(full(), frame({ waiting: ["b"], waiting_text: "Waiting for Ben.", over: true }));
    expect(after.view.waiting).toEqual(["b"]);
    expect(after.view.waiting_text).toBe("Waiting for Ben.");
    expect(after.view.over).toBe(true);
  });
});
