/** What is typed into the composer, and what it means: a mode by button, or a slash command hands already know. */

import type { Seat, Wish } from "../lib/types";

export type Mode = "say" | "as" | "narrate" | "aside" | "note" | "suggest";

/** Something half said: kept as a draft, put back when it is refused. */
export interface Speech {
  mode: Mode;
  text: string;
  /** The character who speaks, for `as`. */
  speaker: string;
  /** The seat the words are offered to, for `suggest`. */
  to: Seat;
}

export const SILENCE: Speech = { mode: "say", text: "", speaker: "", to: "" };

const COMMANDS: Record<string, Mode> = {
  say: "say",
  as: "as",
  desc: "narrate",
  narrate: "narrate",
  me: "narrate",
  ooc: "aside",
  aside: "aside",
  w: "note",
  note: "note",
};

/** Slash commands win over the mode that was chosen. The answer is what is meant, or a sentence that says why not. */
export function understood(speech: Speech): Speech | string {
  const text = speech.text.trim();
  const command = /^\/(\p{L}+)(?:\s+([\s\S]*))?$/u.exec(text);
  if (!command) return complete({ ...speech, text });
  const mode = COMMANDS[(command[1] ?? "").toLowerCase()];
  if (!mode) return `There is no /${command[1]} here. You can write /say, /as, /desc, /ooc or /w.`;
  const rest = (command[2] ?? "").trim();
  return complete(mode === "as" ? spokenAs(rest) : { ...SILENCE, mode, text: rest });
}

/** `/as Jonas Good evening`, or `/as Agent Mbatha: Good evening` where a name has several words. */
function spokenAs(rest: string): Speech {
  const [, long, short, said] = /^(?:([^:\n]{1,60}):|(\S+))\s*([\s\S]*)$/.exec(rest) ?? [];
  return { ...SILENCE, mode: "as", speaker: (long ?? short ?? "").trim(), text: said ?? "" };
}

function complete(speech: Speech): Speech | string {
  if (!speech.text) return "Write something first.";
  if (speech.mode === "as" && !speech.speaker.trim()) return "Say who speaks.";
  if (speech.mode === "suggest" && !speech.to) return "Choose who gets your words.";
  return speech;
}

export function wishOf({ mode, text, speaker, to }: Speech): Wish {
  if (mode === "suggest") return { type: "suggest", to, text };
  return { type: "talk", mode, text, ...(mode === "as" ? { speaker: speaker.trim() } : {}) };
}
