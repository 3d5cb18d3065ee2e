/** Cards that travel: where one leaves a place and appears in another, it is seen to go there, and a crown with it. */

import { cubicOut } from "svelte/easing";
import { crossfade } from "svelte/transition";
import { preferences } from "../../lib/preferences.svelte";

const TRAVEL = 700; // milliseconds

export const [leaves, arrives] = crossfade({
  duration: () => (preferences.lessMotion ? 0 : TRAVEL),
  easing: cubicOut,
  fallback: () => ({ duration: 0 }),
});
