/** Cards and hands as a board shows them. The server ranks hands; here is what makes its ranking visible. */

export type Step = "value" | "suit" | "colour" | "high card";

export const JOKER = "JK";
const VALUES = "AKQJT98765432";
const SUITS = "SHDC";
const VALUE_NAMES: Record<string, string> = { A: "Ace", K: "King", Q: "Queen", J: "Jack", T: "10" };
const SUIT_NAMES: Record<string, string> = { S: "Spades", H: "Hearts", D: "Diamonds", C: "Clubs" };

/** An open hand as it counts: its largest groups, its values from the highest down, what its Jokers stand for. */
export interface Ranked {
  value: number;
  suit: number;
  colour: number;
  high: string;
  joker: string;
  hearts: number;
  clubs: number;
}

/** One step of a comparison. After the step that decides, nothing is looked at any more. */
export interface Compared {
  step: Step;
  mine: string;
  theirs: string;
  outcome: "equal" | "higher" | "lower" | "not needed";
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

/** The card that Jokers had best be: the commonest value, and the commonest suit that leaves a colour largest. */
export function bestJoker(cards: readonly string[]): string {
  const natural = cards.filter((card) => card !== JOKER);
  const jokers = cards.length - natural.length;
  const values = (value: string): number => natural.filter((card) => card.startsWith(value)).length;
  const suits = (suit: string): number => natural.filter((card) => card.endsWith(suit)).length;
  const red = suits("H") + suits("D");
  const colour = (suit: string): number =>
    Math.max(red + (isRed(suit) ? jokers : 0), natural.length - red + (isRed(suit) ? 0 : jokers));
  const best = [...SUITS].toSorted((one, other) => suits(other) - suits(one) || colour(other) - colour(one));
  return `${[...VALUES].toSorted((one, other) => values(other) - values(one))[0]}${best[0]}`;
}

/** Which trait a card shares with its group at a step. */
const TRAITS: Record<Exclude<Step, "high card">, (card: string) => string> = {
  value: (card) => card.charAt(0),
  suit: (card) => card.charAt(1),
  colour: (card) => (isRed(card.charAt(1)) ? "red" : "black"),
};

/** The largest group of a hand at a step: what its cards have in common, and the cards. One card is no group. */
export function largestGroup(
  cards: readonly string[],
  step: Exclude<Step, "high card">,
  joker: string,
): { trait: string; cards: string[] } {
  const groups = new Map<string, string[]>();
  for (const card of cards) {
    const trait = TRAITS[step](card === JOKER ? joker : card);
    groups.set(trait, [...(groups.get(trait) ?? []), card]);
  }
  const [trait, largest] = [...groups].toSorted(
    ([one, some], [other, more]) => more.length - some.length || VALUES.indexOf(one) - VALUES.indexOf(other),
  )[0] ?? ["", []];
  return largest.length > 1 ? { trait, cards: largest } : { trait: "", cards: [] };
}

const PLURALS: Record<string, string> = { T: "Tens", 9: "Nines", 8: "Eights", 7: "Sevens", 6: "Sixes", 5: "Fives", 4: "Fours", 3: "Threes", 2: "Twos" };

/** A group in words: "3 Queens" or "5 Hearts" or "6 red". */
export function groupName(step: Exclude<Step, "high card">, trait: string, count: number): string {
  if (!count) return "none";
  if (step === "value") return `${count} ${PLURALS[trait] ?? `${valueName(trait)}s`}`;
  return `${count} ${step === "suit" ? suitName(trait) : trait}`;
}

/** The highest value of each hand once equal ones are set aside one for one. */
export function survivors(mine: string, theirs: string): [string, string] {
  const left = (some: string, other: string): string =>
    [...VALUES].find((value) => some.split(value).length > other.split(value).length) ?? "";
  return [left(mine, theirs), left(theirs, mine)];
}

/** Two open hands step by step, down to what decides. A tie is equal all the way. */
export function compared(mine: Ranked, theirs: Ranked): Compared[] {
  const [own, other] = survivors(mine.high, theirs.high);
  const rows: [Step, number, number, string, string][] = [
    ["value", mine.value, theirs.value, `${mine.value}`, `${theirs.value}`],
    ["suit", mine.suit, theirs.suit, `${mine.suit}`, `${theirs.suit}`],
    ["colour", mine.colour, theirs.colour, `${mine.colour}`, `${theirs.colour}`],
    ["high card", height(own), height(other), own ? valueName(own) : "nothing", other ? valueName(other) : "nothing"],
  ];
  let decided = false;
  return rows.map(([step, left, right, mineText, theirsText]) => {
    const outcome = decided ? "not needed" : left > right ? "higher" : left < right ? "lower" : "equal";
    decided ||= left !== right;
    return { step, mine: mineText, theirs: theirsText, outcome };
  });
}

const height = (value: string): number => (value ? VALUES.length - VALUES.indexOf(value) : 0);
