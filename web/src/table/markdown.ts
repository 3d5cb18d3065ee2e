/** The story as Markdown, to be passed on: without what was undone, and without what not everybody could read. */

import type { Line } from "../lib/types";
import { isPrivate, modeOf, type NameOf, sortOf } from "./lines";

export interface Wanted {
  /** What was said beside the story. */
  talk: boolean;
  /** What the rules said: dice, coins, who does what. */
  facts: boolean;
}

export function inMarkdown(title: string, lines: readonly Line[], nameOf: NameOf, wanted: Wanted): string {
  const blocks = lines.map((line) => block(line, nameOf, wanted)).filter(Boolean);
  return [`# ${escaped(title)}`, ...blocks].join("\n\n") + "\n";
}

function block(line: Line, nameOf: NameOf, wanted: Wanted): string {
  if (!line.text || line.undone || isPrivate(line)) return "";
  const text = escaped(line.text).replaceAll("\n", "  \n");
  const name = line.by ? escaped(nameOf(line.by)) : "";
  switch (sortOf(line)) {
    case "chapter":
      return `## ${text}`;
    case "talk":
      return talk(line, text, name, wanted);
    case "told":
      return name ? `${text}  \n*${name}*` : text;
    default:
      return wanted.facts ? `*${text}*` : "";
  }
}

function talk(line: Line, text: string, name: string, wanted: Wanted): string {
  const mode = modeOf(line);
  if (mode === "narrate") return `${text}  \n*${name}*`;
  if (mode === "as") return `**${escaped(String(line.facts?.["speaker"] ?? ""))}:** ${text}`;
  return wanted.talk && (mode === "say" || mode === "aside") ? `> **${name}:** ${text.replaceAll("\n", "\n> ")}` : "";
}

const escaped = (text: string): string => text.replace(/[\\`*_[\]<>#]/g, "\\$&");
