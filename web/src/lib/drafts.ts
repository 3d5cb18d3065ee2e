/** Half-written answers and half-said things, kept through a reload of the page, in this tab alone. */

import type { Wire } from "./types";

const PREFIX = "mneme.draft.";

export function restoreDraft(key: string): Wire {
  try {
    const kept = sessionStorage.getItem(PREFIX + key);
    return kept === null ? undefined : (JSON.parse(kept) as Wire);
  } catch {
    return undefined;
  }
}

/** What was written so far, taken off its shelf: it is on its way. */
export function takeDraft(key: string): Wire {
  const draft = restoreDraft(key);
  keepDraft(key, undefined);
  return draft;
}

export function keepDraft(key: string, value: Wire): void {
  try {
    if (value === undefined || value === "") sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Without storage a draft lasts as long as the page.
  }
}
