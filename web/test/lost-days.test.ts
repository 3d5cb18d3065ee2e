import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import Board from "../src/games/lost-days/Board.svelte";
import look from "../src/games/lost-days";
import {
  type Conflict,
  coinsFrom,
  counted,
  type Course,
  cycleOf,
  diceOf,
  handsOf,
  holdersOf,
  type Memory,
  type Round,
} from "../src/games/lost-days/pieces";
import type { TableStore } from "../src/lib/table.svelte";
import type { Guide, ShownPrompt, View } from "../src/lib/types";
import { sitDown, type Socket } from "./seated";
import samples from "./samples/lost-days.json";

const SAMPLES = samples as unknown as Record<"bidding" | "influence" | "settling", View>;
const WORDS = {
  round_steps: { bidding: "Bidding, hands closed" },
  kingship: { true: "The crown", candidate: "Memory of Kingship", pretender: "A claim that came to nothing" },
  sources: { purse: "From a purse" },
  landings: { stake: "Landed on the stake" },
};

function seated(view: View): { table: TableStore; socket: Socket } {
  const { table, socket } = sitDown({ view });
  table.guide = { pieces: WORDS } as unknown as Guide;
  return { table, socket };
}

const state = (view: View): Record<string, unknown> => view.state as Record<string, unknown>;

function ask(name: string, view: View, prompt?: object): { table: TableStore; socket: Socket } {
  const at = seated(view);
  const shown = prompt ? ({ id: "1", must: true, prompt } as unknown as ShownPrompt) : at.table.prompts.find((one) => one.prompt.name === name)!;
  render(look.asks![name]!, { table: at.table, shown });
  return at;
}

const answered = (socket: Socket): unknown => socket.said("answer").at(-1)?.["value"];

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

describe("the dice of a side", () => {
  const conflict = state(SAMPLES.settling)["conflict"] as Conflict;

  it("lie with the highest first and keep their places", () => {
    expect(diceOf(conflict, "second").map((die) => [die.face, die.place])).toEqual([[3, 1], [3, 2], [1, 0]]);
  });

  it("know the coins that struck out their older faces", () => {
    const twice = diceOf(conflict, "first").find((die) => die.place === 2)!;
    expect(twice.coins.map((coin) => coin.was)).toEqual([4, 4]);
    expect(twice.face).toBe(1);
  });

  it("bring what the table says they bring", () => {
    expect(diceOf(conflict, "first").map((die) => die.brings)).toEqual(["", "", "strain", "strain"]);
    expect(diceOf({ ...conflict, brings: {} }, "first").map((die) => die.brings)).toEqual(["", "", "", ""]);
  });

  it("count for the margin on the leader's side alone", () => {
    expect(diceOf(conflict, "second").filter((die) => die.counting)).toHaveLength(2);
    expect(diceOf(conflict, "first").filter((die) => die.counting)).toHaveLength(0);
  });
});

describe("coins by the pile", () => {
  const offered = ["purse#1", "purse#2", "memory/4#1", "memory/4#2"];

  it("are counted by where they lie", () => {
    expect(counted(["purse#1", "memory/4#2", "memory/4#1"])).toEqual({ purse: 1, "memory/4": 2 });
  });

  it("are named again as the question names them", () => {
    expect(coinsFrom({ purse: 1, "memory/4": 2 }, offered)).toEqual(["purse#1", "memory/4#1", "memory/4#2"]);
    expect(coinsFrom({}, offered)).toEqual([]);
  });
});

describe("the hands in an auction", () => {
  const round = state(SAMPLES.bidding)["round"] as Round;

  it("are closed as soon as somebody has bid, and tell nothing else", () => {
    expect(handsOf(round, ["a", "c"]).map((hand) => hand.state)).toEqual(["thinking", "closed", "thinking"]);
  });

  it("open together", () => {
    const open = { ...round, bids: { a: 2, b: 2, c: 0 }, step: "raising" };
    expect(handsOf(open, ["a"]).map((hand) => [hand.state, hand.bid])).toEqual([["open", 2], ["open", 2], ["open", 0]]);
  });
});

it("knows whose scenes are over in a cycle, whose runs and whose come", () => {
  const course = { order: ["c", "a", "b"], framed: ["c", "a"], framing: "a" } as Course;
  expect(cycleOf(course).map((turn) => turn.state)).toEqual(["had", "now", "to come"]);
  expect(cycleOf({ ...course, framing: "" }).map((turn) => turn.state)).toEqual(["had", "had", "to come"]);
});

describe("the board", () => {
  it("shows the card that is up and closed hands with nothing in them", () => {
    const { table } = seated(SAMPLES.bidding);
    render(Board, { table });
    const auction = screen.getByRole("region", { name: "The auction" });
    expect(auction.textContent).toContain("up for auction");
    const hands = within(within(auction).getByRole("list", { name: "Hands on the table" })).getAllByRole("listitem");
    expect(hands.map((hand) => hand.textContent?.replace(/\s+/g, " ").trim())).toEqual([
      "Ines has not bid yet",
      "Ada hand closed",
      "Ben has not bid yet",
    ]);
  });

  it.each([
    [2, "can bear 2 more strain"],
    [0, "the next strain is one too many"],
    [-1, "past the line"],
  ])("says of an elf that bears %i: %s", (bears, said) => {
    const elf = { ...(state(SAMPLES.influence)["elf/a"] as object), bears };
    const { table } = seated({ ...SAMPLES.influence, state: { ...SAMPLES.influence.state, "elf/a": elf } } as View);
    render(Board, { table });
    expect(screen.getByRole("article", { name: "Delphir" }).textContent).toContain(`of madness: ${said}`);
  });

  it("says who raised and who let it go, and who is still in where no hands lie on the table", () => {
    const round = { ...(state(SAMPLES.bidding)["round"] as Round), step: "raising", high: 3, top: "a", still_in: ["a"] };
    const hands = { ...round, bids: { a: 2, b: 2, c: 0 }, declined: ["b"] };
    const { table } = seated({ ...SAMPLES.bidding, state: { ...SAMPLES.bidding.state, round: hands } } as View);
    const { unmount } = render(Board, { table });
    const list = within(screen.getByRole("region", { name: "The auction" })).getByRole("list", { name: "Hands on the table" });
    expect(list.textContent).toContain("2 coins, raised to 3");
    expect(list.textContent).toContain("2 coins, let it go");
    expect(list.textContent).toMatch(/0 coins\s*$/);
    unmount();
    const crown = { ...round, bidders: [], card: "" };
    const { table: later } = seated({ ...SAMPLES.bidding, state: { ...SAMPLES.bidding.state, round: crown } } as View);
    render(Board, { table: later });
    const auction = screen.getByRole("region", { name: "The auction" });
    expect(auction.textContent?.replace(/\s+/g, " ")).toContain("Ines has raised to 3. Still in: Ines.");
  });

  it("strikes out the faces that coins have changed, and says who paid", () => {
    const { table } = seated(SAMPLES.settling);
    const { container } = render(Board, { table });
    expect([...container.querySelectorAll("s")].map((face) => face.textContent)).toEqual(["before 4", "before 4"]);
    const conflict = screen.getByRole("region", { name: "The conflict" });
    expect(conflict.textContent).toContain("5 coins landed on it");
    expect(conflict.textContent).toContain("The opposition wins by 2.");
  });

  it("tells the life of every memory", () => {
    const { table } = seated(SAMPLES.settling);
    render(Board, { table });
    const memories = Object.entries(state(SAMPLES.settling)).filter(([key]) => key.startsWith("memory/"));
    const lying = memories.map(([, memory]) => memory as Memory).filter((memory) => memory.place !== "pool");
    const lives = screen.getAllByRole("list", { name: "Its life", hidden: true });
    expect(lives.length).toBeGreaterThanOrEqual(lying.length);
    for (const { life } of lying) expect(lives.some((list) => list.textContent?.includes(life.at(-1)!.text))).toBe(true);
  });

  it("gives the crown to exactly one card", () => {
    const { table } = seated(SAMPLES.influence);
    const { container } = render(Board, { table });
    expect(container.querySelectorAll(".elves .memory.crowned, .market .memory.crowned")).toHaveLength(1);
  });
});

describe("a sealed bid", () => {
  it("closes the hand on what was put into it", async () => {
    const { socket } = ask("bid", SAMPLES.bidding);
    await fireEvent.click(screen.getByRole("button", { name: "One more coin" }));
    await fireEvent.click(screen.getByRole("button", { name: "One more coin" }));
    await fireEvent.click(screen.getByRole("button", { name: "Close your hand on 2 coins" }));
    expect(answered(socket)).toBe(2);
  });

  it("says what the hand would close on while it is typed", async () => {
    ask("bid", SAMPLES.bidding);
    const field = screen.getByRole("spinbutton", { name: "Coins in your hand" });
    await fireEvent.input(field, { target: { value: "4" } });
    expect(screen.getByRole("button", { name: "Close your hand on 4 coins" })).toBeTruthy();
    await fireEvent.input(field, { target: { value: "99" } });
    expect(screen.getByRole("button", { name: "Close your hand on 4 coins" })).toBeTruthy();
  });

  it("does not show what is in the hand once it is closed", () => {
    const [prompt] = SAMPLES.bidding.prompts;
    const { table } = seated(SAMPLES.bidding);
    render(look.asks!["bid"]!, { table, shown: { ...prompt!, given: 7, sealed: true } as ShownPrompt });
    expect(document.body.textContent).not.toContain("7");
    expect(screen.getByText("Your hand is closed. All hands open together.")).toBeTruthy();
  });
});

describe("influence", () => {
  it("lays a coin on the die that was pressed", async () => {
    const { socket } = ask("influence", SAMPLES.influence);
    const [highest] = within(screen.getAllByRole("group")[0]!).getAllByRole("button", { name: /^Roll again/ });
    await fireEvent.click(highest!);
    await fireEvent.input(screen.getByRole("textbox"), { target: { value: "A lamp falls." } });
    await fireEvent.click(screen.getByRole("button", { name: "Lay the coin" }));
    expect(answered(socket)).toEqual({ act: "reroll_first", die: "3", source: "purse", how: "A lamp falls." });
  });

  it("brings one more die to either side", async () => {
    const { socket } = ask("influence", SAMPLES.influence);
    const [, theirs] = screen.getAllByRole("button", { name: /^\+ 1 die/ });
    await fireEvent.click(theirs!);
    await fireEvent.click(screen.getByRole("button", { name: "Lay the coin" }));
    expect(answered(socket)).toEqual({ act: "extra_die_second", source: "purse", how: "" });
  });

  it("tells a phone that odds are to be had, where the table shows them", () => {
    ask("influence", SAMPLES.influence);
    expect(screen.queryByText(/Its odds are told/)).toBeNull();
    cleanup();
    const shown = SAMPLES.influence.prompts.find((one) => one.prompt.name === "influence")!;
    const menu = structuredClone(shown.prompt) as unknown as { choices: { key: string; note?: string }[] };
    for (const choice of menu.choices) if (choice.key.startsWith("extra_die_")) choice.note = "1 coin, Delphir then leads on 3 of 6 faces";
    ask("influence", SAMPLES.influence, menu);
    expect(screen.getByText(/Its odds are told/)).toBeTruthy();
  });

  it("lets it be", async () => {
    const { socket } = ask("influence", SAMPLES.influence);
    await fireEvent.click(screen.getByRole("button", { name: "Let it be" }));
    expect(answered(socket)).toEqual({ act: "end_turn" });
  });
});

describe("a wording that is weighed", () => {
  const words = (name: string): object => ({ kind: "words", name, text: name, aloud: true, default: "" });
  const MENU = {
    kind: "menu",
    name: "answer_stakes",
    text: "Is the wording fair?",
    choices: [
      { key: "accept", label: "Fair enough" },
      { key: "counter", label: "Put it differently", fields: [words("scope"), words("wants")] },
    ],
  };
  const conflict = { ...(state(SAMPLES.influence)["conflict"] as Conflict), scope: "A duel.", wants: "The key." };
  const view = { ...SAMPLES.influence, state: { ...SAMPLES.influence.state, conflict } } as View;

  it("is put differently from the words on the table on", async () => {
    const { socket } = ask("answer_stakes", view, MENU);
    expect(screen.queryByRole("textbox")).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: "Put it differently" }));
    const [scope, wants] = screen.getAllByRole("textbox") as HTMLTextAreaElement[];
    expect([scope!.value, wants!.value]).toEqual(["A duel.", "The key."]);
    await fireEvent.input(scope!, { target: { value: "A duel of whispers." } });
    const [, send] = screen.getAllByRole("button", { name: "Put it differently" });
    await fireEvent.click(send!);
    expect(answered(socket)).toEqual({ act: "counter", scope: "A duel of whispers.", wants: "The key." });
  });

  it("keeps what was begun through a reload, but not on other words", async () => {
    ask("answer_stakes", view, MENU);
    await fireEvent.click(screen.getByRole("button", { name: "Put it differently" }));
    await fireEvent.input(screen.getAllByRole("textbox")[0]!, { target: { value: "Cards." } });
    cleanup();
    ask("answer_stakes", view, MENU);
    expect((screen.getAllByRole("textbox")[0] as HTMLTextAreaElement).value).toBe("Cards.");
    cleanup();
    const other = { ...view, state: { ...view.state, conflict: { ...conflict, scope: "A race." } } } as View;
    ask("answer_stakes", other, MENU);
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  it("is fair enough", async () => {
    const { socket } = ask("answer_stakes", view, MENU);
    await fireEvent.click(screen.getByRole("button", { name: "Fair enough" }));
    expect(answered(socket)).toEqual({ act: "accept" });
  });
});

describe("the end", () => {
  const course = { ...(state(SAMPLES.influence)["course"] as Course), phase: "ended", last: "", scenes: 5, played: 4 };
  const { conflict: _, ...rest } = state(SAMPLES.influence);
  const ended = { ...SAMPLES.influence, over: true, prompts: [], state: { ...rest, course } } as unknown as View;

  it("rests the board: nothing is said of what could still be done", () => {
    const { table } = seated(ended);
    table.guide = { pieces: { ...WORDS, phases: { ended: "The fall", stopped: "Where you stopped" } } } as unknown as Guide;
    const { container } = render(Board, { table });
    expect(screen.getByRole("heading", { name: /^Where you stopped/ })).toBeTruthy();
    for (const said of ["more strain", "Make one the stake", "Offers only"]) expect(container.textContent).not.toContain(said);
  });

  it("counts the scenes that were set, and names only memories that changed hands", async () => {
    const { table } = seated(ended);
    render(look.End!, { table });
    await fireEvent.click(screen.getByRole("button", { name: "What became of them" }));
    expect(screen.getByText("4 scenes. Nobody has won.")).toBeTruthy();
    expect(document.body.textContent).not.toContain("crown .");
    const memories = Object.entries(state(ended)).filter(([key]) => key.startsWith("memory/"));
    const far = memories.filter(([, memory]) => (memory as Memory).kingship !== "true" && holdersOf(memory as Memory).size > 1);
    const list = screen.queryByRole("list", { name: "Memories that went far" });
    expect(list?.children.length ?? 0).toBe(Math.min(far.length, 5));
  });

  it("knows who has held a memory", () => {
    const moment = (kind: string, seat: string): object => ({ kind, seat, text: "", coins: 1, scene: 0 });
    const life = (...moments: object[]): Memory => ({ life: moments }) as unknown as Memory;
    expect(holdersOf(life(moment("written", "a"), moment("aside", ""), moment("market", ""))).size).toBe(0);
    expect(holdersOf(life(moment("written", "a"), moment("won", "b"), moment("left", "b"))).size).toBe(1);
    expect(holdersOf(life(moment("written", "a"), moment("won", "b"), moment("traded", "c"))).size).toBe(2);
  });
});

describe("coins that are asked for", () => {
  const HOW = { kind: "words", name: "how", text: "How?", aloud: true, default: "" };
  const coin = (key: string): object => ({ key, label: key.startsWith("purse") ? "Your purse" : "I remember it" });

  it("move by the pile, and begin where the table would take them", async () => {
    const from = { kind: "some", name: "from", text: "Which?", options: ["memory/1#1", "memory/1#2", "memory/14#1"].map(coin), least: 2, most: 2, default: ["memory/1#1", "memory/1#2"] };
    const { socket } = ask("place_strain", SAMPLES.influence, { kind: "form", name: "place_strain", text: "Strain", fields: [from, HOW] });
    const [less] = screen.getAllByRole("button", { name: /^One less I remember/ });
    await fireEvent.click(less!);
    await fireEvent.click(screen.getByRole("button", { name: "Bear it" }));
    expect(answered(socket)).toBeUndefined();
    expect(screen.getByRole("alert").textContent).toBe("1 coin more.");
    const [, more] = screen.getAllByRole("button", { name: /^One more I remember/ });
    await fireEvent.click(more!);
    await fireEvent.click(screen.getByRole("button", { name: "Bear it" }));
    expect(answered(socket)).toEqual({ from: ["memory/1#1", "memory/14#1"], how: "" });
  });

  it("are placed one for each 6", async () => {
    const place = (name: string): object => ({ kind: "pick", name, text: name, options: [coin("purse"), coin("memory/1"), { key: "decline", label: "Leave it" }], default: "purse" });
    const { socket } = ask("place_gain", SAMPLES.influence, { kind: "form", name: "place_gain", text: "Gain", fields: [place("coin_1"), place("coin_2"), HOW] });
    await fireEvent.click(screen.getByRole("button", { name: "One less Your purse" }));
    await fireEvent.click(screen.getByRole("button", { name: "One more I remember it" }));
    await fireEvent.click(screen.getByRole("button", { name: "Take it" }));
    expect(answered(socket)).toEqual({ coin_1: "purse", coin_2: "memory/1", how: "" });
  });
});

it("shows memories to choose from as cards, beside whatever else can be chosen", async () => {
  const prompt = { kind: "pick", name: "stake", text: "Is a memory at stake?", options: [{ key: "none", label: "No memory at stake" }, { key: "memory/1", label: "I remember standing", note: "5 coins" }] };
  const { socket } = ask("stake", SAMPLES.influence, prompt);
  expect(screen.getByRole("button", { name: "No memory at stake" })).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: /^Stake it/ }));
  expect(answered(socket)).toBe("memory/1");
});

it("asks after the fall before it tells what became of them", async () => {
  const course = { ...(state(SAMPLES.settling)["course"] as Course), phase: "ended", last: "a", king: "a" };
  const { table } = seated({ ...SAMPLES.settling, over: true, state: { ...SAMPLES.settling.state, course } } as View);
  render(look.End!, { table });
  expect(screen.getByLabelText("A moment you will remember")).toBeTruthy();
  expect(screen.queryByText("Nobody has won.", { exact: false })).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: "What became of them" }));
  const told = screen.getByRole("region", { name: "What became of them" });
  expect(told.textContent).toContain("was the last at court");
  expect(told.textContent).toContain("left the story");
  expect(told.textContent).toContain("Nobody has won.");
});
