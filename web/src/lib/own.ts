/** The questions as the one who is asked reads them: where its own name is a choice, it is marked as its own. */

import type { Seat } from "./types";

export function ownMarked<T>(asked: T, you: Seat | null, name: string): T {
  if (you === null) return asked;
  return marked(asked) as T;

  function marked(part: unknown): unknown {
    if (Array.isArray(part)) return part.map(marked);
    if (typeof part !== "object" || part === null) return part;
    const copy = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, marked(value)]));
    if (copy["key"] === you && copy["label"] === name) copy["label"] = `${name} (you)`;
    return copy;
  }
}
