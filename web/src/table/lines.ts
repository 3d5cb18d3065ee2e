/** What the lines of a story are to whoever reads, hears or keeps them. Games tell many kinds; readers need few. */

import type { Line, Seat } from "../lib/types";

export type Sort = "chapter" | "rewind" | "talk" | "told" | "fact";
export type Filter = "all" | "told" | "talk";
export type NameOf = (seat: Seat) => string;

/** A line with its place in the whole story, which never changes while it is there. */
export interface Numbered {
  number: number;
  line: Line;
}

/** What the list shows: a line, or a passage that was undone and is folded away. */
export type Row = { number: number; line: Line } | { number: number; undone: Numbered[] };

/** Told by the game itself, but to be read like a story: without it nobody could follow the tale. */
const READ_OUT = new Set(
  `briefing letter situation frame opening vision crime epilogue
   memory appearance attachments true_name question reckoning
   visit contribution bleed death score outcome survivors
   clue suspect result arrest verdict case ending
   offered conflict king out over`.split(/\s+/),
);
/** What somebody who listens only for turns wants to hear as well: how something came out. */
const NOTABLE = new Set(
  "chapter rewind roll roles result vote verdict reveal bleed closed king kingship crown arrest death ending score"
    .split(" ")
    .concat("reckoning", "last_wager", "die", "survivors", "won", "failed"),
);

/** What stands for a line that is shown only while it is held. */
export const FOR_YOU_ALONE = "Something for you alone.";

export function sortOf(line: Line): Sort {
  if (line.kind === "chapter" || line.kind === "rewind" || line.kind === "talk") return line.kind;
  return line.by || READ_OUT.has(line.kind) ? "told" : "fact";
}

export function modeOf(line: Line): string {
  return line.kind === "talk" ? String(line.facts?.["mode"] ?? "say") : "";
}

export const isPrivate = (line: Line): boolean => Array.isArray(line.to);

export const isNotable = (line: Line): boolean =>
  Boolean(line.text) && !line.undone && line.kind !== "talk" && (NOTABLE.has(line.kind) || isPrivate(line));

export function passes(line: Line, filter: Filter): boolean {
  if (!line.text) return false; // kept for its facts alone
  const sort = sortOf(line);
  if (filter === "talk") return sort === "talk";
  if (filter === "told") return sort === "talk" ? ["as", "narrate"].includes(modeOf(line)) : sort !== "fact";
  return true;
}

/** `held` are the kinds that are kept out of the story for now. */
export function rowsOf(lines: readonly Line[], earlier: number, filter: Filter, held: readonly string[] = []): Row[] {
  const rows: Row[] = [];
  for (const [place, line] of lines.entries()) {
    if (!passes(line, filter) || held.includes(line.kind)) continue;
    const number = earlier + place;
    const last = rows.at(-1);
    if (!line.undone) rows.push(rowOf(number, line));
    else if (last && "undone" in last) last.undone.push({ number, line });
    else rows.push({ number, undone: [{ number, line }] });
  }
  return rows;
}

/** The same row for the same line, so that a new line at the end does not have all the others drawn again. */
const kept = new WeakMap<Line, Numbered>();

function rowOf(number: number, line: Line): Numbered {
  const before = kept.get(line);
  if (before?.number === number) return before;
  const row = { number, line };
  kept.set(line, row);
  return row;
}

/** Whose words a line is, as a heading over it; empty where it is nobody's. */
export function speakerOf(line: Line, nameOf: NameOf, you: Seat | null): string {
  if (!line.by) return "";
  const name = line.by === you ? "You" : nameOf(line.by);
  const speaker = line.facts?.["speaker"];
  switch (modeOf(line)) {
    case "as":
      return speaker ? `${String(speaker)} (${name})` : name;
    case "aside":
      return `${name}, aside`;
    case "note":
      return "Your note";
    case "suggest":
      return line.by === you ? `You offered ${nameOf(String(line.facts?.["to"]))}` : `${name} offers you these words`;
    default:
      return name;
  }
}

/** A line as it is spoken: by the announcer, or aloud. */
export function inSpeech(line: Line, nameOf: NameOf, you: Seat | null): string {
  const speaker = speakerOf(line, nameOf, you);
  const text = line.kind === "chapter" ? `A new chapter: ${line.text}.` : line.text;
  const said = speaker ? `${speaker}: ${text}` : text;
  return isPrivate(line) ? `Only you see this. ${said}` : said;
}

/** The dice of a throw, by who threw them, highest first. */
export function throwsOf(line: Line, nameOf: NameOf): { who: string; faces: number[] }[] {
  const { rolls, first, second } = line.facts ?? {};
  const thrown: [string, unknown][] =
    rolls && typeof rolls === "object"
      ? Object.entries(rolls).map(([seat, faces]) => [nameOf(seat), faces])
      : [
          ["One side", first],
          ["The other side", second],
        ];
  return thrown
    .filter((one): one is [string, number[]] => Array.isArray(one[1]) && one[1].length > 0)
    .map(([who, faces]) => ({ who, faces: [...faces].sort((one, other) => other - one) }));
}

/** A line cut short enough to be one of several in a list. */
export function shortly(line: Line, nameOf: NameOf, most = 90): string {
  const text = line.by ? `${nameOf(line.by)}: ${line.text}` : line.text;
  const flat = text.replace(/\s+/g, " ");
  return flat.length <= most ? flat : `${flat.slice(0, most).replace(/\s\S*$/, "")} …`;
}
