/** The story as Markdown, to be passed on: without what was undone, and without what not everybody could read. */

import type { Line } from "../lib/types";
import { isPrivate, modeOf, type NameOf, sortOf } from "./lines";

export interface Wanted {
  /** What was said beside the story. */
  talk: boolean;
  /** What the rules said: dice, coins, who does what. */
  facts: boolean;
  /** What somebody's words are, by the kind of their line. */
  labels?: Readonly<Record<string, string>>;
}

export function inMarkdown(title: string, lines: readonly Line[], nameOf: NameOf, wanted: Wanted): string {
  const titles = titlesOf(lines);
  const blocks = lines.map((line) => block(line, nameOf, wanted, titles.get(line))).filter(Boolean);
  return [`# ${escaped(title)}`, ...blocks].join("\n\n") + "\n";
}

/** What a chapter was called when it closed. (ux S5) */
function titlesOf(lines: readonly Line[]): Map<Line, string> {
  const titles = new Map<Line, string>();
  let chapter: Line | undefined;
  for (const line of lines) {
    if (line.undone) continue;
    if (line.kind === "chapter") chapter = line;
    const title = line.facts?.["title"];
    if (chapter && typeof title === "string" && title) titles.set(chapter, title);
  }
  return titles;
}

function block(line: Line, nameOf: NameOf, wanted: Wanted, title = ""): string {
  if (!line.text || line.undone || isPrivate(line)) return "";
  const text = escaped(line.text).replaceAll("\n", "  \n");
  const name = line.by ? escaped(nameOf(line.by)) : "";
  switch (sortOf(line)) {
    case "chapter":
      return title ? `## ${escaped(title)}\n\n*${text}*` : `## ${text}`;
    case "talk":
      return talk(line, text, name, wanted);
    case "told":
      return signed(text, [wanted.labels?.[line.kind] ?? "", name]);
    default:
      return wanted.facts ? `*${text}*` : "";
  }
}

function talk(line: Line, text: string, name: string, wanted: Wanted): string {
  const mode = modeOf(line);
  if (mode === "narrate") return signed(text, [name]);
  if (mode === "as") return `**${escaped(String(line.facts?.["speaker"] ?? ""))}:** ${text}`;
  return wanted.talk && (mode === "say" || mode === "aside") ? `> **${name}:** ${text.replaceAll("\n", "\n> ")}` : "";
}

/** A text, and beneath it what it is and whose. */
function signed(text: string, marks: readonly string[]): string {
  const mark = marks.filter(Boolean).join(", ");
  return mark ? `${text}  \n*${mark}*` : text;
}

const escaped = (text: string): string => text.replace(/[\\`*_[\]<>#]/g, "\\$&");
