/**
 * The invitation of a table. The server tells it once, so the browser that made it remembers it.
 * It opens an empty chair and nothing else; the tokens of seats are never kept where a script can read them.
 */

const PREFIX = "mneme.invite.";

export function keepInvitation(table: string, invite: string): void {
  try {
    localStorage.setItem(PREFIX + table, invite);
  } catch {
    // Without storage the host can still make a new one.
  }
}

export function keptInvitation(table: string): string {
  try {
    return localStorage.getItem(PREFIX + table) ?? "";
  } catch {
    return "";
  }
}

export function invitationLink(table: string, invite: string): string {
  return `${location.origin}/t/${table}#${invite}`;
}

/** Where a pasted link leads inside this house; empty if it does not look like one of ours. */
export function placeOf(pasted: string): string {
  const found = /\/t\/([A-Za-z0-9_-]{1,64})(\?look-on)?(#[A-Za-z0-9_=-]{1,70})?\s*$/.exec(pasted.trim());
  return found ? `/t/${found[1]}${found[2] ?? ""}${found[3] ?? ""}` : "";
}
