/** What lies on a Lost Days table, with types. The view's fields are those of `nouns.py`. */

import type { TableStore } from "../../lib/table.svelte";
import type { Seat } from "../../lib/types";

export type Side = "first" | "second";
export const SIDES: readonly Side[] = ["first", "second"];

export interface Course {
  phase: string;
  session: number;
  king: Seat;
  caretaker: Seat;
  story: string;
  stories: string[];
  order: Seat[];
  framed: Seat[];
  /** Whose scene of this cycle runs; it is the last of `framed`. */
  framing: Seat;
  scenes: number;
  /** The scenes that were set: one that the table stopped at was not. */
  played: number;
  flows: Record<string, number>;
  last: Seat;
}

export interface Elf {
  owner: Seat;
  name: string;
  notes: string[];
  status: "sane" | "doomed" | "out" | "left";
  purse: number;
  madness: number;
  /** Coins on its memories. */
  held: number;
  /** How much more strain it can bear; below 0 it is past the line. */
  bears: number;
  leaving: boolean;
}

/** One line of a memory's life. */
export interface Moment {
  kind: string;
  text: string;
  seat: Seat;
  coins: number;
  scene: number;
}

export interface Memory {
  key: string;
  text: string;
  author: Seat;
  theme: string;
  coins: number;
  place: "pool" | "aside" | "owned" | "market";
  holder: Seat;
  kingship: "" | "candidate" | "true" | "pretender";
  tainted: boolean;
  /** Coins of madness for whoever gains it now. */
  toll: number;
  life: Moment[];
}

export interface Auction {
  memory: string;
  bids: Record<Seat, number>;
  winner: Seat;
  price: number;
}

export interface Round {
  number: number;
  theme: string;
  step: string;
  extra_writer: Seat;
  selector: Seat;
  winners: Seat[];
  failed: string[];
  card: string;
  bidders: Seat[];
  bids: Record<Seat, number>;
  high: number;
  top: Seat;
  still_in: Seat[];
  /** Who was level and has let it go. */
  declined: Seat[];
  auctions: Auction[];
}

export interface Scene {
  number: number;
  framer: Seat;
  kind: string;
  text: string;
  present: string;
  intent: string;
  conflict_used: boolean;
}

export interface Offered {
  memory: string;
  how: string;
  accepted: boolean;
}

export interface Coin {
  by: Seat;
  source: "purse" | "their_madness" | "own_madness";
  landed: "stake" | "bank";
  effect: "reroll" | "extra";
  side: Side;
  die: number;
  was: number;
  now: number;
}

export type Brought = "" | "strain" | "gain";

export interface Conflict {
  framer: Seat;
  first: Seat;
  second: Seat;
  runner: Seat;
  stake: string;
  scope: string;
  wants: string;
  turn: Side;
  done: Side[];
  offers: Record<Side, Offered[]>;
  in_use: Record<Side, string[]>;
  pools: Record<Side, number>;
  dice: Partial<Record<Side, number[]>>;
  leader: Side | "none" | "";
  margin: number;
  matched: Partial<Record<Side, number[]>>;
  counting: number[];
  /** What each die has yet to bring its side. */
  brings: Partial<Record<Side, Brought[]>>;
  /** Who leads when influence is over. */
  winner: Side | "none" | "";
  influencer: Seat;
  passed: Seat[];
  coins: Coin[];
  step: string;
}

export interface Trade {
  key: string;
  proposer: Seat;
  partner: Seat;
  give: string[];
  give_coins: number;
  take: string[];
  take_coins: number;
  promise: string;
}

/** A die on the table: where it lies among its side's dice, what it shows, and what coins have done to it. */
export interface Die {
  place: number;
  face: number;
  matched: boolean;
  counting: boolean;
  brings: Brought;
  coins: Coin[];
}

/** The steps of a conflict, in their order. */
export const STEPS: readonly string[] = ["wording", "memories", "influence", "outcome", "tribute", "gain", "strain"];

/** The nouns of the view by name. A noun that is not there is null. */
export class Pieces {
  constructor(private readonly table: TableStore) {}

  get course(): Course {
    return this.#noun<Course>("course")!;
  }

  get round(): Round | null {
    return this.#noun<Round>("round");
  }

  get conflict(): Conflict | null {
    return this.#noun<Conflict>("conflict");
  }

  /** In seating order. */
  get seats(): Seat[] {
    return this.#keys("elf/").map((key) => key.slice("elf/".length));
  }

  /** The scene being played first, then those that wait beneath it. */
  get scenes(): Scene[] {
    return this.#keys("scene/").map((key) => this.#noun<Scene>(key)!).sort((one, other) => other.number - one.number);
  }

  get memories(): Memory[] {
    return this.#keys("memory/").map((key) => this.memory(key)!);
  }

  get trades(): Trade[] {
    return this.#keys("trade/").map((key) => ({ ...this.#noun<Omit<Trade, "key">>(key)!, key }));
  }

  elf(seat: Seat): Elf {
    return this.#noun<Elf>(`elf/${seat}`)!;
  }

  memory(key: string): Memory | null {
    const fields = this.#noun<Omit<Memory, "key">>(key);
    return fields && { key, ...fields };
  }

  lying(place: Memory["place"]): Memory[] {
    return this.memories.filter((memory) => memory.place === place);
  }

  held(seat: Seat): Memory[] {
    return this.memories.filter((memory) => memory.holder === seat);
  }

  /** The elf by name; until it has one, the player. */
  called(seat: Seat): string {
    return this.elf(seat).name || this.table.nameOf(seat);
  }

  sideName(side: Side): string {
    const conflict = this.conflict!;
    return side === "first" ? this.called(conflict.first) : conflict.second ? this.called(conflict.second) : "The opposition";
  }

  /** Nothing can be done any more. */
  get isOver(): boolean {
    return this.course.phase === "ended";
  }

  /** What the game calls a key of its state. */
  label(group: string, key: string): string {
    const words = this.table.guide?.pieces?.[group] as Record<string, string> | undefined;
    return words?.[key] ?? key;
  }

  #keys(prefix: string): string[] {
    return Object.keys(this.table.view?.state ?? {}).filter((key) => key.startsWith(prefix));
  }

  #noun<T>(key: string): T | null {
    return (this.table.view?.state[key] as T | undefined) ?? null;
  }
}

/** The broken edge of a coin of madness, on a field of 16 by 16. */
export const BROKEN =
  "M8 .8 9.7 3.4 12.7 2.2 12.8 5.4 15.6 6.9 13.6 9.3 14.5 12.4 11.3 12.6 9.4 15.2 7 13 3.9 14 3.6 10.8.7 9.2 2.8 6.8 2 3.7 5.3 3.6z";

export const inCoins = (count: number): string => (count === 1 ? "1 coin" : `${count} coins`);
export const inDice = (count: number): string => (count === 1 ? "1 die" : `${count} dice`);
export const isActive = (elf: Elf): boolean => elf.status === "sane" || elf.status === "doomed";

/** A side's dice, the highest first; each keeps its place, by which coins know it. */
export function diceOf(conflict: Conflict, side: Side): Die[] {
  const matched = new Set(conflict.matched[side]);
  const counting = new Set(conflict.leader === side ? conflict.counting : []);
  const dice = (conflict.dice[side] ?? []).map((face, place) => ({
    place,
    face,
    matched: matched.has(place),
    counting: counting.has(place),
    brings: conflict.brings[side]?.[place] ?? "",
    coins: conflict.coins.filter((coin) => coin.side === side && coin.die === place),
  }));
  return dice.sort((one, other) => other.face - one.face || one.place - other.place);
}

export const isInPerson = (conflict: Conflict, side: Side): boolean => side === "first" || Boolean(conflict.second);

/** Coins chosen one by one (`memory/4#2`), counted by where they lie. */
export function counted(keys: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const key of keys) counts[pileOf(key)] = (counts[pileOf(key)] ?? 0) + 1;
  return counts;
}

export const pileOf = (key: string): string => key.replace(/#\d+$/, "");

/** The first coins of each pile, by the keys the question offers. */
export function coinsFrom(counts: Readonly<Record<string, number>>, offered: readonly string[]): string[] {
  const left = { ...counts };
  return offered.filter((key) => {
    const pile = pileOf(key);
    const wanted = left[pile] ?? 0;
    left[pile] = wanted - 1;
    return wanted > 0;
  });
}

/** Hands on the table for the card that is up: closed, open with what is in them, or still making up their mind. */
export interface Hand {
  seat: Seat;
  state: "thinking" | "closed" | "open";
  bid: number;
}

export function handsOf(round: Round, waiting: readonly Seat[]): Hand[] {
  const open = Object.keys(round.bids).length > 0;
  return round.bidders.map((seat) => ({
    seat,
    state: open ? "open" : round.step === "bidding" && waiting.includes(seat) ? "thinking" : "closed",
    bid: round.bids[seat] ?? 0,
  }));
}

const CAME_TO_SOMEBODY = new Set(["won", "conflict", "tribute", "traded"]);

/** Everyone who has held a memory. */
export function holdersOf(memory: Memory): Set<Seat> {
  return new Set(memory.life.filter((moment) => CAME_TO_SOMEBODY.has(moment.kind)).map((moment) => moment.seat));
}

/** The scenes of this cycle in their order: who has had one, whose runs, who comes. The story scene is the last. */
export interface Turn {
  seat: Seat;
  state: "had" | "now" | "to come";
}

export function cycleOf(course: Course): Turn[] {
  return course.order.map((seat) => {
    if (!course.framed.includes(seat)) return { seat, state: "to come" };
    return { seat, state: seat === course.framing ? "now" : "had" };
  });
}
