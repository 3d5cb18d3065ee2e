/** What lies on a Schizonauts table, with types. The view's fields are those of `nouns.py`. */

import type { TableStore } from "../../lib/table.svelte";
import type { Seat } from "../../lib/types";

export type Persona = "thief" | "agent";
export type Area = Persona | "overlap";
export type Aptitude = "violence" | "knowledge" | "intimacy";

export const APTITUDES: readonly Aptitude[] = ["violence", "knowledge", "intimacy"];
export const SIZES = [12, 10, 8, 6] as const;

export interface Course {
  phase: string;
  round: number;
  rounds: number;
  actor: Seat;
  starter: Seat;
  circle: Seat[];
  scores: Record<Persona, number>;
  outcome: string;
  survivors: Seat[];
}

export interface Decks {
  keys_left: number;
  chain: string[];
  discard: string[];
  allegiance?: unknown;
}

export interface Hand {
  down: number;
  up: Persona[];
  faces?: Persona[];
}

export interface Sheet {
  owner: Seat;
  thief: string;
  agent: string;
  full_name: string;
  ratings: Partial<Record<Area, Record<Aptitude, number>>>;
  keys: string[];
  keys_hidden?: string[];
  keys_held: number;
  allegiance: Hand;
  /** What most of one's own cards say, in a sentence; only its owner has it. */
  dominant?: string;
  coins: number;
  piles: Record<Persona, number>;
  alive: boolean;
  true: Persona | "";
  preferred: Persona | "";
  final: Persona | "";
  gone: boolean;
}

export interface Memory {
  key: string;
  owner: Seat;
  side: Area;
  aptitude: Aptitude;
  text: string;
  box: boolean;
  circle: boolean;
  struck: boolean;
}

export interface Source {
  what: string;
  dice: number;
  by?: Seat;
  why?: string;
}

export interface Scene {
  kind: string;
  step: string;
  half: number;
  actor: Seat;
  visitor: Seat;
  actor_as: string;
  visitor_as: string;
  key: string;
  memory: string;
  aptitudes: Record<Seat, Aptitude>;
  key_in: boolean;
  memory_in: boolean;
  question: string;
  sources: Record<Seat, Source[]>;
  pools: Record<Seat, number[]>;
  locked: Seat[];
  rolls: Record<Seat, number[]>;
  narrator: Seat;
  judge: Seat;
}

export interface Turn {
  votes: Record<Seat, Persona>;
  bleeder: Persona | "";
  bled: string;
}

export interface KeyObject {
  id: string;
  name: string;
  aptitude: Aptitude;
  bonus: number;
  line: string;
  glyph: string;
  alt: string;
}

type Fields = Omit<Memory, "key">;

/** A memory that did not change stays the same object from view to view, so that it is not drawn again. */
const known = new WeakMap<Fields, Memory>();

function keyed(key: string, fields: Fields): Memory {
  const memory = known.get(fields) ?? { key, ...fields };
  known.set(fields, memory);
  return memory;
}

/** The nouns of the view by name. A noun that is not there is null. */
export class Pieces {
  constructor(private readonly table: TableStore) {}

  get course(): Course {
    return this.#noun<Course>("course")!;
  }

  get decks(): Decks {
    return this.#noun<Decks>("decks")!;
  }

  get scene(): Scene | null {
    return this.#noun<Scene>("scene");
  }

  get turn(): Turn | null {
    return this.#noun<Turn>("turn");
  }

  get seats(): Seat[] {
    return this.course.circle;
  }

  sheet(seat: Seat): Sheet {
    return this.#noun<Sheet>(`sheet/${seat}`)!;
  }

  memories(seat: Seat): Memory[] {
    const found = Object.entries(this.table.view?.state ?? {}).filter(([key]) => key.startsWith(`memory/${seat}/`));
    return found.map(([key, fields]) => keyed(key, fields as Fields));
  }

  memory(key: string): Memory | null {
    const fields = this.#noun<Fields>(key);
    return fields && keyed(key, fields);
  }

  keyObject(id: string): KeyObject {
    const keys = (this.table.guide?.pieces?.["keys"] ?? []) as readonly KeyObject[];
    return keys.find((key) => key.id === id) ?? { id, name: "A key object", aptitude: "knowledge", bonus: 0, line: "", glyph: "", alt: "" };
  }

  /** A character as the scene knows them: first name of a thief, last name of an agent, from the interlude on both. */
  called(seat: Seat, persona: string): string {
    const sheet = this.sheet(seat);
    if (sheet.full_name) return sheet.full_name;
    return persona === "agent" ? `Agent ${sheet.agent}` : sheet.thief;
  }

  #noun<T>(key: string): T | null {
    return (this.table.view?.state[key] as T | undefined) ?? null;
  }
}

/** The size of every die of a pool, in the order the faces were rolled. */
export function sizesOf(pool: readonly number[]): number[] {
  const [d6 = 0, d8 = 0, d10 = 0, d12 = 0] = pool;
  return SIZES.flatMap((size) => Array<number>({ 6: d6, 8: d8, 10: d10, 12: d12 }[size]).fill(size));
}

/** A pool in writing, as the trades name it: `1d12+2d6`. */
export function inDice(pool: readonly number[]): string {
  const [d6 = 0, d8 = 0, d10 = 0, d12 = 0] = pool;
  return SIZES.map((size) => [{ 6: d6, 8: d8, 10: d10, 12: d12 }[size], size] as const)
    .filter(([count]) => count)
    .map(([count, size]) => `${count}d${size}`)
    .join("+");
}
