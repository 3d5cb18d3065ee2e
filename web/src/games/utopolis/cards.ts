/** Cards and hands as a board shows them. How a hand counts is the server's to say (`hands.py`); here are the words. */

export type Step = "value" | "suit" | "colour" | "high card";

export const JOKER = "JK";
const VALUES = "AKQJT98765432";
const SUITS = "SHDC";
const VALUE_NAMES: Record<string, string> = { A: "Ace", K: "King", Q: "Queen", J: "Jack", T: "10" };
const SUIT_NAMES: Record<string, string> = { S: "Spades", H: "Hearts", D: "Diamonds", C: "Clubs" };

/** The largest group of a hand at a step: what its cards have in common, and how many they are. */
export interface Group {
  trait: string;
  count: number;
}

/** A hand as it counts: its largest groups, its values from the highest down, what each Joker stands for. */
export interface Ranked {
  value: Group;
  suit: Group;
  colour: Group;
  high: string;
  jokers: string[];
  hearts: number;
  clubs: number;
}

/** One step of a comparison: how many each hand has, or the highest value it has left. The last one decides. */
export interface Compared {
  step: Step;
  mine: string;
  theirs: string;
  outcome: "equal" | "higher" | "lower";
}

export const valueName = (value: string): string => VALUE_NAMES[value] ?? value;
export const suitName = (suit: string): string => SUIT_NAMES[suit] ?? "";
export const isRed = (suit: string): boolean => suit === "H" || suit === "D";

export function cardName(card: string): string {
  return card === JOKER ? "Joker" : `${valueName(card.charAt(0))} of ${suitName(card.charAt(1))}`;
}

/** As one would hold them: Jokers first, then from the Ace down. */
export function inOrder(cards: readonly string[]): string[] {
  const place = (card: string): number =>
    card === JOKER ? -1 : VALUES.indexOf(card.charAt(0)) * 4 + SUITS.indexOf(card.charAt(1));
  return cards.toSorted((one, other) => place(one) - place(other));
}

/** What a card has in common with others at a step: its value, its suit, or its colour. */
export function traitOf(card: string, step: Exclude<Step, "high card">): string {
  if (step === "colour") return isRed(card.charAt(1)) ? "red" : "black";
  return card.charAt(step === "value" ? 0 : 1);
}

const PLURALS: Record<string, string> = { T: "Tens", 9: "Nines", 8: "Eights", 7: "Sevens", 6: "Sixes", 5: "Fives", 4: "Fours", 3: "Threes", 2: "Twos" };

/** A group in words: "3 Queens" or "5 Hearts" or "6 red". */
export function groupName(step: Exclude<Step, "high card">, trait: string, count: number): string {
  if (!count) return "none";
  if (step === "value") return `${count} ${PLURALS[trait] ?? `${valueName(trait)}s`}`;
  return `${count} ${step === "suit" ? suitName(trait) : trait}`;
}
