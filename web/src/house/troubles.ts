/**
 * Why a table cannot be shown, by its code: what happened, and what one can do. Nobody is to blame for any of it.
 * Where the server has a sentence of its own, that one comes first. Codes with spaces are reasons of a closed socket.
 */

export interface Advice {
  title: string;
  text: string;
  /** What to try here before going home; without it there is nothing to try. */
  again: string;
}

const ADVICE: Record<string, Advice> = {
  no_table: {
    title: "There is no table here",
    text: "The link may be incomplete, or the host may have made a new invitation since. Ask whoever sent it for the link as it is now.",
    again: "",
  },
  not_seated: {
    title: "This link opens no seat",
    text: "A seat has one private link, and making a new one ends the one before. Open your newest link, or ask somebody at the table for the invitation.",
    again: "Try again",
  },
  "handed over": {
    title: "This seat has a new link",
    text: "Somebody made a new private link for it, so this one has ended. Open the new link here, and you sit again.",
    again: "Try again",
  },
  "nobody looks on here any more": {
    title: "This table plays on by itself",
    text: "The host has closed the room to onlookers. With the invitation you can still ask for a seat.",
    again: "",
  },
  "you left": {
    title: "You have got up",
    text: "If the game is on, a bot keeps your seat and does only what it must. Come back whenever you like, and it is yours again.",
    again: "Come back to the table",
  },
  version: {
    title: "This page is an older one",
    text: "The server has moved on since you opened it. Load the page again, and everything is where you left it.",
    again: "Load the page again",
  },
  foreign: {
    title: "This came from another page",
    text: "To keep your seat yours, the table listens only to its own pages. Open the table from the home page, and go on from there.",
    again: "",
  },
  unreachable: {
    title: "We cannot reach the table",
    text: "Nothing of the game is lost meanwhile.",
    again: "Try again",
  },
  lost: {
    title: "There is no page here",
    text: "The address may have lost a letter on its way. The house itself is still standing.",
    again: "",
  },
};

const FAULT: Advice = {
  title: "Something went wrong on our side",
  text: "The table itself is safe, and whatever was done there is kept. Try again in a moment.",
  again: "Try again",
};

export function adviceFor(code: string): Advice {
  return ADVICE[code] ?? FAULT;
}
