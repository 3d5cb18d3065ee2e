/** Looking something up in a game's guide. */

import type { Guide } from "../lib/types";

export interface Sought extends Pick<Guide, "chapters" | "glossary" | "acts"> {
  empty: boolean;
}

export function sought(guide: Guide, find: string): Sought {
  const wanted = find.trim().toLowerCase();
  const speaks = (...texts: string[]): boolean => texts.some((text) => text.toLowerCase().includes(wanted));
  const chapters = guide.chapters.filter(({ title, text }) => speaks(title, text));
  const acts = guide.acts.filter(({ label, when }) => speaks(label, when));
  const glossary = guide.glossary
    .filter(({ term, text }) => speaks(term, text))
    .sort((one, other) => nearness(other.term, wanted) - nearness(one.term, wanted));
  return { chapters, acts, glossary, empty: wanted !== "" && !chapters.length && !acts.length && !glossary.length };
}

/** The very word first, then words that begin with it; the rest keep their order. */
function nearness(term: string, wanted: string): number {
  if (!wanted) return 0;
  const plain = term.toLowerCase();
  return plain === wanted ? 2 : plain.startsWith(wanted) ? 1 : 0;
}
