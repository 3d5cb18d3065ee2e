/** What this house knows of the four games beyond what the server tells. A game that is not here needs none of it. */

import type { GameInfo } from "../lib/types";

export type OptionInfo = GameInfo["options"][number];
export type OptionValue = OptionInfo["default"];
export type Chosen = Record<string, OptionValue>;

interface Hints {
  /** How many chairs make a good first game with bots. */
  company: number;
  /** Who sits in a special chair, and how it is found. */
  chairs: string;
  /** The options that change a whole evening; all others are rulings for people who know the game. */
  first: readonly string[];
  /** The option that sets what all others are unless somebody says otherwise. */
  preset: string;
  /** Options that follow from the number of chairs, so nobody is asked. */
  fixed: (seats: number) => Chosen;
}

const PLAIN: Hints = { company: 3, chairs: "", first: [], preset: "", fixed: () => ({}) };

const HINTS: Record<string, Partial<Hints>> = {
  schizonauts: { first: ["edition", "length", "rounds"], preset: "edition" },
  "know-thyself": {
    first: ["variant"],
    chairs: "One of you is the Master and plays the house. When the game begins you choose: be it yourself, or ask somebody.",
  },
  utopolis: {
    chairs: "One of you is the GM and plays the city. When the game begins you propose who, and the others agree or object.",
    // UT-R-01: the number of detectives is an agreement, and the chairs have already said it.
    fixed: (seats) => ({ players: seats === 2 ? "one" : seats <= 5 ? "two_to_four" : "five_or_more" }),
  },
};

export function hintsFor(game: string): Hints {
  return { ...PLAIN, ...HINTS[game] };
}

/** A value of an option, as people say it. Numbers speak for themselves. */
export function inWords(option: OptionInfo, value: unknown): string {
  return option.words[option.values.findIndex((known) => known === value)] ?? String(value);
}
