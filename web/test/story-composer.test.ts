import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, it } from "vitest";
import { preferences } from "../src/lib/preferences.svelte";
import Composer from "../src/table/Composer.svelte";
import { SILENCE, understood, wishOf } from "../src/table/speech";
import { sitDown } from "./seated";

beforeEach(() => {
  sessionStorage.clear();
  preferences.set({ sendWith: "enter" });
});

const typed = (text: string): unknown => understood({ ...SILENCE, text });

describe("what is typed", () => {
  it("is said at the table, if nothing else is meant", () => {
    expect(wishOf(typed(" Hello. ") as never)).toEqual({ type: "talk", mode: "say", text: "Hello." });
  });

  it("can be meant otherwise by a slash", () => {
    expect(typed("/desc It rains.")).toMatchObject({ mode: "narrate", text: "It rains." });
    expect(typed("/me waves")).toMatchObject({ mode: "narrate", text: "waves" });
    expect(typed("/ooc Tea?")).toMatchObject({ mode: "aside", text: "Tea?" });
    expect(typed("/w the umbrella")).toMatchObject({ mode: "note", text: "the umbrella" });
    expect(typed("/as Jonas Not yet.")).toMatchObject({ mode: "as", speaker: "Jonas", text: "Not yet." });
    expect(typed("/as Agent Mbatha: Not yet.")).toMatchObject({ speaker: "Agent Mbatha", text: "Not yet." });
  });

  it("is sent back with a sentence where it cannot be meant", () => {
    expect(typed("/dance")).toContain("There is no /dance here.");
    expect(typed("  ")).toBe("Write something first.");
    expect(understood({ ...SILENCE, mode: "as", text: "Hello" })).toBe("Say who speaks.");
  });
});

describe("the composer", () => {
  const field = (): HTMLTextAreaElement => screen.getByLabelText("Your words");

  it("sends with Enter, or only with Ctrl and Enter, by preference", async () => {
    const { table, socket } = sitDown();
    render(Composer, { table });
    await fireEvent.input(field(), { target: { value: "One." } });
    await fireEvent.keyDown(field(), { key: "Enter" });
    preferences.set({ sendWith: "ctrl-enter" });
    await fireEvent.input(field(), { target: { value: "Two." } });
    await fireEvent.keyDown(field(), { key: "Enter" });
    expect(socket.said("talk")).toHaveLength(1);
    await fireEvent.keyDown(field(), { key: "Enter", ctrlKey: true });
    expect(socket.said("talk").map((one) => one["text"])).toEqual(["One.", "Two."]);
  });

  it("keeps a draft through a reload, with its mode", async () => {
    const { table } = sitDown();
    const { unmount } = render(Composer, { table });
    await fireEvent.click(screen.getByRole("button", { name: "Narrate" }));
    await fireEvent.input(field(), { target: { value: "The lift sto" } });
    unmount();
    render(Composer, { table });
    expect(field().value).toBe("The lift sto");
    expect(screen.getByRole("button", { name: "Narrate" }).getAttribute("aria-pressed")).toBe("true");
  });

  it("shows what was refused, with its words, and puts them back on demand", async () => {
    const { table, socket } = sitDown();
    render(Composer, { table });
    await fireEvent.input(field(), { target: { value: "Hello." } });
    await fireEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(field().value).toBe("");
    socket.answers({ refused: "Not just now." });
    expect((await screen.findByRole("alert")).textContent).toContain("Not just now.");
    await fireEvent.click(screen.getByRole("button", { name: "Change it" }));
    expect(field().value).toBe("Hello.");
  });

  it("says so while words wait for the connection", async () => {
    const { table, socket } = sitDown();
    render(Composer, { table });
    socket.onclose?.({ code: 1006, reason: "" });
    await fireEvent.input(field(), { target: { value: "Hello." } });
    await fireEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(screen.getByRole("alert").textContent).toContain("Not sent yet.");
    table.stop();
  });

  it("offers words to those the table waits for, and to nobody else", async () => {
    const { table, socket } = sitDown({ view: { waiting: ["a", "b"] } });
    render(Composer, { table });
    await fireEvent.click(screen.getByRole("button", { name: "Offer words" }));
    expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual(["Ben"]);
    await fireEvent.input(field(), { target: { value: "A red door." } });
    expect(socket.said("typing")).toEqual([]);
    await fireEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(socket.said("suggest")).toEqual([{ type: "suggest", to: "b", text: "A red door." }]);
  });

  it("shows who writes, and tells others that you do", async () => {
    const { table, socket } = sitDown();
    render(Composer, { table });
    socket.hears({ type: "typing", seat: "b" });
    await tick();
    expect(screen.getByText("Ben is writing.")).toBeTruthy();
    await fireEvent.input(field(), { target: { value: "I" } });
    expect(socket.said("typing")).toHaveLength(1);
    table.stop();
  });

  it("lists raised hands in the order they went up", async () => {
    const { table, socket, room } = sitDown();
    render(Composer, { table });
    const seats = table.room!.seats;
    const up = (...who: string[]): void => room({ seats: seats.map((seat) => ({ ...seat, hand: who.includes(seat.seat) })) });
    up("b");
    await tick();
    up("a", "b");
    await tick();
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["1. Ben", "2. you"]);
    await fireEvent.click(screen.getByRole("button", { name: "Lower your hand" }));
    expect(socket.said("hand")).toEqual([{ type: "hand", up: false }]);
  });

  const offer = { kind: "talk", text: "A red door.", by: "b", to: ["b", "a"], facts: { mode: "suggest", to: "a" } };
  const use = (): Promise<unknown> => fireEvent.click(screen.getByRole("button", { name: "Use these words" }));

  it("lays offered words into the open question", async () => {
    document.body.insertAdjacentHTML("beforeend", '<div id="now"><textarea aria-label="Answer"></textarea></div>');
    const { table } = sitDown({ lines: [offer] });
    render(Composer, { table });
    await use();
    expect(screen.getByLabelText<HTMLTextAreaElement>("Answer").value).toBe("A red door.");
    expect(screen.queryByRole("button", { name: "Use these words" })).toBeNull();
    document.getElementById("now")?.remove();
  });

  it("lays them into what you narrate where no question is open", async () => {
    const { table, socket } = sitDown({ lines: [offer] });
    render(Composer, { table });
    await fireEvent.input(field(), { target: { value: "I see:" } });
    await use();
    await fireEvent.keyDown(field(), { key: "Enter" });
    expect(socket.said("talk")).toEqual([{ type: "talk", mode: "narrate", text: "I see: A red door." }]);
  });

  it("says whose words they were once everybody has read them, and only once", async () => {
    const { table, socket, tell } = sitDown({ lines: [offer] });
    const { unmount } = render(Composer, { table });
    await use();
    unmount();
    render(Composer, { table }); // the page may be loaded anew meanwhile
    expect(screen.getByText(/You are using words from Ben\./)).toBeTruthy();
    for (const told of [
      { kind: "memory", text: "A red door.", by: "a", to: ["a"] }, // to thank for a secret would tell it to Ben
      { kind: "talk", text: "A red door?", by: "a", facts: { mode: "say" } },
      { kind: "telling", text: "A red door.", by: "b" },
      { kind: "telling", text: "Nobody is there.", by: "a" },
    ]) {
      tell(told);
      await tick();
    }
    expect(socket.said("talk")).toEqual([]);
    tell({ kind: "telling", text: "There is a door, and it is red.", by: "a" });
    await tick();
    tell({ kind: "telling", text: "A red door.", by: "a" });
    await tick();
    expect(socket.said("talk")).toEqual([{ type: "talk", mode: "narrate", text: "With words from Ben." }]);
    expect(screen.queryByText("Words offered to you")).toBeNull();
  });

  it("leaves that out if you wish", async () => {
    const { table, socket, tell } = sitDown({ lines: [offer] });
    render(Composer, { table });
    await use();
    await fireEvent.click(screen.getByRole("button", { name: "Leave that out" }));
    tell({ kind: "telling", text: "A red door.", by: "a" });
    await tick();
    expect(socket.said("talk")).toEqual([]);
  });

  it("tells onlookers why they cannot speak", () => {
    const { table } = sitDown({ room: { you: null } });
    render(Composer, { table });
    expect(screen.queryByLabelText("Your words")).toBeNull();
    expect(screen.getByText(/You are looking on/)).toBeTruthy();
  });
});
