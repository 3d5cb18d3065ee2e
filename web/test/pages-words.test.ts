import { describe, expect, it } from "vitest";
import { doorOf } from "../src/house/door";
import { hintsFor, inWords } from "../src/house/games";
import { sought } from "../src/house/guide";
import { placeOf } from "../src/house/invitation";
import { adviceFor } from "../src/house/troubles";
import { counted, listed, since } from "../src/house/words";
import type { Guide } from "../src/lib/types";
import { room } from "./pages-kit";

describe("a pasted link", () => {
  it.each([
    ["https://mneme.example/t/abc-1#Invite_2", "/t/abc-1#Invite_2"],
    ["  mneme.example/t/abc  ", "/t/abc"],
    ["http://127.0.0.1:8100/t/abc#seat=tok-en", "/t/abc#seat=tok-en"],
    ["https://mneme.example/t/abc?look-on", "/t/abc?look-on"],
  ])("leads from %s to %s", (pasted, place) => expect(placeOf(pasted)).toBe(place));

  it.each(["", "hello", "https://mneme.example/", "https://mneme.example/t/", "/t/a<b>", "/t/abc#javascript:alert(1)"])(
    "that is none leads nowhere: %s",
    (pasted) => expect(placeOf(pasted)).toBe(""),
  );
});

describe("sentences", () => {
  it("list people", () => {
    expect(listed([])).toBe("");
    expect(listed(["Ana"])).toBe("Ana");
    expect(listed(["Ana", "Bo", "Cleo"])).toBe("Ana, Bo and Cleo");
  });

  it("count things", () => {
    expect(counted(1, "seat")).toBe("1 seat");
    expect(counted(0, "seat")).toBe("0 seats");
  });

  it("say how long ago", () => {
    expect(since(1_000, 2_000)).toBe("just now");
    expect(since(0, 5 * 60_000)).toBe("5 minutes ago");
    expect(since(0, 3 * 86_400_000)).toBe("3 days ago");
    expect(since(9_000, 2_000)).toBe("just now"); // a clock that is behind the server's
  });

  it("say what an option is set to", () => {
    const option = { name: "toll", text: "", values: ["1", "off", true], words: ["1 Coin", "No toll", "Yes"], default: "1" };
    expect(inWords(option, "off")).toBe("No toll");
    expect(inWords(option, true)).toBe("Yes");
    expect(inWords({ ...option, values: [], words: [] }, 3)).toBe("3");
  });
});

describe("the door of a table", () => {
  const person = { seat: "a", name: "Ines", kind: "person" } as const;

  it("counts the free seats", () => {
    expect(doorOf(room())).toEqual({ seat: true, lookOn: "Look on", text: "1 seat is free." });
  });

  it("offers a bot's place where no chair is empty", () => {
    expect(doorOf(room({ seats: [person, { seat: "b", kind: "bot" }] })).text).toBe("You can take the place of a bot.");
  });

  it("lets people look on at a full table, if it lets anybody", () => {
    expect(doorOf(room({ seats: [person] }))).toMatchObject({ seat: false, lookOn: "Look on" });
    expect(doorOf(room({ seats: [person], settings: { spectators: false } }))).toMatchObject({ seat: false, lookOn: "" });
  });

  it("closes with the game", () => {
    expect(doorOf(room({ state: "over" }))).toMatchObject({ seat: false, lookOn: "Read what happened" });
    expect(doorOf(room({ state: "archived" }))).toMatchObject({ seat: false, lookOn: "" });
    expect(doorOf(room({ state: "playing" })).seat).toBe(true);
  });
});

describe("the chairs of Utopolis", () => {
  it.each([
    [2, "one"],
    [3, "two_to_four"],
    [5, "two_to_four"],
    [6, "five_or_more"],
  ])("say how many detectives there are: %i", (seats, players) => {
    expect(hintsFor("utopolis").fixed(seats)).toEqual({ players });
  });

  it("are nothing to another game", () => expect(hintsFor("a-new-game").fixed(4)).toEqual({}));
});

describe("looking something up", () => {
  const guide = {
    chapters: [
      { title: "The dice", text: "You roll." },
      { title: "The vote", text: "All vote on who bleeds." },
    ],
    acts: [{ label: "Trade up", when: "Before the roll.", rule: "SZ-1" }],
    glossary: [
      { term: "overlap", text: "What has bled." },
      { term: "bleeding", text: "What happens after the vote." },
      { term: "bleed", text: "A memory goes over." },
    ],
  } as unknown as Guide;

  it("gives everything where nothing is asked", () => {
    const all = sought(guide, " ");
    expect([all.chapters.length, all.acts.length, all.glossary.length, all.empty]).toEqual([2, 1, 3, false]);
    expect(all.glossary[0]?.term).toBe("overlap");
  });

  it("puts the very word first", () => {
    const found = sought(guide, "Bleed");
    expect(found.glossary.map(({ term }) => term)).toEqual(["bleed", "bleeding"]);
    expect(found.chapters.map(({ title }) => title)).toEqual(["The vote"]);
  });

  it("says when there is nothing", () => expect(sought(guide, "unicorn").empty).toBe(true));
});

describe("troubles", () => {
  it.each(["no_table", "not_seated", "handed over", "you left", "version", "foreign", "unreachable", "lost"])(
    "%s has words of its own",
    (code) => expect(adviceFor(code).title).not.toBe(adviceFor("fault").title),
  );

  it("that nobody foresaw are ours", () => expect(adviceFor("something new")).toBe(adviceFor("fault")));
});
