/** Small helps for whole sentences. */

import { Denied } from "../lib/api";

/** Ana, Bo and Cleo. */
export function listed(names: readonly string[]): string {
  if (names.length < 2) return names[0] ?? "";
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

export function counted(number: number, one: string, more = `${one}s`): string {
  return `${number} ${number === 1 ? one : more}`;
}

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** 5 minutes ago. */
export function since(milliseconds: number, now = Date.now()): string {
  const passed = Math.max(0, now - milliseconds);
  for (const [unit, length] of STEPS) {
    if (passed >= length) return new Intl.RelativeTimeFormat("en").format(-Math.floor(passed / length), unit);
  }
  return "just now";
}

/** What a failure has to say to a person. */
export function sentence(error: unknown): string {
  return error instanceof Denied ? error.message : "Something went wrong on this page. Try again, or load it anew.";
}
