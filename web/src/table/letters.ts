/** Single letters that act as keys. (ux Y3) */

import { preferences } from "../lib/preferences.svelte";

/** The key that was pressed, unless it belongs to a text, to the browser, or letters are turned off. */
export function letterOf(event: KeyboardEvent): string {
  const { target } = event;
  const writes =
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
  return !preferences.now.keys || writes || event.ctrlKey || event.metaKey || event.altKey ? "" : event.key;
}
