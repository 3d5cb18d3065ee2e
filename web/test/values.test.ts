import { describe, expect, it } from "vitest";
import type { Prompt } from "../src/lib/types";
import { blank, inWords, missing } from "../src/prompts/values";

const options = [
  { key: "x", label: "the cross" },
  { key: "y", label: "the fork" },
];
const pick: Prompt = { kind: "pick", name: "p", text: "Which?", options };
const split: Prompt = { kind: "split", name: "s", text: "Share.", slots: options, total: 5, least: 1 };
const words: Prompt = { kind: "words", name: "w", text: "Say." };
const form: Prompt = { kind: "form", name: "f", text: "Both.", fields: [pick, words] };
const several: Prompt = { kind: "several", name: "v", text: "Some.", item: words, least: 2, most: 3 };

describe("an answer that is not finished", () => {
  it("begins with the least that is legal, or with the default", () => {
    expect(blank(split)).toEqual({ x: 1, y: 1 });
    expect(blank(several)).toEqual(["", ""]);
    expect(blank({ ...pick, default: "y" })).toBe("y");
    expect(blank(pick)).toBeUndefined();
    expect(blank({ ...pick, options: options.slice(0, 1) })).toBe("x");
    const preset: Prompt = { kind: "form", name: "f", text: "", fields: [{ ...pick, default: "y" } as Prompt], default: {} };
    expect(blank(preset)).toEqual({ p: "y" });
    expect(blank({ kind: "arrange", name: "a", text: "", options })).toEqual(["x", "y"]);
  });

  it("says what is missing", () => {
    expect(missing(pick, undefined)).toBe("Choose one.");
    expect(missing(split, { x: 1, y: 1 })).toBe("Share out 3 more.");
    expect(missing(split, { x: 4, y: 3 })).toBe("That is 2 too many.");
    expect(missing(form, { p: "x", w: "" })).toBe("Write something here.");
    expect(missing(several, ["one", ""])).toBe("Write something here.");
    expect(missing({ kind: "some", name: "m", text: "", options, least: 2 }, ["x"])).toBe("Choose 1 more.");
  });

  it("says nothing where nothing is", () => {
    expect(missing(pick, "x")).toBe("");
    expect(missing(split, { x: 2, y: 3 })).toBe("");
    expect(missing({ ...words, aloud: true } as Prompt, "")).toBe("");
    expect(missing({ ...words, optional: true } as Prompt, "")).toBe("");
  });

  it("can be told in words", () => {
    expect(inWords(pick, "y")).toBe("the fork");
    expect(inWords(split, { x: 2, y: 3 })).toBe("the cross 2, the fork 3");
    expect(inWords(form, { p: "x", w: "so it goes" })).toBe("the cross; so it goes");
    const menu: Prompt = { kind: "menu", name: "m", text: "", choices: [{ key: "go", label: "Go", fields: [pick] }] };
    expect(inWords(menu, { act: "go", p: "x" })).toBe("Go: the cross");
  });
});
