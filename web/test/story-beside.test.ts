import { fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet, tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { preferences } from "../src/lib/preferences.svelte";
import type { Guide, ShownPrompt } from "../src/lib/types";
import { actsNow } from "../src/table/acts";
import Banner from "../src/table/Banner.svelte";
import Coach from "../src/table/Coach.svelte";
import Drawer from "../src/table/Drawer.svelte";
import Ending from "../src/table/Ending.svelte";
import HostPanel from "../src/table/HostPanel.svelte";
import Keep from "../src/table/Keep.svelte";
import { inMarkdown } from "../src/table/markdown";
import NowBar from "../src/table/NowBar.svelte";
import Seats from "../src/table/Seats.svelte";
import { termsIn } from "../src/table/terms";
import TermText from "../src/table/TermText.svelte";
import TextView from "../src/table/TextView.svelte";
import { sitDown } from "./seated";

const GUIDE: Guide = {
  tagline: "",
  mood: "",
  players: "",
  time: "",
  credit: "",
  kind_word: "",
  chapters: [{ title: "Before play", text: "Name your two." }],
  glossary: [
    { term: "key", text: "Opens something." },
    { term: "key object", text: "A thing on the chain." },
    { term: "overlap", text: "What both remember." },
  ],
  acts: [
    { label: "Ask the question", when: "You can ask when you are the actor.", rule: "SZ-QA-01" },
    { label: "Take a key object", when: "You can take one when you visit.", rule: "SZ-FB-13" },
  ],
  coach: { frame: "One place, one hour, two people." },
  pieces: {},
};

const asked = (name: string, more: object = {}): ShownPrompt =>
  ({ id: name, must: true, prompt: { kind: "ack", name, text: "Frame it.", ...more } }) as unknown as ShownPrompt;

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  localStorage.clear();
  preferences.set({ coach: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the banner", () => {
  it("is silent while all is well, and for answers that take a moment", async () => {
    const { table } = sitDown();
    render(Banner, { table });
    expect(screen.getByRole("status").textContent?.trim()).toBe("");
    void table.command({ type: "pause" });
    await tick();
    vi.advanceTimersByTime(1_900);
    await tick();
    expect(screen.getByRole("status").textContent?.trim()).toBe("");
    vi.advanceTimersByTime(200);
    await tick();
    expect(screen.getByRole("status").textContent).toContain("The server has not answered yet. 1 thing waits to be sent.");
  });

  it("says that we are not connected, and how much waits", async () => {
    const { table, socket } = sitDown();
    render(Banner, { table });
    socket.onclose?.({ code: 1006, reason: "" });
    void table.command({ type: "pause" });
    await tick();
    expect(screen.getByRole("status").textContent).toContain(
      "Not connected. What you do is kept and sent when we are back. 1 thing waits to be sent.",
    );
    socket.onclose?.({ code: 1012, reason: "" });
    table.stop();
  });

  it("tells a restart from a loss", async () => {
    const { table, socket } = sitDown();
    render(Banner, { table });
    socket.onclose?.({ code: 1012, reason: "" });
    await tick();
    expect(screen.getByRole("status").textContent).toContain("The server is restarting.");
    table.stop();
  });
});

describe("the seats", () => {
  it("say in words who is here, who is awaited, and whose hand is up", () => {
    const { table } = sitDown({
      view: { waiting: ["b"] },
      room: {
        seats: [
          { seat: "a", name: "Ada", kind: "person", here: true },
          { seat: "b", name: "Ben", kind: "person", hand: true },
          { seat: "c", name: "Cleo", kind: "bot" },
        ],
      },
    });
    render(Seats, { table });
    const said = screen.getAllByRole("listitem").map((item) => item.textContent?.replace(/\s+/g, " "));
    expect(said[0]).toContain("here");
    expect(said[1]).toContain("away, hand up, awaited");
    expect(said[2]).toContain("a bot");
  });

  it("offer a reminder after a while only", async () => {
    const { table, socket } = sitDown({ view: { waiting: ["b"] } });
    render(Seats, { table });
    expect(screen.queryByRole("button", { name: "Remind Ben" })).toBeNull();
    for (let quarter = 0; quarter < 4; quarter += 1) {
      vi.advanceTimersByTime(12_000);
      socket.hears({ type: "pong" }); // a socket that says nothing for so long counts as lost
    }
    await tick();
    await fireEvent.click(screen.getByRole("button", { name: "Remind Ben" }));
    expect(socket.said("nudge")).toEqual([{ type: "nudge", seat: "b" }]);
  });

  it("let you take another name", async () => {
    const { table, socket } = sitDown();
    render(Seats, { table });
    await fireEvent.click(screen.getByRole("button", { name: "Rename" }));
    await fireEvent.input(screen.getByLabelText("Your name"), { target: { value: "Adele" } });
    await fireEvent.click(screen.getByRole("button", { name: "Take this name" }));
    expect(socket.said("rename")).toEqual([{ type: "rename", name: "Adele" }]);
  });
});

describe("terms", () => {
  it("are found whole, the longest first, in the plural too, and once each", () => {
    expect(termsIn("Two key objects, a monkey, an overlap, an overlap.", GUIDE).filter((part) => part.term)).toEqual([
      { text: "key objects", term: "key object", tail: "," },
      { text: "overlap", term: "overlap", tail: "," },
    ]);
    expect(termsIn("Nothing.", null)).toEqual([{ text: "Nothing.", term: "", tail: "" }]);
  });

  it("are not found where they are part of a name", () => {
    expect(termsIn("The Overlap Motel keeps your overlap.", GUIDE).filter((part) => part.term)).toEqual([
      { text: "overlap", term: "overlap", tail: "." },
    ]);
  });

  it("are not found in somebody's own words", () => {
    expect(termsIn("Fair? “What does the overlap cost?”", GUIDE).filter((part) => part.term)).toEqual([]);
    expect(termsIn("“Mine.” Now the overlap.", GUIDE).map((part) => part.term)).toContain("overlap");
  });

  it("are not found where they are a verb", () => {
    const guide = { ...GUIDE, glossary: [{ term: "turn", text: "Two scenes." }] };
    expect(termsIn("You may turn up a card on your turn.", guide).filter((part) => part.term)).toEqual([
      { text: "turn", term: "turn", tail: "." },
    ]);
    expect(termsIn("Your turn upstairs", guide)[1]?.term).toBe("turn");
  });

  it("lose nothing of the text", () => {
    const text = "Your overlap's end holds a key object.";
    const parts = termsIn(text, GUIDE);
    expect(parts.map((part) => part.text + part.tail).join("")).toBe(text);
    expect(parts.map((part) => part.tail)).toEqual(["", "'s", "", "."]);
  });

  it("can be asked about", async () => {
    const onterm = vi.fn();
    render(TermText, { text: "Use your overlap now.", guide: GUIDE, onterm });
    await fireEvent.click(screen.getByRole("button", { name: "overlap" }));
    expect(onterm).toHaveBeenCalledWith("overlap");
  });
});

describe("the rules drawer", () => {
  it("says what is possible now, by the rule or by the label", () => {
    expect(actsNow(GUIDE, [asked("question", { rule: "SZ-QA-01" })])).toEqual(["Ask the question"]);
    const choices = [{ key: "k", label: "Take a key object" }, { key: "o", label: "Other" }];
    const menu = asked("acts", { kind: "menu", choices });
    expect(actsNow(GUIDE, [menu])).toEqual(["Take a key object", "Other"]);
  });

  it("opens at the term that was asked about", async () => {
    const { table } = sitDown();
    table.guide = GUIDE;
    render(Drawer, { table, open: true, find: "overlap" });
    expect(screen.getByLabelText<HTMLInputElement>("Look something up").value).toBe("overlap");
    expect(screen.getByText("What both remember.")).toBeTruthy();
    expect(screen.queryByText("Name your two.")).toBeNull();
  });
});

describe("the coach", () => {
  it("hints once for a kind of question, and not at all when turned off", async () => {
    const { table } = sitDown();
    table.guide = GUIDE;
    const shown = asked("frame");
    const first = render(Coach, { table, shown });
    preferences.set({ coach: false });
    await tick();
    expect(screen.queryByText("One place, one hour, two people.")).toBeNull();
    preferences.set({ coach: true });
    await tick();
    await fireEvent.click(screen.getByRole("button", { name: "Got it" }));
    first.unmount();
    render(Coach, { table, shown });
    expect(screen.queryByText("One place, one hour, two people.")).toBeNull();
  });
});

describe("a hint", () => {
  it("goes by itself after a few answers", async () => {
    const { table } = sitDown();
    table.guide = { ...GUIDE, coach: { bid: "Bid low." } };
    for (const hints of [1, 1, 0]) {
      const { unmount } = render(Coach, { table, shown: asked("bid") });
      await tick();
      expect(screen.queryAllByText("Bid low.")).toHaveLength(hints);
      unmount();
      table.answered += 1;
    }
  });

  it("stands beside one question at a time", async () => {
    const { table } = sitDown({ view: { prompts: [asked("vote"), asked("price")] } });
    table.guide = { ...GUIDE, coach: { vote: "Vote with your gut.", price: "It costs something." } };
    render(NowBar, { table, look: null, onexplain: () => undefined });
    await tick();
    expect(screen.getAllByRole("note")).toHaveLength(1);
  });
});

describe("the text view", () => {
  it("shows what the server writes, and asks again when something changed", async () => {
    const answers = ["One.", "Two."];
    const fetched = vi.fn(async () => new Response(answers.shift()));
    vi.stubGlobal("fetch", fetched);
    const { table, tell } = sitDown();
    render(TextView, { table });
    await vi.advanceTimersByTimeAsync(10);
    expect(screen.getByRole("region", { name: "The table as text" }).textContent).toBe("One.");
    tell({ kind: "fact", text: "x" });
    await tick();
    await vi.advanceTimersByTimeAsync(300);
    expect(screen.getByRole("region", { name: "The table as text" }).textContent).toBe("Two.");
    expect(fetched).toHaveBeenCalledWith("/api/tables/t1/text", expect.anything());
  });
});

describe("the host", () => {
  it("sets the pace of the bots at a table for one, without looking for it", async () => {
    const fetched = vi.fn(async (_path: string, _request: RequestInit) => new Response("{}"));
    vi.stubGlobal("fetch", fetched);
    const { table } = sitDown({
      room: { seats: [{ seat: "a", name: "Ada", kind: "person", here: true }, { seat: "b", name: "Ben", kind: "bot" }] },
    });
    render(HostPanel, { table });
    const [quick] = screen.getAllByRole("radio", { name: "Quick" });
    await fireEvent.click(quick!);
    expect(JSON.parse(String(fetched.mock.calls[0]?.[1].body))).toMatchObject({ pace: 0.7, spectators: true });
  });

  it("is nobody else", () => {
    render(HostPanel, { table: sitDown({ room: { host: "b" } }).table });
    expect(screen.queryByText("You are the host")).toBeNull();
  });
});

describe("keeping the story", () => {
  const nameOf = (seat: string): string => ({ a: "Ada", b: "Ben" })[seat] ?? seat;

  it("writes Markdown without what was undone, and without what not everybody could read", () => {
    const text = inMarkdown(
      "Some *game*",
      [
        { kind: "chapter", text: "Briefing" },
        { kind: "answer", text: "She runs.", by: "a" },
        { kind: "fact", text: "A coin goes." },
        { kind: "fact", text: "Never.", undone: true },
        { kind: "talk", text: "Stop.", by: "b", facts: { mode: "as", speaker: "Jonas" } },
        { kind: "talk", text: "Tea?", by: "b", facts: { mode: "aside" } },
        { kind: "talk", text: "Umbrella.", by: "a", to: ["a"], facts: { mode: "note" } },
        { kind: "note", text: "Let Ben fail.", by: "b", to: ["a", "b"] },
        { kind: "memory", text: "Ben remembers: the fire." },
      ],
      nameOf,
      { talk: true, facts: false },
    );
    expect(text).toBe("# Some \\*game\\*\n\n## Briefing\n\nShe runs.  \n*Ada*\n\n**Jonas:** Stop.\n\n> **Ben:** Tea?\n\nBen remembers: the fire.\n");
  });

  it("is a press away when the game is over, and so is another game", async () => {
    const { table } = sitDown({ view: { over: true } });
    const { container } = render(Keep, { table });
    render(Ending, { table, title: "Morning.", opens: "Show it", children: createRawSnippet(() => ({ render: () => "<p></p>" })) });
    await fireEvent.click(screen.getByRole("button", { name: "Keep the story" }));
    expect(container.querySelector("details")?.open).toBe(true);
    expect(screen.getByRole("link", { name: "Another game" }).getAttribute("href")).toBe("/");
  });

  it("says in Markdown what words are, and heads a scene with its title", () => {
    const lines = [
      { kind: "chapter", text: "Round 1" },
      { kind: "answer", text: "She runs.", by: "a" },
      { kind: "closed", text: "The scene closes: “Eleven”.", facts: { title: "Eleven" } },
      { kind: "chapter", text: "Round 2" },
    ];
    expect(inMarkdown("Game", lines, nameOf, { talk: false, facts: true, labels: { answer: "The answer" } })).toBe(
      "# Game\n\n## Eleven\n\n*Round 1*\n\nShe runs.  \n*The answer, Ada*\n\n*The scene closes: “Eleven”.*\n\n## Round 2\n",
    );
  });

  it("asks everybody before everything is opened, and only when the game is over", async () => {
    const going = render(Keep, { table: sitDown().table });
    expect(screen.queryByRole("button", { name: "Ask to open everything" })).toBeNull();
    going.unmount();
    const { table, socket } = sitDown({ view: { over: true } });
    render(Keep, { table });
    await fireEvent.click(screen.getByRole("button", { name: "Ask to open everything" }));
    expect(socket.said("propose")).toEqual([{ type: "propose", kind: "reveal" }]);
  });

  it("fetches the whole story first", async () => {
    const { table, socket } = sitDown({ lines: [{ kind: "fact", text: "Last." }], earlier: 2 });
    let saved = "";
    vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
      saved = String((blob as Blob).size);
      return "blob:x";
    });
    render(Keep, { table });
    await fireEvent.click(screen.getByRole("button", { name: "Save as Markdown" }));
    expect([socket.said("earlier"), saved]).toEqual([[{ type: "earlier", before: 2 }], ""]);
    const lines = [{ kind: "chapter", text: "One" }, { kind: "fact", text: "First." }];
    socket.hears({ type: "page", first: 0, before: 2, lines });
    await tick();
    expect(saved).not.toBe("");
  });
});
