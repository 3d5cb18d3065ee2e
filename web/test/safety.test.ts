import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, it } from "vitest";
import { announcer } from "../src/lib/announce.svelte";
import Limits from "../src/table/Limits.svelte";
import PausePanel from "../src/table/PausePanel.svelte";
import Safety from "../src/table/Safety.svelte";
import { sitDown } from "./seated";

beforeEach(() => sessionStorage.clear());

describe("the safety corner", () => {
  it("pauses with one press, and does not name anybody", async () => {
    const { table, socket } = sitDown();
    render(Safety, { table });
    await fireEvent.click(screen.getByRole("button", { name: "Pause" }));
    expect(socket.said("pause")).toEqual([{ type: "pause" }]);
    expect(screen.getByText("The table pauses in a moment. Nobody learns who asked.")).toBeTruthy();
  });

  it("pauses with Escape and X, also from a text field, and with X alone never", async () => {
    const { table, socket } = sitDown();
    render(Safety, { table });
    const field = document.body.appendChild(document.createElement("textarea"));
    await fireEvent.keyDown(field, { key: "x" });
    await fireEvent.keyDown(field, { key: "Escape" });
    await fireEvent.keyDown(field, { key: "e" });
    await fireEvent.keyDown(field, { key: "x" });
    expect(socket.said("pause")).toEqual([]);
    await fireEvent.keyDown(field, { key: "Escape" });
    await fireEvent.keyDown(field, { key: "X" });
    expect(socket.said("pause")).toHaveLength(1);
    field.remove();
  });

  it("keeps a pause that cannot be sent yet, and says so", async () => {
    const { table, socket } = sitDown();
    render(Safety, { table });
    socket.onclose?.({ code: 1006, reason: "" });
    await fireEvent.click(screen.getByRole("button", { name: "Pause" }));
    expect(screen.getByText("Not connected. The pause is sent when we are back.")).toBeTruthy();
    expect(table.unsent).toBe(1);
    table.stop();
  });

  it("marks the page and interrupts those who listen when the table pauses", async () => {
    const { table, room } = sitDown();
    render(Safety, { table });
    room({ paused: true });
    await tick();
    expect(document.documentElement.hasAttribute("data-paused")).toBe(true);
    expect(announcer.urgent.trim()).toBe("The table has paused.");
    room({ paused: false });
    await tick();
    expect(document.documentElement.hasAttribute("data-paused")).toBe(false);
  });

  it("opens the door only after saying what happens", async () => {
    const { table, socket } = sitDown();
    render(Safety, { table });
    await fireEvent.click(screen.getByRole("button", { name: "Safety" }));
    expect(screen.getByText(/A bot keeps your seat/)).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Leave the table" }));
    expect(socket.said("leave")).toEqual([]);
    await fireEvent.click(screen.getByRole("button", { name: "Yes, get up" }));
    expect(socket.said("leave")).toHaveLength(1);
  });

  it("is not there for onlookers, who have nothing to stop", () => {
    render(Safety, { table: sitDown({ room: { you: null } }).table });
    expect(screen.queryByRole("button", { name: "Pause" })).toBeNull();
  });
});

describe("a paused table", () => {
  it("names nobody, and goes on when those who are here agree", async () => {
    const { table, socket, room } = sitDown();
    render(PausePanel, { table });
    expect(screen.queryByText("The table has paused.")).toBeNull();
    room({ paused: true, motions: [{ kind: "resume", text: "Shall the table go on?", missing: 2 }] });
    await tick();
    expect(screen.getByRole("heading", { name: "The table has paused." })).toBeTruthy();
    expect(screen.getByText("The table goes on when 2 people agree, you among them.")).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Go on" }));
    expect(socket.said("agree")).toEqual([{ type: "agree", kind: "resume" }]);
    room({ paused: true, motions: [{ kind: "resume", text: "Shall the table go on?", missing: 1, yours: true }] });
    await tick();
    expect(screen.queryByRole("button", { name: "Go on" })).toBeNull();
    expect(screen.getByText(/1 person is\s+not ready yet\./)).toBeTruthy();
  });

  it("tells everybody when somebody would rather not", async () => {
    const { table, room } = sitDown({ room: { motions: [{ kind: "rewind", text: "Ada asks to go back." }] } });
    render(PausePanel, { table });
    expect(screen.queryByText(/Not everybody wants that/)).toBeNull();
    room({ declined: "rewind", motions: [] });
    await tick();
    expect(screen.getByText(/Not everybody wants that/)).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Good" }));
    expect(screen.queryByText(/Not everybody wants that/)).toBeNull();
  });

  it("lets a break be told to the others", async () => {
    const { table, socket } = sitDown({ room: { paused: true } });
    render(PausePanel, { table });
    await fireEvent.click(screen.getByRole("button", { name: "Take a break" }));
    await fireEvent.click(screen.getByRole("button", { name: "Tell the others" }));
    expect(socket.said("talk")).toEqual([{ type: "talk", mode: "aside", text: "I am taking a short break." }]);
  });
});

describe("what the table is asked", () => {
  it("can be agreed to or declined, and a strike only agreed to", async () => {
    const { table, socket, room } = sitDown({
      room: { motions: [{ kind: "rewind", text: "Ben asks to go back.", by: "b", missing: 1 }] },
    });
    render(PausePanel, { table });
    expect(screen.getByText("1 person has still to agree.")).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "No, leave it as it is" }));
    expect(socket.said("decline")).toEqual([{ type: "decline", kind: "rewind" }]);
    room({ motions: [{ kind: "strike", text: "Somebody asks to go back.", missing: 2 }] });
    await tick();
    expect(screen.queryByRole("button", { name: "No, leave it as it is" })).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: "Agree" }));
    expect(socket.said("agree")).toEqual([{ type: "agree", kind: "strike" }]);
  });
});

describe("lines and veils", () => {
  it("are one list without names, and can be added to and taken from", async () => {
    const { table, socket } = sitDown({ room: { lines: ["razors"], veils: ["blood"] } });
    render(Limits, { table });
    expect(screen.getByText("razors", { selector: ".limit" })).toBeTruthy();
    await fireEvent.click(screen.getByRole("radio", { name: "A veil: not in detail" }));
    await fireEvent.input(screen.getByLabelText("In a few words"), { target: { value: "teeth" } });
    await fireEvent.click(screen.getByRole("button", { name: "Name it" }));
    expect(socket.said("limit")).toEqual([{ type: "limit", kind: "veil", text: "teeth" }]);
    await fireEvent.click(screen.getByRole("button", { name: /Withdraw razors/ }));
    expect(socket.said("unlimit")).toEqual([{ type: "unlimit", kind: "line", text: "razors" }]);
    socket.answers({ refused: "That is not yours to withdraw." });
    expect((await screen.findByRole("alert")).textContent).toBe("That is not yours to withdraw.");
  });

  it("admit that few people can guess", () => {
    render(Limits, { table: sitDown().table });
    expect(screen.getByText(/somebody may still guess/)).toBeTruthy();
  });

  it("do not suggest what is named already", () => {
    render(Limits, { table: sitDown({ room: { lines: ["Blood"] } }).table });
    expect(screen.queryByRole("button", { name: "blood" })).toBeNull();
    expect(screen.getByRole("button", { name: "torture" })).toBeTruthy();
  });
});
