/** Finding a game's own words in a text, so that each can be asked about. */

import type { Guide } from "../lib/types";

export interface Part {
  text: string;
  /** The term of the glossary that this is; empty for everything between. */
  term: string;
  /** What hangs on to a term and must not begin a line: a comma, a possessive. */
  tail: string;
}

const TAIL = /^(?:['’]s\b|[^\s\p{L}\p{N}]+)/u;
const GOES_ON = /^ (?:\p{Lu}|(?:up|down|over)\b)/u; // "Guest Suite" is no guest, and to turn up a card no turn
const known = new WeakMap<Guide, RegExp | null>();

/** The text in parts, in order; each term is found once, so that a sentence does not become a row of links. */
export function termsIn(text: string, guide: Guide | null): Part[] {
  const pattern = guide && patternOf(guide);
  if (!pattern || !guide) return [{ text, term: "", tail: "" }];
  const parts: Part[] = [];
  const met = new Set<string>();
  let from = 0;
  for (const found of text.matchAll(pattern)) {
    const term = termOf(found[0], guide);
    const end = found.index + found[0].length;
    if (!term || met.has(term) || GOES_ON.test(text.slice(end)) || isQuoted(text, end)) continue;
    met.add(term);
    const [tail = ""] = TAIL.exec(text.slice(end)) ?? [];
    if (found.index > from) parts.push({ text: text.slice(from, found.index), term: "", tail: "" });
    parts.push({ text: found[0], term, tail });
    from = end + tail.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), term: "", tail: "" });
  return parts;
}

/** Whether this place lies within somebody's own words: those mean what they mean. */
const isQuoted = (text: string, place: number): boolean => text.lastIndexOf("“", place) > text.lastIndexOf("”", place - 1);

function patternOf(guide: Guide): RegExp | null {
  const made = known.get(guide);
  if (made !== undefined) return made;
  const terms = guide.glossary.map(({ term }) => term).sort((one, other) => other.length - one.length); // longest first
  const words = terms.map((term) => `${escaped(term)}(?:s|es)?`).join("|");
  const pattern = terms.length ? new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, "giu") : null;
  known.set(guide, pattern);
  return pattern;
}

function termOf(found: string, guide: Guide): string {
  const word = found.toLowerCase();
  const same = (term: string): boolean => [term, `${term}s`, `${term}es`].includes(word);
  return guide.glossary.find(({ term }) => same(term.toLowerCase()))?.term ?? "";
}

const escaped = (term: string): string => term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
