/** What lies on a Utopolis table, with types. The view's fields are those of `nouns.py`. */

import type { TableStore } from "../../lib/table.svelte";
import type { Seat } from "../../lib/types";
import type { Compared, Ranked } from "./cards";

export type Question = "Who" | "What" | "When" | "Where" | "Why" | "How";
export const GM = "gm";

export interface FollowUp {
  problem: string;
  question: string;
  present: Seat[];
}

export interface Course {
  gm: Seat;
  circle: Seat[];
  phase: string;
  lines: string[];
  veils: string[];
  paused: boolean;
  investigation: number;
  investigation_count: number;
  first: Seat;
  turn: Seat;
  pending: Record<Seat, FollowUp>;
  owed: Seat[];
  leaving: Seat[];
  gone: Seat[];
  former: { seat: Seat; identity: string; persona: string; muse: string; status: string }[];
}

export interface Detective {
  owner: Seat;
  identity: string;
  persona: string;
  muse: string;
  core: number;
  attributes: Record<string, number>;
  flaw: number;
  fear: number;
  talents: Record<string, number>;
  hurt_count: Record<string, number>;
  resistance: Record<"Flaw" | "Fear", number>;
  steps_to_release: number;
  cinema: number;
  status: string;
  consumed_by: string;
  failures: number;
  fragments: { text: string; narrator: Seat; kind: string; trigger: string }[];
  last_scene: boolean;
  remarks: string[];
}

export interface Robot {
  partner: Seat;
  player: Seat;
  designation: string;
  nickname: string;
  manner: string;
  tokens: number;
}

export interface Suspect {
  name: string;
  standing: string;
  note: string;
  initial: boolean;
}

export interface Case {
  number: number;
  crime: string;
  muses: string[];
  major: boolean;
  required: number;
  evidence: Record<Question, number>;
  answered: Question[];
  crime_points: number;
  status: string;
  suspects: Suspect[];
  facts: string[];
  items: number;
  scenes: number;
  arrested: string;
  proposer: Seat;
  secured: boolean;
  presented: string[];
  struck: string[];
  roll: string;
}

export interface Item {
  key: string;
  author: Seat;
  text: string;
  /** By its newest reading. */
  reads: string;
  questions: Question[];
  evidence: boolean;
  counts_for: Question[];
  kind: string;
  refuted: boolean;
  concerns: string;
  origin: string;
  scene: number;
  follows: string;
  history: { by: Seat; questions: Question[]; evidence: boolean; refuted: boolean; text: string }[];
}

export interface Scene {
  kind: string;
  player: Seat;
  present: Seat[];
  robots: Seat[];
  pursued: string;
  framed: string;
  question: Question | "";
  rerolls: number;
  problem: string;
  elements: { kind: string; by: Seat; text: string }[];
  asking: Seat[];
  triggers: Seat[];
}

export interface Result {
  seat: Seat;
  success: boolean;
  against: string;
  step: string;
  award: number;
  difference: number;
  hurt: string[];
  steps: Compared[];
}

export interface Conflict {
  stage: string;
  detectives: Seat[];
  intents: Record<string, string>;
  capture: Record<Seat, boolean>;
  opposition: Record<Seat, string[]>;
  attributes: Record<Seat, string>;
  talents: Record<Seat, string[]>;
  extra: Record<Seat, number>;
  crime_points: number;
  muse_used: Seat[];
  redrawn: Seat[];
  results: Result[];
  holder: Seat;
  holds_as: string;
}

export interface Hand {
  owner: Seat;
  side: string;
  cards: { down: number; up: string[]; faces?: string[] };
  /** How it counts: for its owner until the reveal, then for everyone. */
  counts?: Ranked | null;
  ranked: Ranked | null;
}

export interface Trial {
  seat: Seat;
  card: string;
  kind: string;
  base: number;
  trigger: string;
  outcome: string;
  steps: Compared[];
}

export interface Deck {
  pile: number;
  discards: string[];
  decks: number;
}

/** What never changes: names, numbers and charts of the guide. */
export interface Charts {
  questions: Question[];
  prongs: Record<string, Question[]>;
  muses: { name: string; about: string }[];
  attributes: { name: string; about: string; resists: "Flaw" | "Fear" | "" }[];
  stages: { stage: string; label: string }[];
  scenes: Record<string, string>;
  phases: Record<string, string>;
  statuses: Record<"detective" | "case" | "suspect", Record<string, string>>;
  evidence_kinds: Record<string, string>;
  numbers: { core: [number, number]; most_level: number; tokens: number; gm_hand: number; crime_points: Record<string, number> };
  damage: { from: number; harm: string }[];
  cards: { steps: { step: string; about: string }[] };
  inspiration: Record<string, string[]>;
  odds: number[][];
}

const NO_CHARTS: Charts = {
  questions: ["Who", "What", "When", "Where", "Why", "How"],
  prongs: { Means: ["What", "How"], Motive: ["Why"], Opportunity: ["When", "Where"], Identity: ["Who"] },
  muses: [],
  attributes: [],
  stages: [],
  scenes: {},
  phases: {},
  statuses: { detective: {}, case: {}, suspect: {} },
  evidence_kinds: {},
  numbers: { core: [3, 5], most_level: 3, tokens: 10, gm_hand: 7, crime_points: {} },
  damage: [],
  cards: { steps: [] },
  inspiration: {},
  odds: [],
};

/** The nouns of the view by name. A noun that is not there is null. */
export class Pieces {
  constructor(private readonly table: TableStore) {}

  get charts(): Charts {
    return { ...NO_CHARTS, ...((this.table.guide?.pieces ?? {}) as Partial<Charts>) };
  }

  get course(): Course {
    return this.#noun<Course>("course")!;
  }

  get case(): Case | null {
    return this.#noun<Case>(`case/${this.course.investigation}`);
  }

  get cases(): Case[] {
    return this.#all<Case>("case/");
  }

  get scene(): Scene | null {
    return this.#noun<Scene>("scene");
  }

  get conflict(): Conflict | null {
    return this.#noun<Conflict>("conflict");
  }

  get trial(): Trial | null {
    return this.#noun<Trial>("trial");
  }

  get deck(): Deck | null {
    return this.#noun<Deck>("deck");
  }

  /** The detectives' hands first, then whatever stands against them. */
  get hands(): Hand[] {
    const hands = this.#all<Hand>("hand/");
    return [...hands.filter((hand) => this.detective(hand.side)), ...hands.filter((hand) => !this.detective(hand.side))];
  }

  hand(side: string): Hand | null {
    return this.#noun<Hand>(`hand/${side}`);
  }

  /** The items of the open case, in the order they came into the file. */
  get items(): Item[] {
    return this.itemsOf(this.course.investigation);
  }

  itemsOf(number: number): Item[] {
    const prefix = `item/${number}/`;
    const found = Object.entries(this.table.view?.state ?? {}).filter(([key]) => key.startsWith(prefix));
    const items = found.map(([key, fields]) => ({ key, ...(fields as Omit<Item, "key">) }));
    return items.toSorted((one, other) => numberOf(one.key) - numberOf(other.key));
  }

  item(key: string): Item | null {
    const fields = this.#noun<Omit<Item, "key">>(key);
    return fields && { key, ...fields };
  }

  detective(seat: Seat): Detective | null {
    return this.#noun<Detective>(`detective/${seat}`);
  }

  robot(partner: Seat): Robot | null {
    return this.#noun<Robot>(`robot/${partner}`);
  }

  /** The robots this seat plays: usually one, more after somebody has left. */
  robotsOf(player: Seat): Robot[] {
    return this.#all<Robot>("robot/").filter((robot) => robot.player === player);
  }

  notes(seat: Seat): string[] {
    return this.#noun<{ notes?: string[] }>(`notebook/${seat}`)?.notes ?? [];
  }

  /** A detective's name, or the player's where there is none yet. */
  called(seat: Seat): string {
    return this.detective(seat)?.identity || this.table.nameOf(seat);
  }

  sideName(side: string): string {
    if (side === GM) return "the GM";
    return side.startsWith("robot_") ? robotName(this.robot(side.slice("robot_".length))) : this.called(side);
  }

  #noun<T>(key: string): T | null {
    return (this.table.view?.state[key] as T | undefined) ?? null;
  }

  #all<T>(prefix: string): T[] {
    const state = this.table.view?.state ?? {};
    return Object.keys(state)
      .filter((key) => key.startsWith(prefix))
      .map((key) => state[key] as T);
  }
}

/** A suspect as a sentence names them, and not again what they do. */
export const short = (suspect: string): string => suspect.split(",")[0]!.trim() || suspect;
export const numberOf = (key: string): number => Number(key.slice(key.lastIndexOf("/") + 1));
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function robotName(robot: Robot | null): string {
  if (!robot?.designation) return "the robot";
  const called = robot.designation.replace("-", "\u2011"); // in one piece, wherever the line ends
  return robot.nickname ? `${called} “${robot.nickname}”` : called;
}

/** Names as a sentence has them: "Who, What and Why". */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** What these items prove together, for a presentation that leaves some out. */
export function proven(items: readonly Item[], questions: readonly Question[]): Record<Question, number> {
  const counts = (question: Question): number => items.filter((item) => item.counts_for.includes(question)).length;
  return Object.fromEntries(questions.map((question) => [question, counts(question)])) as Record<Question, number>;
}

/** A string of the board: from a pin to another, and what it says. */
export interface String_ {
  from: string;
  to: string;
  kind: "concerns" | "follows";
}

export const suspectPin = (name: string): string => `suspect/${name}`;

/** Every item is tied to whom it concerns, and to what was followed when it was found. */
export function strings(items: readonly Item[], suspects: readonly Suspect[]): String_[] {
  const pins = new Set([...items.map((item) => item.key), ...suspects.map((suspect) => suspectPin(suspect.name))]);
  const tied = items.flatMap((item): String_[] => [
    { from: item.key, to: suspectPin(item.concerns), kind: "concerns" },
    { from: item.key, to: item.follows, kind: "follows" },
  ]);
  return tied.filter(({ to }) => pins.has(to));
}

/** A score as it counts in a conflict. */
export function counts(detective: Detective, score: string, level: number): number {
  return detective.hurt_count[score] ?? level;
}

/** The chance that so many unknown cards beat so many others, in 100. */
export function chance(odds: readonly (readonly number[])[], cards: number, against: number): number | null {
  const row = odds[Math.min(cards, odds.length - 1)];
  const found = row?.[Math.min(against, row.length - 1)];
  return found === undefined ? null : Math.round(found * 100);
}
