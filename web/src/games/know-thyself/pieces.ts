/** What lies on a Know Thyself table, with types. The view's fields are those of `nouns.py`, the charts the guide's. */

import type { TableStore } from "../../lib/table.svelte";
import type { Seat } from "../../lib/types";
import type { Plan, Place } from "./plan";

export type Suit = "D" | "H" | "C" | "S";
export type Degree = "full" | "partial" | "minor" | "failure";
export type Exit = "free" | "toll" | "stuck" | "foot" | "gate";

export const SUITS: readonly Suit[] = ["D", "H", "C", "S"];

export interface Course {
  phase: string;
  master: Seat;
  guests: Seat[];
  waiting: Seat[];
  coming: Seat[];
  going: string;
  receiver: Seat;
  wagers: number;
  triggers: string[];
  question: number;
}

export interface CoinPiles {
  master: number;
  bank: number;
  total: number;
  to_beat: number;
  winning: Seat[];
  to_the_end: number;
}

export interface TrueName {
  adjective: string;
  noun: string;
  red: string;
  black: string;
}

export interface Palace {
  true_names: Record<string, TrueName>;
  effects: Record<string, string>;
  unseen: string[];
  red: number;
  black: number;
}

export interface Guest {
  owner: Seat;
  appearance: string;
  attachments: Partial<Record<Suit, string>>;
  draft?: Partial<Record<Suit, string>>;
  change?: string;
  dealt: string[];
  figure: number;
  award: number;
  coins: number;
  gathered: boolean;
  room: string;
  exit: Exit;
  foot: boolean;
  edges: Record<string, string>;
  name: string;
  why: string;
  wager: string;
  epilogue: string;
  enough: number;
  last_wager: number;
  last_cards: string[];
  won: boolean;
  retired: boolean;
}

export interface Memory {
  key: string;
  owner: Seat;
  suit: Suit;
  type: string;
  room: string;
  true_name: string;
  text: string;
  added: string;
  invoked: boolean;
  narrator: Seat;
  wager: number;
}

export interface Wager {
  room: string;
  initiator: Seat;
  opponent: string;
  step: number;
  participants: Seat[];
  wants: Record<Seat, string>;
  out: Record<Seat, string>;
  issue: Record<Seat, string>;
  counter: string;
  stake: number;
  accepted: Seat[];
  master_side: Record<Seat, number>;
  player_side: Record<Seat, number>;
  brings: Record<Seat, Record<Degree, number>>;
  helped: Record<Seat, string>;
  hindered: Record<Seat, string>;
  refused: Seat[];
  deck: number;
  drawn: Record<Seat, string[]>;
  invoked: Record<Seat, string[]>;
  degree: Record<Seat, Degree>;
  master_card: string;
  odds: Record<Seat, Record<string, number>>;
  result: Record<Seat, Degree>;
  due: Record<Seat, { type: string; suit: Suit }>;
  choice: string;
  memory_of: Record<Seat, string>;
  paid: Record<Seat, number>;
}

export interface RoomCard {
  look: string;
  conflicts: string[];
  hooks: string[];
  npcs: string[];
}

/** The Master's desk; for everybody else it has no `rooms`. */
export interface Desk {
  master: Seat;
  rooms?: Record<string, RoomCard>;
  renamed?: Record<string, string>;
  notes?: string[];
}

export interface House {
  people?: Record<string, { epithet: string; lines: string[] }>;
  anywhere?: RoomCard;
}

export interface SuitChart {
  key: Suit;
  name: string;
  colour: "red" | "black";
  memory: string;
  sense: string;
}

export interface Rung {
  key: Degree;
  name: string;
  cards: number;
}

/** What never changes: the plan, the charts and the numbers, from the guide. */
export interface Charts {
  plan: Plan;
  suits: SuitChart[];
  ranks: Record<string, string>;
  degrees: Rung[];
  numbers: Record<string, number>;
  fees: Record<string, number>;
  questions: string[];
  steps: Record<string, string>;
  exits: Record<Exit, string>;
  triggers: Record<string, string>;
  phases: Record<string, string>;
}

/** Where all Coins are; together they are always as many as there are in the house. */
export interface Pile {
  key: string;
  name: string;
  coins: number;
  staked: number;
}

const NO_CHARTS: Charts = {
  plan: { width: 14, height: 14, rooms: [], pathways: [], sealed: [] },
  suits: [],
  ranks: {},
  degrees: [],
  numbers: {},
  fees: {},
  questions: [],
  steps: {},
  exits: { free: "", toll: "", stuck: "", foot: "", gate: "" },
  triggers: {},
  phases: {},
};

/** The nouns of the view by name. A noun that is not there is null. */
export class Pieces {
  constructor(private readonly table: TableStore) {}

  get charts(): Charts {
    return { ...NO_CHARTS, ...(this.table.guide?.pieces as Partial<Charts> | undefined) };
  }

  get course(): Course {
    return this.#noun<Course>("course")!;
  }

  get coins(): CoinPiles {
    return this.#noun<CoinPiles>("coins")!;
  }

  get palace(): Palace {
    return this.#noun<Palace>("palace")!;
  }

  get wager(): Wager | null {
    return this.#noun<Wager>("wager");
  }

  get desk(): Desk | null {
    return this.#noun<Desk>("desk");
  }

  get house(): House | null {
    return this.#noun<House>("house");
  }

  /** Cards in the pile of the Hardcore variants, and how many were struck. */
  get pool(): { pile: number; struck: number } | null {
    return this.#noun<{ pile: number; struck: number }>("pool");
  }

  /** Everyone with a sheet, also those who have left the story. */
  get sheets(): Seat[] {
    return Object.keys(this.table.view?.names ?? {}).filter((seat) => this.guest(seat) !== null);
  }

  guest(seat: Seat): Guest | null {
    return this.#noun<Guest>(`guest/${seat}`);
  }

  memories(seat: Seat): Memory[] {
    const found = Object.entries(this.table.view?.state ?? {}).filter(([key]) => key.startsWith(`memory/${seat}/`));
    return found.map(([key, fields]) => ({ key, ...(fields as Omit<Memory, "key">) }));
  }

  memory(key: string): Memory | null {
    const fields = this.#noun<Omit<Memory, "key">>(key);
    return fields && { key, ...fields };
  }

  /** A guest's name once it is known, and until then the player's. */
  called(seat: Seat): string {
    return this.guest(seat)?.name || this.table.nameOf(seat);
  }

  /** What a player owns: a stake still belongs to whoever staked it. */
  owned(seat: Seat): number {
    return (this.guest(seat)?.coins ?? 0) + (this.wager?.player_side[seat] ?? 0);
  }

  get piles(): Pile[] {
    const { master, bank } = this.coins;
    const seats = this.sheets.filter((seat) => !this.guest(seat)?.retired);
    return [
      { key: "master", name: "The Master", coins: master, staked: sum(this.wager?.master_side) },
      ...seats.map((seat) => ({
        key: seat,
        name: this.table.nameOf(seat),
        coins: this.guest(seat)?.coins ?? 0,
        staked: this.wager?.player_side[seat] ?? 0,
      })),
      { key: "bank", name: "The Bank", coins: bank, staked: 0 },
    ];
  }

  place(room: string): Place {
    const known = this.charts.plan.rooms.find((one) => one.id === room);
    return known ?? { id: room, name: room, x: 0, y: 0, w: 0, h: 0, floor: "ground", outdoors: false, where: "in" };
  }

  /** `Garden of Undeserved Allegiance`, or plain `Garden` while nobody has been there. */
  roomName(room: string): string {
    const name = this.palace.true_names[room];
    return name ? `${this.place(room).name} of ${name.adjective} ${name.noun}` : this.place(room).name;
  }

  /** `on the Terrace of Lost Love`. */
  roomPlace(room: string): string {
    return `${this.place(room).where} the ${this.roomName(room)}`;
  }

  inRoom(room: string): Seat[] {
    return this.course.guests.filter((seat) => this.guest(seat)?.room === room);
  }

  suit(key: Suit): SuitChart {
    const known = this.charts.suits.find((suit) => suit.key === key);
    return known ?? { key, name: key, colour: key === "D" || key === "H" ? "red" : "black", memory: "", sense: "" };
  }

  cardName(card: string): string {
    return `${this.charts.ranks[rankOf(card)] ?? rankOf(card)} of ${this.suit(suitOf(card)).name}`;
  }

  #noun<T>(key: string): T | null {
    return (this.table.view?.state[key] as T | undefined) ?? null;
  }
}

export const rankOf = (card: string): string => card.slice(0, -1);
export const suitOf = (card: string): Suit => card.slice(-1) as Suit;

/** The cards a player has had in a Wager, in order; the last one is held. */
export function cardsOf(wager: Wager, seat: Seat): { card: string; invoked: boolean }[] {
  const drawn = (wager.drawn[seat] ?? []).map((card) => ({ card, invoked: false }));
  return [...drawn, ...(wager.invoked[seat] ?? []).map((card) => ({ card, invoked: true }))];
}

/** The most Memories on any one Attachment. */
export function fullestBox(memories: readonly Memory[]): number {
  return Math.max(0, ...SUITS.map((suit) => memories.filter((memory) => memory.suit === suit).length));
}

export const inCoins = (count: number): string => (count === 1 ? "1 Coin" : `${count || "no"} Coins`);

export function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function sum(sides: Record<Seat, number> | undefined): number {
  return Object.values(sides ?? {}).reduce((total, coins) => total + coins, 0);
}
