import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { preferences } from "../src/lib/preferences.svelte";
import { watchTurns } from "../src/table/notify.svelte";
import { sitDown } from "./seated";

const ASKED = { id: "p1", must: true, prompt: { kind: "ack", name: "frame", text: "A secret question." } };
const shown: { title: string; body: string }[] = [];

class FakeNotification {
  static permission = "granted";
  onclick: (() => void) | null = null;
  constructor(title: string, options: { body: string }) {
    shown.push({ title, body: options.body });
  }
  close(): void {}
}

let stop = (): void => undefined;

function watch(): ReturnType<typeof sitDown> {
  const seated = sitDown();
  stop = $effect.root(() => watchTurns(() => seated.table));
  flushSync();
  return seated;
}

beforeEach(() => {
  shown.length = 0;
  vi.stubGlobal("Notification", FakeNotification);
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  preferences.set({ notify: true });
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("when it is your turn", () => {
  it("the title of the page says so, and only as long", async () => {
    const { socket } = watch();
    socket.hears({ type: "frame", n: 2, prompts: [ASKED] });
    flushSync();
    await Promise.resolve();
    expect(document.title).toBe("● Your turn · Some game · Mneme");
    socket.hears({ type: "frame", n: 3, prompts: [] });
    flushSync();
    await Promise.resolve();
    expect(document.title).toBe("Some game · Mneme");
  });

  it("a hidden page sends one notice, which gives nothing away", () => {
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    const { socket } = watch();
    socket.hears({ type: "frame", n: 2, prompts: [ASKED] });
    flushSync();
    socket.hears({ type: "frame", n: 3, place: "Elsewhere" });
    flushSync();
    expect(shown).toEqual([{ title: "It is your turn", body: "Some game waits for you." }]);
  });

  it("a page in sight behind another window sends one too", () => {
    vi.spyOn(document, "hasFocus").mockReturnValue(false);
    const { socket } = watch();
    socket.hears({ type: "frame", n: 2, prompts: [ASKED] });
    flushSync();
    expect(shown).toHaveLength(1);
  });

  it("a page in front stays quiet, and so does one whose owner wants no notices", () => {
    const { socket } = watch();
    socket.hears({ type: "frame", n: 2, prompts: [ASKED] });
    flushSync();
    preferences.set({ notify: false });
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    socket.hears({ type: "frame", n: 3, prompts: [{ ...ASKED, id: "p2" }] });
    flushSync();
    expect(shown).toEqual([]);
  });
});
