/** A question in large letters, and whatever else is said with it in small ones. */

const SHORT = 60; // so much can be large
// Not after "Dr." and the like: those stop in the middle of a sentence.
const ENDS = /(?:[?!…]|(?<!\b[A-Z][a-z]{0,2})\.)[”’)]?(?=\s+[A-Z“])/g;

/** The first sentence of a text, and the rest. A sentence that somebody is quoted with is part of the one around it. */
export function headline(text: string): [string, string] {
  if (text.length <= SHORT) return [text, ""];
  for (const { 0: stop, index } of text.matchAll(ENDS)) {
    const first = text.slice(0, index + stop.length);
    if (first.split("“").length === first.split("”").length) return [first, text.slice(first.length).trim()];
  }
  return [text, ""];
}
