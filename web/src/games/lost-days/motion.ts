/** Cards that travel: where one leaves a place and appears in another, it is seen to go there, and a crown with it. */

import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { preferences } from "../../lib/preferences.svelte";

const TRAVEL = 700; // milliseconds
const AT_ONCE: TransitionConfig = { duration: 0 };
const left = new Map<string, DOMRect>();

/** It is gone from here at once; where it lay is remembered until it appears again. */
export function leaves(node: Element, { key }: { key: string }): TransitionConfig {
  left.set(key, node.getBoundingClientRect());
  return AT_ONCE;
}

export function arrives(node: Element, { key }: { key: string }): () => TransitionConfig {
  // Asked a moment later, when every card of this change has left its place.
  return () => {
    const from = left.get(key);
    const here = node.getBoundingClientRect();
    left.delete(key);
    if (!from?.width || !here.width || preferences.lessMotion) return AT_ONCE;
    const [x, y] = [from.left - here.left, from.top - here.top];
    const css = (_: number, rest: number): string => `position: relative; z-index: 2; transform: translate(${x * rest}px, ${y * rest}px)`;
    return { duration: TRAVEL, easing: cubicOut, css };
  };
}
