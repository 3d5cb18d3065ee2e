import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { flushSync, tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { announcer } from "../src/lib/announce.svelte";
import { preferences } from "../src/lib/preferences.svelte";
import type { Line } from "../src/lib/types";
import CatchUp from "../src/table/CatchUp.svelte";
import { inSpeech, passes, rowsOf, shortly, speakerOf, throwsOf } from "../src/table/lines";
import { reading } from "../src/table/reading.svelte";
import Rewind from "../src/table/Rewind.svelte";
import Story from "../src/table/Story.svelte";
import { sitDown } from "./seated";

const nameOf = (seat: string): string => ({ a: "Ada", b: "Ben" })[seat] ?? seat;
const talk = (mode: string, text: string, more: Partial<Line> = {}): Line => ({
  kind: "talk",
  text,
  by: "b",
  facts: { mode },
  ...more,
});

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  preferences.set({ announce: "turns" });
  reading.wanted = null;
});
afterEach(() => vi.useRealTimers());

describe("a line of the story", () => {
  it("belongs to what was told when somebody narrates or speaks as a character", () => {
    expect(passes(talk("narrate", "It rains."), "told")).toBe(true);
    expect(passes(talk("aside", "Tea?"), "told")).toBe(false);
    expect(passes({ kind: "spend", text: "A coin goes." }, "told")).toBe(false);
    expect(passes({ kind: "answer", text: "She runs.", by: "a" }, "told")).toBe(true);
  });

  it("is not shown where it has no words", () => {
    expect(passes({ kind: "sealed", text: "", facts: { commitments: {} } }, "all")).toBe(false);
  });

  it("says whose it is, in words", () => {
    expect(speakerOf(talk("as", "Stop.", { facts: { mode: "as", speaker: "Agent Mbatha" } }), nameOf, "a")).toBe(
      "Agent Mbatha (Ben)",
    );
    expect(speakerOf(talk("aside", "Tea?"), nameOf, "b")).toBe("You, aside");
    expect(speakerOf(talk("suggest", "Run", { facts: { mode: "suggest", to: "a" } }), nameOf, "a")).toBe(
      "Ben offers you these words",
    );
  });

  it("keeps its number when lines before it are folded or hidden", () => {
    const lines: Line[] = [
      { kind: "chapter", text: "One" },
      { kind: "sealed", text: "" },
      { kind: "fact", text: "x", undone: true },
      { kind: "fact", text: "y", undone: true },
      { kind: "fact", text: "z" },
    ];
    const rows = rowsOf(lines, 10, "all");
    expect(rows.map((row) => row.number)).toEqual([10, 12, 14]);
    expect(rows[1]).toHaveProperty("undone.length", 2);
  });

  it("shows the dice of each side, highest first", () => {
    expect(throwsOf({ kind: "roll", text: "", facts: { rolls: { b: [2, 6, 4] } } }, nameOf)).toEqual([
      { who: "Ben", faces: [6, 4, 2] },
    ]);
    expect(throwsOf({ kind: "roll", text: "", facts: { first: [1, 3], second: [2] } }, nameOf)).toHaveLength(2);
    expect(throwsOf({ kind: "fact", text: "" }, nameOf)).toEqual([]);
  });

  it("is spoken with a word of warning where only one seat sees it", () => {
    expect(inSpeech({ kind: "card", text: "You drew the eye.", to: ["a"] }, nameOf, "a")).toBe(
      "Only you see this. You drew the eye.",
    );
  });

  it("is cut at a word", () => {
    expect(shortly({ kind: "fact", text: "one two three four" }, nameOf, 10)).toBe("one two …");
  });
});

describe("the story", () => {
  it("is a log with chapters as headings, and marks what is private or undone in words", () => {
    const { table } = sitDown({
      lines: [
        { kind: "chapter", text: "Briefing" },
        { kind: "card", text: "You drew the eye.", to: ["a"] },
        { kind: "fact", text: "Ben leaves.", undone: true },
      ],
    });
    render(Story, { table });
    const log = screen.getByRole("log");
    expect(within(log).getByRole("heading", { level: 3, name: "Briefing" })).toBeTruthy();
    expect(within(log).getByText("only you see this", { exact: false })).toBeTruthy();
    expect(within(log).getByText("1 line was undone")).toBeTruthy();
    expect(within(log).getByText("undone")).toBeTruthy();
  });

  it("adds a line without touching those that are there", async () => {
    const { table, tell } = sitDown({ lines: [{ kind: "fact", text: "One." }] });
    render(Story, { table });
    const first = screen.getByText("One.");
    tell({ kind: "fact", text: "Two." });
    await tick();
    expect(screen.getByText("Two.")).toBeTruthy();
    expect(screen.getByText("One.")).toBe(first);
  });

  it("shows one kind alone", async () => {
    const { table } = sitDown({ lines: [{ kind: "fact", text: "A coin goes." }, talk("say", "Hello.")] });
    render(Story, { table });
    await fireEvent.click(screen.getByRole("button", { name: "Talk" }));
    expect(screen.queryByText("A coin goes.")).toBeNull();
    expect(screen.getByText("Hello.")).toBeTruthy();
  });

  it("fetches older lines when asked", async () => {
    const { table, socket } = sitDown({ lines: [{ kind: "fact", text: "Eleven." }], earlier: 10 });
    render(Story, { table });
    await fireEvent.click(screen.getByRole("button", { name: "Show earlier lines" }));
    expect(socket.said("earlier")).toEqual([{ type: "earlier", before: 10 }]);
    socket.hears({ type: "page", first: 9, before: 10, lines: [{ kind: "fact", text: "Ten." }] });
    await tick();
    expect(screen.getByText("Ten.").closest("li")?.id).toBe("line-9");
  });

  it("tells the server how much was read, counted from the very beginning, and a while after", async () => {
    const { table, socket } = sitDown({ lines: [{ kind: "fact", text: "Eleven." }], earlier: 10 });
    render(Story, { table });
    expect(socket.said("seen")).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(socket.said("seen")).toEqual([{ type: "seen", lines: 11 }]);
  });

  it("announces results to those who listen for turns, and everything to those who ask for it", async () => {
    const said = vi.spyOn(announcer, "say").mockImplementation(() => undefined);
    const { table, tell } = sitDown({ lines: [{ kind: "chapter", text: "Old" }] });
    render(Story, { table });
    tell({ kind: "fact", text: "A coin goes." }, { kind: "result", text: "Ben wins." });
    flushSync();
    expect(said.mock.calls).toEqual([["Ben wins."]]);
    preferences.set({ announce: "everything" });
    tell(talk("say", "Hello."));
    flushSync();
    expect(said).toHaveBeenLastCalledWith("Ben: Hello.");
    said.mockRestore();
  });

  it("keeps a letter to itself until whoever is asked to read it has done so", async () => {
    const ask = { id: "1", must: true, prompt: { kind: "ack" as const, name: "letter", text: "Read it." } };
    const lines = [{ kind: "letter", text: "Good morning." }];
    const said = vi.spyOn(announcer, "say").mockImplementation(() => undefined);
    const { table, socket, tell } = sitDown({ lines, view: { prompts: [ask] } });
    render(Story, { table, look: { Board: Story, holds: { letter: "letter" } } });
    expect(screen.queryByText("Good morning.")).toBeNull();
    preferences.set({ announce: "everything" });
    tell({ kind: "letter", text: "And to you." });
    flushSync();
    expect(said).not.toHaveBeenCalled();
    socket.hears({ type: "frame", n: 3, prompts: [{ ...ask, given: true }] });
    await tick();
    expect(screen.getByText("Good morning.").closest("li")?.id).toBe("line-0");
    said.mockRestore();
  });

  it("shows what a game covers only while it is held", async () => {
    const said = vi.spyOn(announcer, "say").mockImplementation(() => undefined);
    const { table, tell } = sitDown();
    render(Story, { table, look: { Board: Story, covered: ["allegiance"] } });
    tell({ kind: "allegiance", text: "Your new card: thief.", to: ["a"] });
    flushSync();
    expect(said.mock.calls).toEqual([["Something for you alone."]]);
    said.mockRestore();
    expect(screen.queryByText("Your new card: thief.")).toBeNull();
    await fireEvent.keyDown(screen.getByRole("button", { name: /Hold to look/ }), { key: "Enter" });
    expect(screen.getByText("Your new card: thief.")).toBeTruthy();
  });

  it("says what words are, where a game has a name for it", () => {
    const { table } = sitDown({ lines: [{ kind: "price", text: "An eye.", by: "b" }] });
    render(Story, { table, look: { Board: Story, labels: { price: "The price" } } });
    expect(screen.getByText("The price")).toBeTruthy();
  });

  it("covers nothing that everybody knows", () => {
    const { table } = sitDown({ lines: [{ kind: "allegiance", text: "Ada's cards show three thieves." }] });
    render(Story, { table, look: { Board: Story, covered: ["allegiance"] } });
    expect(screen.getByText("Ada's cards show three thieves.")).toBeTruthy();
  });

  it("covers the last passage of a paused table, but not the talk about it", async () => {
    const { table, room } = sitDown({
      lines: [
        { kind: "answer", text: "Before.", by: "b" },
        { kind: "chapter", text: "Now" },
        { kind: "answer", text: "Too much.", by: "b" },
        talk("say", "Are you well?"),
      ],
    });
    render(Story, { table });
    room({ paused: true });
    await tick();
    const isCovered = (text: string): boolean => screen.getByText(text).closest("li")?.hasAttribute("inert") ?? false;
    expect([isCovered("Before."), isCovered("Too much."), isCovered("Are you well?")]).toEqual([false, true, false]);
    await fireEvent.click(screen.getByRole("button", { name: "Show it" }));
    expect(isCovered("Too much.")).toBe(false);
  });

  it("stays at its end when the line tools make it longer", async () => {
    const { table } = sitDown({ lines: [{ kind: "fact", text: "It begins." }] });
    render(Story, { table });
    const log = screen.getByText("It begins.").closest("ol, ul")!.closest("[tabindex]") as HTMLElement;
    vi.advanceTimersByTime(100);
    Object.defineProperty(log, "scrollHeight", { value: 900 });
    await fireEvent.click(screen.getByRole("button", { name: "Line tools" }));
    await tick();
    vi.advanceTimersByTime(100);
    expect(log.scrollTop).toBe(900);
  });

  it("asks the table to go back to a line", async () => {
    const { table, socket } = sitDown({ lines: [{ kind: "chapter", text: "One" }, { kind: "fact", text: "It begins." }], earlier: 4 });
    render(Story, { table });
    await fireEvent.click(screen.getByRole("button", { name: "Line tools" }));
    const line = screen.getByText("It begins.").closest("li")!;
    await fireEvent.click(within(line).getByRole("button", { name: "Go back to here" }));
    await fireEvent.click(screen.getByRole("radio", { name: /Strike/ }));
    await fireEvent.click(screen.getByRole("button", { name: "Ask the table" }));
    expect(socket.said("propose")).toEqual([{ type: "propose", kind: "strike", lines: 6 }]);
  });
});

describe("going back", () => {
  it("begins at the newest chapter, and offers any line it was asked from", () => {
    const lines: Line[] = [{ kind: "fact", text: "It begins." }, { kind: "chapter", text: "One" }, talk("say", "Hello.")];
    const { table } = sitDown({ lines });
    const first = render(Rewind, { table, onclose: () => undefined });
    expect(screen.getByRole<HTMLSelectElement>("combobox").selectedOptions[0]?.textContent).toBe("The beginning of “One”");
    first.unmount();
    render(Rewind, { table, after: 2, onclose: () => undefined });
    expect(screen.getByRole<HTMLSelectElement>("combobox").selectedOptions[0]?.textContent).toBe("After “Ben: Hello.”");
  });
});

describe("since you left", () => {
  const lines: Line[] = [
    { kind: "chapter", text: "The green room" },
    { kind: "fact", text: "A coin goes." },
    { kind: "result", text: "Ben wins." },
    talk("say", "Well."),
    { kind: "fact", text: "Another." },
    { kind: "fact", text: "And another." },
  ];

  it("lists chapters and results, and leads to where one was", async () => {
    const { table } = sitDown({ lines, earlier: 3, seen: 3 });
    render(CatchUp, { table });
    const items = screen.getAllByRole("listitem").map((item) => item.textContent);
    expect(items).toEqual(["The green room", "Ben wins.", "1 line of talk", "6 new lines in all"]);
    await fireEvent.click(screen.getByRole("button", { name: "Show me where I was" }));
    expect(reading.wanted).toBe(3);
    expect(screen.queryByText("Since you left")).toBeNull();
  });

  it("leaves out what is covered", () => {
    const dealt: Line = { kind: "allegiance", text: "Your new card: thief.", to: ["a"] };
    const { table } = sitDown({ lines: [...lines, dealt], earlier: 3, seen: 3 });
    render(CatchUp, { table, look: { Board: Story, covered: ["allegiance"] } });
    expect(screen.getByText("Ben wins.")).toBeTruthy();
    expect(screen.queryByText(/new card/)).toBeNull();
  });

  it("is silent when little is new, and at a first visit", () => {
    render(CatchUp, { table: sitDown({ lines, seen: 4 }).table });
    render(CatchUp, { table: sitDown({ lines, seen: 0 }).table });
    expect(screen.queryByText("Since you left")).toBeNull();
  });
});
