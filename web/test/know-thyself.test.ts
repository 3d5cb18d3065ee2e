import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import Board from "../src/games/know-thyself/Board.svelte";
import End from "../src/games/know-thyself/End.svelte";
import InvokeAsk from "../src/games/know-thyself/InvokeAsk.svelte";
import CoverAsk from "../src/games/know-thyself/CoverAsk.svelte";
import MemoryAsk from "../src/games/know-thyself/MemoryAsk.svelte";
import LastWagerAsk from "../src/games/know-thyself/LastWagerAsk.svelte";
import SuitsAsk from "../src/games/know-thyself/SuitsAsk.svelte";
import { goingOf } from "../src/games/know-thyself/going";
import { cardsOf, fullestBox, inCoins, Pieces, type Wager } from "../src/games/know-thyself/pieces";
import { around, inLines, isUpright, nameBox, narrowed, sealedFrom, shownOf, standing, walls, waysFrom, whole, type Plan } from "../src/games/know-thyself/plan";
import type { TableStore } from "../src/lib/table.svelte";
import type { Guide, ShownPrompt, View } from "../src/lib/types";
import samples from "./samples/know-thyself.json";
import { sitDown, type Socket } from "./seated";

const plan = samples.pieces.plan as unknown as Plan;
const place = (id: string) => plan.rooms.find((room) => room.id === id)!;

type Moment = "exploring" | "choosing" | "master" | "over";

function seated(moment: Moment, you: string | null = "a", change: Record<string, object> = {}): { table: TableStore; socket: Socket } {
  const view = samples[moment] as unknown as View;
  const state = { ...view.state, ...Object.fromEntries(Object.entries(change).map(([key, fields]) => [key, { ...view.state[key], ...fields }])) };
  const seats = Object.entries(view.names).map(([seat, name]) => ({ seat, name, kind: "person" as const, here: true }));
  const { table, socket } = sitDown({ view: { ...view, state }, room: { you, seats } as never });
  table.guide = { pieces: samples.pieces } as unknown as Guide;
  return { table, socket };
}

const press = (name: string | RegExp, scope: HTMLElement = document.body): Promise<boolean> =>
  fireEvent.click(within(scope).getByRole("button", { name }));

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

describe("the plan", () => {
  it("leads from every room to every other but the Master's Suite, and back the same way", () => {
    const reached = new Set(["guest_suite"]);
    for (const room of reached) for (const way of waysFrom(plan, room)) reached.add(way.room);
    expect(reached.size).toBe(25);
    expect(waysFrom(plan, "masters_suite")).toEqual([]);
    expect(sealedFrom(plan, "masters_suite")).toEqual(["great_hall", "gallery"]);
    for (const room of plan.rooms) {
      for (const way of waysFrom(plan, room.id)) expect(waysFrom(plan, way.room)).toContainEqual({ room: room.id, kind: way.kind });
    }
  });

  it("writes a name beside a room that lies inside another", () => {
    expect(nameBox(place("courtyard"), plan.rooms)).toEqual({ x: 4, y: 8, w: 4, h: 3 });
    expect(nameBox(place("hedge_maze"), plan.rooms)).toEqual({ x: 4, y: 1, w: 6, h: 1 });
    expect(nameBox(place("study"), plan.rooms)).toBe(place("study"));
  });

  it("shows a part that holds a room and all its neighbours, and never leaves the plan", () => {
    for (const room of plan.rooms) {
      const box = around(plan, [room.id]);
      const outer = whole(plan);
      expect(box.x).toBeGreaterThanOrEqual(outer.x);
      expect(box.x + box.w).toBeLessThanOrEqual(outer.x + outer.w);
      for (const one of [room, ...waysFrom(plan, room.id).map((way) => place(way.room))]) {
        expect(one.x).toBeGreaterThanOrEqual(box.x);
        expect(one.y + one.h).toBeLessThanOrEqual(box.y + box.h);
      }
    }
  });

  it("keeps the room in the middle where a screen is too narrow for all of it", () => {
    const hall = place("great_hall");
    const frame = narrowed(around(plan, ["great_hall"]), hall, 7);
    expect(frame.w).toBe(7);
    expect(frame.x + frame.w / 2).toBe(hall.x + hall.w / 2);
    const suite = narrowed(around(plan, ["kitchen"]), place("kitchen"), 5);
    expect(suite.x).toBe(whole(plan).x);
  });

  it("writes a name only where enough of its room is shown", () => {
    const frame = { x: 4, y: 6, w: 6, h: 4 };
    expect(shownOf(place("great_hall"), frame)).toEqual({ x: 4, y: 6, w: 5, h: 2 });
    expect(shownOf(place("ballroom"), frame)).toEqual({ x: 9, y: 8, w: 1, h: 2 });
    expect(shownOf(place("kitchen"), frame)).toBeNull();
  });

  it("stands six tokens in any room apart from each other and inside its walls", () => {
    for (const room of plan.rooms) {
      const spots = [0, 1, 2, 3, 4, 5].map((one) => standing(room, one, 6));
      expect(new Set(spots.map(String)).size).toBe(6);
      for (const [x, y] of spots) {
        expect(x).toBeGreaterThan(room.x);
        expect(x).toBeLessThan(room.x + room.w);
        expect(y).toBeGreaterThan(room.y);
        expect(y).toBeLessThan(room.y + room.h);
      }
    }
    expect(standing(place("cliffs"), 0, 1, true)[0]).toBeLessThan(place("cliffs").x);
  });

  it("draws the same wall every time, and turns doors into the wall they are in", () => {
    expect(walls(place("study"), "study")).toBe(walls(place("study"), "study"));
    expect(walls(place("study"), "study")).not.toBe(walls(place("study"), "other"));
    expect(isUpright(plan, [2, 5], ["banquet_hall", "kitchen"])).toBe(true);
    expect(isUpright(plan, [1, 8], ["servants_quarters", "armory"])).toBe(false);
  });

  it("breaks a name into lines, never a word", () => {
    expect(inLines("of Humiliating Camaraderie", 16)).toEqual(["of Humiliating", "Camaraderie"]);
    expect(inLines("Understanding", 5)).toEqual(["Understanding"]);
  });
});

describe("the pieces of a view", () => {
  it("finds every Coin of the house in one pile", () => {
    for (const moment of ["exploring", "choosing", "master", "over"] as const) {
      const { table } = seated(moment);
      const pieces = new Pieces(table);
      expect(pieces.piles.reduce((sum, pile) => sum + pile.coins + pile.staked, 0)).toBe(pieces.coins.total);
    }
  });

  it("counts a stake to whoever staked it", () => {
    const pieces = new Pieces(seated("choosing").table);
    expect(pieces.owned("a")).toBe(pieces.guest("a")!.coins + 4);
    expect(pieces.piles[0]).toMatchObject({ key: "master", staked: 8 });
  });

  it("puts the cards of a Wager in order, invoked ones last", () => {
    const wager = { drawn: { a: ["2D"] }, invoked: { a: ["KS"] } } as unknown as Wager;
    expect(cardsOf(wager, "a")).toEqual([{ card: "2D", invoked: false }, { card: "KS", invoked: true }]);
    expect(cardsOf(wager, "b")).toEqual([]);
  });

  it("calls a room by both its names once somebody has been there", () => {
    const pieces = new Pieces(seated("exploring").table);
    expect(pieces.roomPlace("study")).toBe("in the Study of Humiliating Camaraderie");
    expect(pieces.roomName("terrace")).toBe("Terrace");
  });

  it("reads who may go where off the explore menu", () => {
    const { table } = seated("exploring");
    const going = goingOf(table.prompts);
    expect(going?.act).toBe("move");
    expect(going?.rooms.map((room) => room.key)).toEqual(["countess_chambers", "library"]);
    expect(goingOf([])).toBeNull();
    expect(fullestBox(new Pieces(table).memories("a"))).toBe(2);
  });
});

describe("the board", () => {
  it("goes to a room that was pressed on the plan, with company", async () => {
    const { table, socket } = seated("exploring");
    render(Board, { table });
    const palace = screen.getByRole("region", { name: "The palace" });
    await fireEvent.click(within(palace).getAllByRole("button", { name: /Library of Exemplary Peace/ })[0]!);
    await fireEvent.click(screen.getByLabelText("Ben"));
    await press("Go there");
    expect(socket.said("answer")[0]).toMatchObject({ prompt: "explore", value: { act: "move", room: "library", company: ["c"] } });
  });

  it("says in words what the plan draws: names, people, effects and ways", () => {
    render(Board, { table: seated("exploring").table });
    const palace = screen.getByRole("region", { name: "The palace" });
    expect(palace.textContent).toContain("True Names shown: 6 of 26");
    expect(within(palace).getAllByText("Study of Humiliating Camaraderie").length).toBeGreaterThan(0);
    expect(within(palace).getAllByRole("list", { name: "Ways from the Terrace" })).toHaveLength(1);
  });

  it("puts one's own sheet first, with Memories by suit", () => {
    render(Board, { table: seated("exploring").table });
    const sheets = screen.getAllByRole("article");
    expect(sheets[0]!.textContent).toContain("your guest");
    expect(sheets[0]!.textContent).toContain("4 of 9 Memories");
  });

  it("shows both sides of a Wager, the cards and the ladder", () => {
    render(Board, { table: seated("choosing").table });
    const wager = screen.getByRole("region", { name: "The Wager" });
    expect(within(wager).getByRole("img", { name: "7 of Clubs, held" })).toBeTruthy();
    expect(within(wager).getAllByText("4 Coins").length).toBeGreaterThan(2);
    expect(wager.querySelector("[aria-current=step]")?.textContent).toContain("Full");
  });

  it("takes what hangs on a Wager, and how the Coins stand, from the table", () => {
    const brings = { a: { full: 9, partial: 8, minor: 7, failure: -6 } };
    render(Board, { table: seated("choosing", "a", { wager: { brings, degree: { a: "minor" } }, coins: { to_the_end: 1, to_beat: 33, winning: ["a"] } }).table });
    const rungs = within(screen.getByRole("list", { name: "What each degree brings" })).getAllByRole("listitem");
    expect(rungs.map((rung) => rung.textContent?.match(/[+−]\d+/)?.[0])).toEqual(["+9", "+8", "+7", "−6"]);
    expect(rungs[2]!.getAttribute("aria-current")).toBe("step");
    expect(screen.getByText(/1 Coin won from the Master/)).toBeTruthy();
    expect(screen.getAllByRole("article").at(-1)!.textContent).toMatch(/losing, \d+ against 33/);
    expect(screen.getByText("winning")).toBeTruthy();
  });

  it("tells Coins in words that fit", () => {
    expect([0, 1, 2].map(inCoins)).toEqual(["no Coins", "1 Coin", "2 Coins"]);
  });

  it("says of a called Edge whether a Coin was added for it", () => {
    const edges = { edge1: "Lame" };
    const called = { hindered: { a: "edge1" } };
    render(Board, { table: seated("choosing", "a", { "guest/a": { edges }, wager: called }).table });
    expect(screen.getByRole("region", { name: "The Wager" }).textContent).toMatch(/“Lame” hinders: \w+ added 1 Coin/);
    cleanup();
    render(Board, { table: seated("choosing", "a", { "guest/a": { edges }, wager: { ...called, refused: ["a"] } }).table });
    expect(screen.getByRole("region", { name: "The Wager" }).textContent).toContain("“Lame” does not count: there was no Coin for it.");
    cleanup();
    render(Board, { table: seated("choosing", "a", { "guest/a": { edges: {} }, wager: called }).table });
    expect(screen.getByRole("region", { name: "The Wager" }).textContent).not.toContain("undefined");
  });

  it("keeps the desk on the Master's screen", () => {
    render(Board, { table: seated("master").table });
    const look = Object.values(samples.master.state.desk.rooms)[0]!.look;
    expect(screen.getByRole("region", { name: "The Master’s desk" }).textContent).toContain(look);
    cleanup();
    for (const you of ["a", null]) {
      render(Board, { table: seated("exploring", you).table });
      expect(screen.queryByRole("region", { name: "The Master’s desk" })).toBeNull();
      cleanup();
    }
  });

  it("asks before it tells how it ended", async () => {
    render(End, { table: seated("over").table });
    expect(screen.queryByLabelText("How it ended")).toBeNull();
    await press("Read how it ended");
    const ending = screen.getByLabelText("How it ended");
    for (const guest of Object.values(samples.over.result.guests)) expect(ending.textContent).toContain(guest.name);
  });

  it("opens what was remembered with the ending, before the Coins", async () => {
    const { table } = seated("over");
    render(End, { table });
    await press("Read how it ended");
    const text = screen.getByLabelText("How it ended").textContent ?? "";
    const [first] = new Pieces(table).memories("a");
    expect(text.indexOf(first!.text)).toBeGreaterThan(0);
    expect(text.indexOf(first!.text)).toBeLessThan(text.indexOf("to beat"));
    expect(document.querySelector("details details, article details")).toBeNull();
  });

  it("draws piles in proportion, and never more of one staked than is", () => {
    const wager = { master_side: { a: 7 }, player_side: { a: 12 } };
    const change = { coins: { master: 35, bank: 0 }, "guest/a": { coins: 6 }, "guest/c": { coins: 0 }, wager };
    const { table } = seated("choosing", "a", change);
    render(Board, { table });
    const drawn = within(screen.getByRole("region", { name: "All Coins" }))
      .getAllByRole("listitem")
      .map((pile) => [pile.querySelector("strong")!.textContent, pile.querySelectorAll("ellipse").length, pile.querySelectorAll(".staked").length]);
    const piles = new Pieces(table).piles;
    expect(piles.map((pile) => pile.coins + pile.staked)).toContain(42);
    for (const [place, pile] of piles.entries()) {
      const own = pile.coins + pile.staked;
      const [, discs, staked] = drawn[place]! as [string, number, number];
      expect(Math.abs(discs - own / 4.2)).toBeLessThan(1);
      expect(staked < discs).toBe(pile.coins > 0);
    }
  });
});

describe("questions of its own", () => {
  const shown = (prompt: object): ShownPrompt => ({ id: "q1", prompt, must: true }) as ShownPrompt;

  it("invokes a Memory by its words", async () => {
    const { table, socket } = seated("exploring");
    const options = [{ key: "memory/a/1", label: "x", note: "1 Coin" }, { key: "stand", label: "Let it stand" }];
    render(InvokeAsk, { table, shown: shown({ kind: "pick", name: "invoke", text: "?", options }) });
    await press(/Invoke:/);
    expect(socket.said("answer")[0]).toMatchObject({ value: "memory/a/1" });
  });

  it("shows beside a Memory what is remembered already", () => {
    const { table } = seated("exploring");
    const note = "On “a ring”, coloured by Lost Love.\nAlready there:\nI held the bridge.";
    render(MemoryAsk, { table, shown: shown({ kind: "words", name: "memory", text: "?", most: 240, note }) });
    expect(screen.getByText(/Already there/).textContent).toBe("Already there:\nI held the bridge.");
  });

  it("reckons the Bank's fee while one steps", async () => {
    const { table, socket } = seated("exploring");
    render(CoverAsk, { table, shown: shown({ kind: "number", name: "cover_zero", text: "How many?", least: 0, most: 9, default: 0 }) });
    for (let step = 0; step < 3; step += 1) await press("One more Coin");
    expect(screen.getByText(/3 Coins and pay the Bank 2 Coins: 5 in all, and 20 left/)).toBeTruthy();
    await press("Give 3 Coins");
    expect(socket.said("answer")[0]).toMatchObject({ value: 3 });
  });

  it("stakes on the last card what would be enough", async () => {
    const { table, socket } = seated("exploring", "a", { "guest/a": { coins: 18, enough: 4 } });
    const stake = { kind: "number", name: "stake", text: "How many Coins?", least: 1, most: 18 };
    const choices = [{ key: "stake_all", label: "Stake", fields: [stake] }, { key: "pass", label: "Pass" }];
    render(LastWagerAsk, { table, shown: shown({ kind: "menu", name: "last_wager", text: "?", choices }) });
    expect(screen.getByText(/that is enough to win/).textContent).toContain("22 Coins");
    await press("One less Coin");
    expect(screen.getByText(/that is not enough to win/).textContent).toContain("21 Coins");
    await press("One more Coin");
    await press("Stake 4 Coins on one card");
    expect(socket.said("answer")[0]).toMatchObject({ value: { act: "stake_all", stake: 4 } });
  });

  it("moves things between suits and keeps them through a reload", async () => {
    const options = ["a bell", "a key", "a map", "a ring"].map((label, index) => ({ key: String(index + 1), label }));
    const form = shown({ kind: "form", name: "suits", text: "?", fields: [{ kind: "arrange", name: "order", text: "?", options, default: ["1", "2", "3", "4"] }] });
    render(SuitsAsk, { table: seated("exploring").table, shown: form });
    await press("Move a bell down");
    cleanup();
    const { table, socket } = seated("exploring");
    render(SuitsAsk, { table, shown: form });
    await press("That is how it is");
    await waitFor(() => expect(socket.said("answer")[0]).toMatchObject({ value: { order: ["2", "1", "3", "4"] } }));
  });
});
