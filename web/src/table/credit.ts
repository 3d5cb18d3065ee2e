/** Words that somebody offered and that were used: when they have been told to everybody, the story says whose they are. */

import type { Line, Seat } from "../lib/types";
import { isPrivate, passes } from "./lines";

/** Words in use that nobody has been thanked for yet. */
export interface Debt {
  to: Seat;
  text: string;
  /** How long the story was when they were used. */
  since: number;
}

const MOST = 0.5; // the share of the offered words that makes a passage theirs, however it was changed

/** Whether a line of the story tells the offered words. One that not everybody reads does not: thanks would give it away. */
export function tells(line: Line, teller: Seat | null, { text }: Debt): boolean {
  if (line.by !== teller || isPrivate(line) || line.undone || !passes(line, "told")) return false;
  const told = new Set(wordsOf(line.text));
  const offered = wordsOf(text);
  return offered.filter((word) => told.has(word)).length > offered.length * MOST;
}

const wordsOf = (text: string): string[] => text.toLocaleLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

export const thanks = (name: string): string => `With words from ${name}.`;
