import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import look from "../src/games/schizonauts";
import MemoryLine from "../src/games/schizonauts/MemoryLine.svelte";
import type { Memory } from "../src/games/schizonauts/pieces";
import type { Prompt } from "../src/lib/types";
import NowBar from "../src/table/NowBar.svelte";
import { sitDown } from "./seated";

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const scene = {
  pools: { a: [3, 0, 0, 0], b: [2, 0, 0, 0] },
  rolls: { a: [6, 2, 1], b: [5, 3] },
  sources: { a: [{ what: "aptitude", dice: 3, by: "", why: "" }] },
  aptitudes: { a: "violence", b: "knowledge" },
  locked: ["a", "b"],
  narrator: "a",
  judge: "a",
};

describe("when the dice have fallen", () => {
  it("they lie in the question that they have given out", () => {
    const { table, socket } = sitDown({ view: { state: { scene } } });
    const choices = [{ key: "answer", label: "Answer the question" }];
    const prompt = { kind: "menu", name: "telling", text: "You answer the question.", choices } as unknown as Prompt;
    socket.hears({ type: "frame", n: 2, prompts: [{ id: "q", must: true, prompt }] });
    render(NowBar, { table, look, onexplain: () => undefined });
    expect(screen.getByRole("group", { name: "Ada rolled 6, 2, 1" })).toBeTruthy();
    expect(screen.getByRole("group", { name: "Ben rolled 5, 3" })).toBeTruthy();
    expect(screen.queryByText(/3d6/)).toBeNull();
    expect(screen.getByRole("button", { name: /Answer the question/ })).toBeTruthy();
  });
});

describe("a memory", () => {
  const memory = { key: "memory/a/1", text: "The Wet Coat", aptitude: "violence", box: false, circle: false, struck: false };
  it.each([
    ["thief", 1],
    ["overlap", 0],
  ])("of the %s has a box and a circle only where they can be filled", (side, marks) => {
    const { container } = render(MemoryLine, { memory: { ...memory, side } as unknown as Memory });
    expect(container.querySelectorAll("svg")).toHaveLength(marks);
  });
});
