import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import Board from "../src/games/utopolis/Board.svelte";
import { cardName, groupName, inOrder } from "../src/games/utopolis/cards";
import CrimePointsAsk from "../src/games/utopolis/CrimePointsAsk.svelte";
import End from "../src/games/utopolis/End.svelte";
import look from "../src/games/utopolis";
import InitiationAsk from "../src/games/utopolis/InitiationAsk.svelte";
import { chance, counts, listed, Pieces, proven, strings } from "../src/games/utopolis/pieces";
import PresentAsk from "../src/games/utopolis/PresentAsk.svelte";
import SpendingAsk from "../src/games/utopolis/SpendingAsk.svelte";
import type { TableStore } from "../src/lib/table.svelte";
import type { Guide, Prompt, ShownPrompt, View } from "../src/lib/types";
import NowBar from "../src/table/NowBar.svelte";
import samples from "./samples/utopolis.json";
import { sitDown, type Socket } from "./seated";

type Moment = "adjustment" | "adjustment_other" | "reveal" | "pursue" | "over";

function seated(moment: Moment, you: string | null = samples[moment].seat, change: Record<string, object> = {}): { table: TableStore; socket: Socket } {
  const view = samples[moment] as unknown as View;
  const state = { ...view.state, ...Object.fromEntries(Object.entries(change).map(([key, fields]) => [key, { ...view.state[key], ...fields }])) };
  const { table, socket } = sitDown({ view: { ...view, state }, room: { you } });
  table.guide = { pieces: samples.pieces, glossary: [], coach: {} } as unknown as Guide;
  return { table, socket };
}

const asking = (prompt: object): ShownPrompt => ({ id: "q", must: true, prompt: prompt as Prompt });
const board = (moment: Moment, you?: string | null): Socket => {
  const { table, socket } = seated(moment, you);
  render(Board, { table });
  return socket;
};

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  screen.queryAllByRole("button", { name: "Show my cards" })[0]?.click(); // a hand stays covered until it is shown
  cleanup();
});

describe("hands of cards", () => {
  it("are told by the cards alone, so that nothing tells them when they are covered", async () => {
    const { table, socket } = seated("adjustment");
    const choices = [{ key: "pass", label: "Pass" }];
    const note = "You hold King of Spades, 9 of Spades: 2 of one suit.";
    socket.hears({ type: "frame", n: 2, prompts: [asking({ kind: "menu", name: "adjustment", text: "Spend now.", note, choices })] });
    render(NowBar, { table, look, onexplain: () => undefined });
    render(Board, { table });
    expect(screen.getAllByRole("img", { name: /of Spades/ })).not.toEqual([]);
    await fireEvent.click(screen.getAllByRole("button", { name: "Cover my cards" })[0]!);
    expect(screen.queryAllByRole("img", { name: /of Spades/ })).toEqual([]);
    expect(screen.getByText("Spend now.")).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/of Spades/);
  });

  it("are held from the Ace down, Jokers first", () => {
    expect(inOrder(["2C", "AH", "JK", "TS", "AS"])).toEqual(["JK", "AS", "AH", "TS", "2C"]);
    expect(cardName("TH")).toBe("10 of Hearts");
    expect(cardName("JK")).toBe("Joker");
  });

  it("name their groups", () => {
    expect(groupName("value", "", 0)).toBe("none");
    expect(groupName("value", "6", 3)).toBe("3 Sixes");
    expect(groupName("value", "Q", 2)).toBe("2 Queens");
    expect(groupName("suit", "H", 4)).toBe("4 Hearts");
    expect(groupName("colour", "red", 5)).toBe("5 red");
  });
});

describe("the case", () => {
  it("says what a prong lacks, and what is answered", () => {
    const { table } = seated("pursue", undefined, { "case/1": { answered: ["Who", "What", "Why"] } });
    render(Board, { table });
    const prong = (name: string): string => screen.getByRole("region", { name }).querySelector("h4")!.textContent!;
    expect(prong("Means")).toContain("lacks How");
    expect(prong("Opportunity")).toContain("lacks When and Where");
    expect(prong("Motive")).toContain("shown");
    expect(screen.getAllByText(": enough evidence")).toHaveLength(3);
    expect(screen.getByText(/The supercomputer would close the case: 3 chances in 6/)).toBeTruthy();
    expect(listed(["Who", "What", "Why"])).toBe("Who, What and Why");
  });

  it("shows a clue by its newest reading, and how it looked before", () => {
    const history = [{ by: "b", questions: [], evidence: false, refuted: false, text: "A love letter." }];
    const { table } = seated("pursue", undefined, { "item/1/1": { text: "A delivery slip.", reads: "A love letter.", history } });
    render(Board, { table });
    expect(screen.getByText("A love letter.", { selector: ".text" })).toBeTruthy();
    expect(screen.getByText(/looked again it was a clue: A delivery slip\./)).toBeTruthy();
  });

  it("says who is guilty and who is not once it is closed", () => {
    const suspects = ["Floyd Lyle, of the mint", "Odile Marsh, of the mint"].map((name) => ({ name, standing: "open", note: "", initial: false }));
    const { table } = seated("pursue", undefined, { "case/1": { status: "closed", arrested: suspects[1]!.name, suspects } });
    render(Board, { table });
    expect(screen.getByRole("article", { name: `Suspect: ${suspects[0]!.name}` }).textContent).toContain("In the clear");
    expect(screen.getByRole("article", { name: `Suspect: ${suspects[1]!.name}` }).textContent).toContain("Guilty");
  });

  it("draws as many alarms as there are Crime points", () => {
    const { table } = seated("pursue", undefined, { "case/1": { crime_points: 16 } });
    const { container } = render(Board, { table });
    expect(container.querySelectorAll(".pool.crime g")).toHaveLength(16);
  });

  it("begins with the clues, and leaves out questions while none has anything", () => {
    const bare = { questions: [], evidence: false, counts_for: [] };
    const keys = new Pieces(seated("pursue").table).items.map((item) => item.key);
    const { table } = seated("pursue", undefined, Object.fromEntries(keys.map((key) => [key, bare])));
    render(Board, { table });
    expect(screen.getByText("Clues so far")).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Means" })).toBeNull();
  });

  it("adds up what some of its items prove", () => {
    const items = new Pieces(seated("pursue").table).items;
    const all = samples.pieces.questions as ("Who" | "What" | "When" | "Where" | "Why" | "How")[];
    expect(proven(items, all)).toEqual(new Pieces(seated("pursue").table).case!.evidence);
    expect(proven(items.map((item) => ({ ...item, counts_for: [] })), all)["Why"]).toBe(0);
  });

  it("ties items to whom they concern and to what was followed, where both ends are on the board", () => {
    const pieces = new Pieces(seated("adjustment").table);
    const ties = strings(pieces.items, pieces.case!.suspects);
    expect(ties).toContainEqual({ from: "item/1/5", to: "suspect/Chester Abbott the street namer", kind: "concerns" });
    expect(ties).toContainEqual({ from: "item/1/6", to: "item/1/4", kind: "follows" });
    expect(strings(pieces.items, []).some(({ kind }) => kind === "concerns")).toBe(false);
  });
});

describe("a detective's file", () => {
  it("says how far the edge is, and the way to release", () => {
    const { table } = seated("adjustment", "b", { "detective/b": { resistance: { Flaw: 0, Fear: 1 }, steps_to_release: 4 } });
    render(Board, { table });
    const own = screen.getByRole("article", { name: "Constance Hale’s file" });
    expect(own.textContent).toMatch(/Flaw 2, held off by Tenacity. The next test is the last./);
    expect(own.textContent).toMatch(/Fear 1, held off by Stability. A test draws 1 card./);
    expect(own.textContent).toContain("4 steps to release.");
  });

  it("counts a hurt score as the view says", () => {
    const detective = new Pieces(seated("adjustment", "b", { "detective/b": { hurt_count: { Core: 3 } } }).table).detective("b")!;
    expect(counts(detective, "Core", 4)).toBe(3);
    expect(counts(detective, "Tenacity", 3)).toBe(3);
  });

  it("looks chances up, the largest hands as the last of the chart", () => {
    const odds = samples.pieces.odds;
    expect(chance(odds, 6, 7)).toBe(Math.round(odds[6]![7]! * 100));
    expect(chance(odds, 40, 7)).toBe(chance(odds, 16, 7));
    expect(chance([], 6, 7)).toBeNull();
  });
});

describe("the board", () => {
  it("shows the case by question and prong, with what is missing in words", () => {
    board("adjustment");
    const motive = screen.getByRole("region", { name: "Motive" });
    expect(within(motive).getByText(/shown/)).toBeTruthy();
    expect(within(motive).getAllByRole("article", { name: /^Evidence/ })).toHaveLength(2);
    expect(within(screen.getByRole("region", { name: "Opportunity" })).getByText("lacks When and Where")).toBeTruthy();
    expect(screen.getByText(/The supercomputer would close the case: 1 chance in 6/)).toBeTruthy();
    expect(screen.getByRole("article", { name: "Suspect: Chester Abbott the street namer" })).toBeTruthy();
    expect(screen.getByRole("img", { name: "The question die shows What" })).toBeTruthy();
  });

  it("shows one's own cards and the backs of the others'", async () => {
    board("adjustment");
    expect(screen.getByRole("img", { name: "Queen of Spades" })).toBeTruthy();
    expect(within(screen.getByRole("article", { name: "The GM’s hand" })).getByRole("img", { name: "10 cards, face down" })).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Cover my cards" }));
    expect(screen.queryByRole("img", { name: "Queen of Spades" })).toBeNull();
    expect(screen.getByRole("img", { name: "10 cards, covered" })).toBeTruthy();
  });

  it("says of a hand what the view says of it, and nothing of its own", () => {
    const counts = { value: { trait: "8", count: 2 }, suit: { trait: "", count: 0 }, colour: { trait: "red", count: 2 }, high: "K82", jokers: ["8S", "KD"], hearts: 1, clubs: 0 };
    const { table } = seated("adjustment", "b", { "hand/b": { cards: { down: 3, up: [], faces: ["2H", "JK", "JK"] }, counts } });
    render(Board, { table });
    const chips = within(screen.getByRole("list", { name: "What it makes" })).getAllByRole("listitem");
    expect(chips.map((chip) => chip.textContent?.trim())).toEqual(["value 2 Eights", "suit none", "colour 2 red", "high card K 8 2King"]);
    expect(screen.getByText("The Jokers count as the 8 of Spades and the King of Diamonds.")).toBeTruthy();
    expect(screen.getByText(/^On the trail\./)).toBeTruthy();
  });

  it("shows nobody else's cards before the reveal", () => {
    board("adjustment_other");
    expect(screen.getAllByRole("img", { name: "10 cards, face down" })).toHaveLength(2);
    expect(screen.queryByRole("img", { name: / of (Spades|Hearts|Diamonds|Clubs)$/ })).toBeNull();
  });

  it("explains an open comparison step by step", () => {
    board("reveal");
    expect(screen.getByText("Same colour: Lou Moretti 7, the GM 6. Lou Moretti is higher.")).toBeTruthy();
    expect(screen.getByText("Same value: Vera Bell 4, the GM 2. Vera Bell is higher.")).toBeTruthy();
    expect(screen.getAllByText("The Joker counts as the Jack of Diamonds.")).toHaveLength(1);
  });

  it("names both hats of a player, and the one of the GM", () => {
    board("adjustment");
    expect(screen.getByRole("region", { name: "Your two hats" }).textContent).toMatch(/You are Constance Hale.*You are also B‑12, the robot partner of Vera Bell/s);
    cleanup();
    board("adjustment", "a");
    expect(screen.getByRole("region", { name: "Your hat" }).textContent).toContain("You are the GM");
  });

  it("has pools as figures, and marks what is hurt", () => {
    const { table } = seated("over", "b", { "detective/b": { hurt_count: { Tenacity: 2 } } });
    render(Board, { table });
    const own = screen.getByRole("article", { name: "Constance Hale’s file" });
    expect(own.textContent).toContain("3 Cinema");
    expect(own.textContent).toContain("7 Tokens of 10");
    expect(within(own).getByText("hurt, counts 2")).toBeTruthy();
  });

  it("is a picker when a clue has to be chosen", async () => {
    const socket = board("pursue");
    const [first] = screen.getAllByRole("button", { name: /^Follow this/ });
    await fireEvent.click(first!);
    expect(socket.said("answer")).toMatchObject([{ prompt: "pursue_clue" }]);
  });
});

describe("asking", () => {
  it("keeps one's cards beside the spending, and sends the act", async () => {
    const { table, socket } = seated("adjustment");
    render(SpendingAsk, { table, shown: table.prompts[0]! });
    expect(screen.getByRole("img", { name: "Ace of Hearts" })).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Pass" }));
    expect(socket.said("answer")).toMatchObject([{ prompt: "adjustment", value: { act: "pass" } }]);
  });

  it("says what a hand is worth beside it, and not while it is covered", async () => {
    const { table } = seated("adjustment");
    const prompt = { ...table.prompts[0]!.prompt, note: "Your hand: a secret.\nYou would win about 40 times in 100." } as Prompt;
    render(SpendingAsk, { table, shown: { ...table.prompts[0]!, prompt } });
    expect(screen.getByText("You would win about 40 times in 100.")).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Cover my cards" }));
    expect(screen.queryByText(/40 times/)).toBeNull();
  });

  it("adds up the cards a beginning brings, and keeps them through a reload", async () => {
    const fields = [
      { kind: "words", name: "text", text: "How do you begin?", most: 240, aloud: true, default: "" },
      { kind: "pick", name: "attribute", text: "Which attribute?", options: [{ key: "none", label: "Nothing" }, { key: "Tenacity", label: "Tenacity" }], default: "Tenacity" },
      { kind: "pick", name: "talent", text: "Which talent?", options: [{ key: "none", label: "Nothing" }, { key: "Interrogation", label: "Interrogation" }], default: "Interrogation" },
    ];
    const shown = asking({ kind: "form", name: "initiation", text: "Begin.", fields });
    const { table, socket } = seated("adjustment", "b", { "detective/b": { hurt_count: { Tenacity: 2 } } });
    render(InitiationAsk, { table, shown });
    expect(screen.getByRole("status").textContent).toContain("You draw 9 cards: Core 4 + Tenacity 2 + Interrogation 3.");
    await fireEvent.click(screen.getAllByRole("radio", { name: "Nothing" })[1]!);
    expect(screen.getByRole("status").textContent).toContain("You draw 6 cards: Core 4 + Tenacity 2.");
    cleanup();
    render(InitiationAsk, { table, shown });
    expect(screen.getByRole("status").textContent).toContain("You draw 6 cards");
    await fireEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(socket.said("answer")).toMatchObject([{ value: { attribute: "Tenacity", talent: "none" } }]);
  });

  it("tells the GM what Crime points buy", async () => {
    const fields = [{ kind: "number", name: "points", text: "How many?", least: 0, most: 3, default: 0 }];
    const { table } = seated("adjustment", "a");
    render(CrimePointsAsk, { table, shown: asking({ kind: "form", name: "crime_points", text: "You draw.", fields }) });
    const before = screen.getByRole("status").textContent;
    expect(before).toContain("7 cards against 10");
    await fireEvent.click(screen.getByRole("button", { name: /^One more/ }));
    expect(screen.getByRole("status").textContent).toContain("8 cards against 10");
    expect(screen.getByRole("status").textContent).toContain("2 Crime points stay");
  });

  it("shows what the evidence laid out would prove", async () => {
    const { table } = seated("adjustment");
    const options = ["item/1/5", "item/1/6"].map((key) => ({ key, label: key }));
    const shown = asking({ kind: "some", name: "present_evidence", text: "Which?", options, least: 0, most: 2, default: ["item/1/5", "item/1/6"] });
    render(PresentAsk, { table, shown });
    expect(screen.getByRole("status").textContent).toContain("1 of 6 questions");
    await fireEvent.click(screen.getAllByRole("checkbox")[0]!);
    expect(screen.getByRole("status").textContent).toContain("0 of 6 questions");
  });

  it("says why an answer was refused", async () => {
    const { table, socket } = seated("adjustment", "a");
    const fields = [{ kind: "number", name: "points", text: "How many?", least: 0, most: 3, default: 0 }];
    render(CrimePointsAsk, { table, shown: asking({ kind: "form", name: "crime_points", text: "You draw.", fields }) });
    await fireEvent.click(screen.getByRole("button", { name: "Send" }));
    socket.answers({ refused: "That is over." });
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("That is over."));
  });
});

describe("the end", () => {
  it("asks first, and opens the files when they are wanted", async () => {
    render(End, { table: seated("over").table });
    expect(screen.getByText(/how are you/)).toBeTruthy();
    expect(screen.queryByRole("region", { name: "The files" })).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: "Open the files" }));
    const files = screen.getByRole("region", { name: "The files" });
    expect(files.textContent).toContain("Case 1, closed.");
    expect(files.textContent).toContain("Constance Hale, judge without a robe: on duty.");
    expect(files.textContent).toContain("The weather for tomorrow is fine.");
  });
});
