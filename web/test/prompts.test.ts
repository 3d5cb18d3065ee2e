import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Prompt, ShownPrompt } from "../src/lib/types";
import Ask from "../src/prompts/Ask.svelte";
import { sitDown, type Socket } from "./seated";

const options = [
  { key: "ada", label: "Ada", note: "free" },
  { key: "ben", label: "Ben" },
  { key: "cyd", label: "Cyd" },
];

function asked(prompt: Prompt, more: Partial<ShownPrompt> = {}): Socket {
  const { table, socket } = sitDown();
  const shown = { id: "q1", prompt, must: true, ...more } as ShownPrompt;
  render(Ask, { table, shown });
  return socket;
}

const press = (name: string | RegExp): Promise<boolean> => fireEvent.click(screen.getByRole("button", { name }));
const sent = (socket: Socket): unknown[] => socket.said("answer").map((said) => said["value"]);

/** The server says no, so the question can be answered again. */
async function refuse(socket: Socket): Promise<void> {
  socket.answers({ refused: "Not so." });
  await waitFor(() => screen.getByText("Not so."));
}

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

describe("nothing", () => {
  it("is said by its own button, and not by mistake", async () => {
    const socket = asked({ kind: "words", name: "w", text: "Tell it.", aloud: true });
    await press("Send");
    expect(screen.getByRole("alert").textContent).toBe("Write something, or press “Told aloud”.");
    expect(sent(socket)).toEqual([]);
    await press("Told aloud");
    expect(sent(socket)).toEqual([""]);
  });
});

describe("what was written", () => {
  const memory = (id: string, whose: string): ShownPrompt =>
    ({ id, must: true, prompt: { kind: "words", name: "memory", text: `What does ${whose} remember?` } }) as ShownPrompt;
  const box = (): HTMLTextAreaElement => screen.getByRole("textbox");

  it("goes with its answer, also when the same is asked again before that is heard of", async () => {
    const { table, socket } = sitDown();
    const { rerender } = render(Ask, { table, shown: memory("q1", "Ada") });
    await fireEvent.input(box(), { target: { value: "The fire." } });
    await press("Send");
    await rerender({ shown: memory("q2", "Ben") });
    expect(box().value).toBe("");
    socket.answers();
    expect(box().value).toBe("");
  });

  it("leaves no ideas behind for the next question, and loses none while it is written", async () => {
    const { table, socket } = sitDown();
    const named = (whose: string): ShownPrompt =>
      ({ id: whose, must: true, prompt: { kind: "several", name: "m", text: whose, least: 1, item: { kind: "words", name: "one", text: whose, ideas: "memories" } } }) as unknown as ShownPrompt;
    const { rerender } = render(Ask, { table, shown: named("Ada") });
    await press("Give me an idea");
    socket.hears({ type: "ideas", name: "memories", ideas: ["A bell."] });
    await fireEvent.input(box(), { target: { value: "The fire." } });
    expect(screen.getByRole("button", { name: "A bell." })).toBeTruthy();
    await rerender({ shown: named("Ben") });
    expect(screen.queryByRole("button", { name: "A bell." })).toBeNull();
  });

  it("stays where it was refused, and outlives the page", async () => {
    const { table, socket } = sitDown();
    const { unmount } = render(Ask, { table, shown: memory("q1", "Ada") });
    await fireEvent.input(box(), { target: { value: "The fire." } });
    await press("Send");
    await refuse(socket);
    expect(box().value).toBe("The fire.");
    unmount();
    render(Ask, { table, shown: memory("q1", "Ada") });
    expect(box().value).toBe("The fire.");
  });

  it("comes back when the answer is taken back", async () => {
    const { table, socket } = sitDown();
    const { rerender } = render(Ask, { table, shown: memory("q1", "Ada") });
    await fireEvent.input(box(), { target: { value: "The fire." } });
    await press("Send");
    socket.answers();
    await waitFor(() => expect(table.answered).toBe(1));
    void table.takeBack();
    await rerender({ shown: memory("q3", "Ada") });
    expect(box().value).toBe("The fire.");
  });
});

describe("every kind of question can be answered", () => {
  it("pick: one press", async () => {
    const socket = asked({ kind: "pick", name: "p", text: "Who?", options });
    await press(/Ada/);
    expect(socket.said("answer")).toEqual([{ type: "answer", prompt: "p", prompt_id: "q1", value: "ada" }]);
  });

  it("a sealed pick: choose, then seal", async () => {
    const socket = asked({ kind: "pick", name: "p", text: "Who?", options }, { sealed: true });
    await fireEvent.click(screen.getByRole("radio", { name: "Ben" }));
    expect(sent(socket)).toEqual([]);
    await press("Seal it");
    expect(sent(socket)).toEqual(["ben"]);
  });

  it("some: as many as are wanted, and no more", async () => {
    const socket = asked({ kind: "some", name: "s", text: "Which?", options, least: 2, most: 2 });
    await fireEvent.click(screen.getByRole("checkbox", { name: /Ada/ }));
    await press("Send");
    expect(screen.getByRole("alert").textContent).toBe("Choose 1 more.");
    await fireEvent.click(screen.getByRole("checkbox", { name: "Cyd" }));
    expect(screen.getByRole("checkbox", { name: "Ben" }).hasAttribute("disabled")).toBe(true);
    await press("Send");
    expect(sent(socket)).toEqual([["ada", "cyd"]]);
  });

  it("number: stepped or typed, within its bounds", async () => {
    const socket = asked({ kind: "number", name: "n", text: "How many?", least: 1, most: 4 });
    await press("One more");
    await press("Send");
    await refuse(socket);
    const field = screen.getByRole("spinbutton", { name: "How many?" });
    await fireEvent.change(field, { target: { value: "99" } });
    await press("Send");
    expect(sent(socket)).toEqual([2, 4]);
  });

  it("split: what a slot means stands apart from its name", () => {
    asked({ kind: "split", name: "s", text: "Share.", slots: [{ key: "x", label: "Tenacity", note: "keeping at it" }], total: 1 });
    expect(screen.getByText(/^Tenacity/).textContent).toBe("Tenacity keeping at it");
  });

  it("split: all of it, and no slot can take more than is left", async () => {
    const socket = asked({ kind: "split", name: "s", text: "Share.", slots: options.slice(0, 2), total: 3, least: 1 });
    await press("Send");
    expect(screen.getByRole("alert").textContent).toBe("Share out 1 more.");
    await press("One more Ben");
    expect(screen.getByRole("button", { name: "One more Ben" }).hasAttribute("disabled")).toBe(true);
    await press("Send");
    expect(sent(socket)).toEqual([{ ada: 1, ben: 2 }]);
  });

  it("arrange: moved by buttons", async () => {
    const socket = asked({ kind: "arrange", name: "a", text: "In order.", options });
    await press("Move Cyd up");
    await press("Send");
    expect(sent(socket)).toEqual([["ada", "cyd", "ben"]]);
  });

  it("words: written, or told aloud", async () => {
    const socket = asked({ kind: "words", name: "w", text: "What happens?", aloud: true });
    await fireEvent.input(screen.getByRole("textbox", { name: "What happens?" }), { target: { value: "It rains." } });
    await press("Send");
    await refuse(socket);
    await press("Told aloud");
    expect(sent(socket)).toEqual(["It rains.", ""]);
  });

  it("words: what need not be said can be left empty", async () => {
    const socket = asked({ kind: "words", name: "w", text: "A nickname?", optional: true });
    screen.getByText("You can leave this empty.");
    await press("Leave it empty");
    expect(sent(socket)).toEqual([""]);
  });

  it("words: how they begin can be read while they are written", async () => {
    asked({ kind: "words", name: "w", text: "Write your memory.", prefix: "I remember" });
    const field = screen.getByRole("textbox");
    await fireEvent.input(field, { target: { value: "the cracked bell" } });
    const lead = screen.getByText("I remember …");
    expect(field.getAttribute("aria-describedby")?.split(" ")).toContain(lead.id);
  });

  it("words: an idea is asked for, and taken by a press", async () => {
    const socket = asked({ kind: "words", name: "w", text: "What happens?", ideas: "rain" });
    await press("Give me an idea");
    socket.hears({ type: "ideas", name: "rain", ideas: ["It rains upwards."] });
    await waitFor(() => screen.getByRole("button", { name: "It rains upwards." }));
    await press("It rains upwards.");
    await press("Send");
    expect(sent(socket)).toEqual(["It rains upwards."]);
  });

  it("words: an idea takes the place of another, but never of what somebody has written", async () => {
    const socket = asked({ kind: "words", name: "w", text: "What happens?", ideas: "rain", most: 100 });
    const field = screen.getByRole<HTMLTextAreaElement>("textbox");
    await press("Give me an idea");
    const long = "It rains for as long as anybody can remember, and then one day more.";
    socket.hears({ type: "ideas", name: "rain", ideas: ["It rains upwards.", "It hails.", long] });
    await waitFor(() => screen.getByRole("button", { name: "It hails." }));
    await press("It rains upwards.");
    await press("It hails.");
    expect(field.value).toBe("It hails.");
    await fireEvent.input(field, { target: { value: "Thunder, and a dog under the table." } });
    await press("It rains upwards.");
    expect(field.value).toBe("Thunder, and a dog under the table. It rains upwards.");
    await press(long); // there is no room for it
    expect(field.value).toBe("Thunder, and a dog under the table. It rains upwards.");
  });

  it("words: a name is taken in place of what stands there", async () => {
    const socket = asked({ kind: "words", name: "w", text: "A name?", ideas: "names", most: 40 });
    await fireEvent.input(screen.getByRole("textbox"), { target: { value: "Mor" } });
    await press("Give me an idea");
    socket.hears({ type: "ideas", name: "names", ideas: ["Iselka"] });
    await waitFor(() => screen.getByRole("button", { name: "Iselka" }));
    await press("Iselka");
    await press("Send");
    expect(sent(socket)).toEqual(["Iselka"]);
  });

  it("several: where none is needed, the last one can be taken away again", async () => {
    const item: Prompt = { kind: "words", name: "i", text: "A thing." };
    const socket = asked({ kind: "several", name: "v", text: "Things.", item, least: 0, default: [] });
    await press("Add one");
    await press("Remove number 1");
    await press("Send");
    expect(sent(socket)).toEqual([[]]);
  });

  it("several: added and removed", async () => {
    const item: Prompt = { kind: "words", name: "i", text: "A thing." };
    const socket = asked({ kind: "several", name: "v", text: "Things.", item, least: 1, most: 3 });
    await press("Add another");
    await fireEvent.input(screen.getByRole("textbox", { name: "1. A thing." }), { target: { value: "lamp" } });
    await fireEvent.input(screen.getByRole("textbox", { name: "2. A thing." }), { target: { value: "door" } });
    await press("Send");
    await refuse(socket);
    await press("Remove number 1");
    await press("Send");
    expect(sent(socket)).toEqual([["lamp", "door"], ["door"]]);
  });

  it("form: all its parts at once", async () => {
    const fields: Prompt[] = [
      { kind: "pick", name: "who", text: "Who?", options },
      { kind: "words", name: "why", text: "Why?" },
    ];
    const socket = asked({ kind: "form", name: "f", text: "Both.", fields });
    await fireEvent.click(screen.getByRole("radio", { name: "Cyd" }));
    await fireEvent.input(screen.getByRole("textbox", { name: "Why?" }), { target: { value: "Because." } });
    await press("Send");
    expect(sent(socket)).toEqual([{ who: "cyd", why: "Because." }]);
  });

  it("ack: its own words on a button", async () => {
    const socket = asked({ kind: "ack", name: "k", text: "Say it.", label: "This is who I am." });
    await press("This is who I am.");
    expect(sent(socket)).toEqual([true]);
  });

  it("menu: an act at once, with the one it is about, or with its parts", async () => {
    const which = { kind: "pick", name: "to", text: "To whom?", options } as Prompt;
    const words = { kind: "words", name: "why", text: "Why?" } as Prompt;
    const choices = [
      { key: "wait", label: "Wait" },
      { key: "give", label: "Give a coin", note: "costs 1 coin", fields: [which] },
      { key: "lend", label: "Lend a coin", fields: [which, words] },
    ];
    const socket = asked({ kind: "menu", name: "m", text: "What now?", choices });
    await press("Wait");
    await refuse(socket);
    await press(/Give a coin/);
    expect(screen.getByRole("group", { name: "To whom?" })).toBeTruthy();
    await press("Ben");
    await refuse(socket);
    await press(/Lend a coin/);
    await fireEvent.click(screen.getByRole("radio", { name: "Cyd" }));
    await fireEvent.input(screen.getByRole("textbox", { name: "Why?" }), { target: { value: "Because." } });
    await fireEvent.click(screen.getAllByRole("button", { name: "Lend a coin" }).at(-1)!);
    expect(sent(socket)).toEqual([{ act: "wait" }, { act: "give", to: "ben" }, { act: "lend", to: "cyd", why: "Because." }]);
  });

  it("menu: the only act lies open, with one button and its price beside it", async () => {
    const fields = [{ kind: "pick", name: "to", text: "To whom?", options } as Prompt];
    const choices = [{ key: "give", label: "Give a coin", note: "costs 1 coin", fields }];
    const socket = asked({ kind: "menu", name: "m", text: "What now?", choices });
    expect(screen.getByText("costs 1 coin")).toBeTruthy();
    await fireEvent.click(screen.getByRole("radio", { name: "Ben" }));
    await press("Give a coin");
    expect(sent(socket)).toEqual([{ act: "give", to: "ben" }]);
  });
});

describe("an answer", () => {
  it("that is refused says why and keeps its words", async () => {
    const socket = asked({ kind: "words", name: "w", text: "What happens?" });
    await fireEvent.input(screen.getByRole("textbox"), { target: { value: "It rains." } });
    await press("Send");
    socket.answers({ refused: "Those words are taken already." });
    await waitFor(() => screen.getByRole("alert"));
    expect(screen.getByRole("alert").textContent).toBe("Those words are taken already.");
    expect(screen.getByRole<HTMLInputElement>("textbox").value).toBe("It rains.");
  });

  it("that is half written outlives a reload", async () => {
    asked({ kind: "words", name: "w", text: "What happens?" });
    await fireEvent.input(screen.getByRole("textbox"), { target: { value: "It ra" } });
    cleanup();
    asked({ kind: "words", name: "w", text: "What happens?" });
    expect(screen.getByRole<HTMLInputElement>("textbox").value).toBe("It ra");
  });

  it("that was given can be changed or taken back while the question is open", async () => {
    const socket = asked({ kind: "pick", name: "p", text: "Who?", options }, { given: "ada", sealed: true });
    expect(screen.getByText(/Sealed/).textContent).toContain("Ada");
    await press("Take it back");
    expect(socket.said("retract")).toEqual([{ type: "retract", prompt: "p" }]);
    await press("Change it");
    await fireEvent.click(screen.getByRole("radio", { name: "Cyd" }));
    await press("Seal it");
    expect(sent(socket)).toEqual(["cyd"]);
  });
});
