/** What can be said of a prompt and a half-finished answer without asking the server, which remains the referee. */

import type { Choice, Option, Prompt, Wire } from "../lib/types";

/** What a fresh form begins with. */
export function blank(prompt: Prompt): Wire {
  if (prompt.kind === "form") return { ...blankFields(prompt.fields as Prompt[]), ...(prompt.default as object | undefined) };
  if (prompt.default !== undefined && prompt.kind !== "words") return prompt.default;
  switch (prompt.kind) {
    case "pick":
      return prompt.options.length === 1 ? prompt.options[0]?.key : undefined;
    case "some":
      return [];
    case "number":
      return prompt.least;
    case "split":
      return Object.fromEntries(prompt.slots.map((slot) => [slot.key, prompt.least ?? 0]));
    case "arrange":
      return prompt.options.map((option) => option.key);
    case "several":
      return Array.from({ length: Math.max(1, prompt.least ?? 1) }, () => blank(prompt.item as Prompt));
    case "words":
      return "";
    default:
      return undefined;
  }
}

export function blankFields(fields: readonly Prompt[]): Record<string, Wire> {
  return Object.fromEntries(fields.map((field) => [field.name, blank(field)]));
}

/** What is still missing from an answer, as a sentence; empty where nothing is. */
export function missing(prompt: Prompt, value: Wire): string {
  switch (prompt.kind) {
    case "pick":
      return prompt.options.some((option) => option.key === value) ? "" : "Choose one.";
    case "some": {
      const count = Array.isArray(value) ? value.length : 0;
      const least = prompt.least ?? 0;
      const most = Math.min(prompt.most ?? prompt.options.length, prompt.options.length);
      if (count < least) return `Choose ${least - count} more.`;
      return count > most ? `Choose ${most} at most.` : "";
    }
    case "split": {
      const left = prompt.total - shared(value);
      if (left > 0) return `Share out ${left} more.`;
      return left < 0 ? `That is ${-left} too many.` : "";
    }
    case "words":
      return value || prompt.aloud || prompt.optional ? "" : "Write something here.";
    case "several":
      return firstOf((value as Wire[]).map((part) => missing(prompt.item as Prompt, part)));
    case "form":
      return missingFields(prompt.fields as Prompt[], value);
    default:
      return "";
  }
}

export function missingFields(fields: readonly Prompt[], value: Wire): string {
  const given = (value ?? {}) as Record<string, Wire>;
  return firstOf(fields.map((field) => missing(field, given[field.name])));
}

export function shared(value: Wire): number {
  return Object.values((value ?? {}) as Record<string, number>).reduce((sum, part) => sum + part, 0);
}

const firstOf = (sentences: string[]): string => sentences.find(Boolean) ?? "";

/** An answer in words, for "you answered …". */
export function inWords(prompt: Prompt, value: Wire): string {
  const label = (options: readonly Option[], key: Wire): string =>
    options.find((option) => option.key === key)?.label ?? String(key);
  switch (prompt.kind) {
    case "pick":
      return label(prompt.options, value);
    case "some":
    case "arrange":
      return (value as string[]).map((key) => label(prompt.options, key)).join(", ") || "none";
    case "split":
      return prompt.slots.map((slot) => `${slot.label} ${(value as Record<string, number>)[slot.key] ?? 0}`).join(", ");
    case "words":
      return String(value) || (prompt.optional ? "nothing" : "told aloud");
    case "several":
      return (value as Wire[]).map((part) => inWords(prompt.item as Prompt, part)).join("; ");
    case "form":
      return fieldsInWords(prompt.fields as Prompt[], value);
    case "ack":
      return prompt.label ?? "Done";
    case "menu": {
      const choice = prompt.choices.find((one) => one.key === (value as { act: string }).act);
      return choice ? choiceInWords(choice, value) : "";
    }
    default:
      return String(value);
  }
}

function choiceInWords(choice: Choice, value: Wire): string {
  const parts = fieldsInWords((choice.fields ?? []) as Prompt[], value);
  return parts ? `${choice.label}: ${parts}` : choice.label;
}

function fieldsInWords(fields: readonly Prompt[], value: Wire): string {
  const given = (value ?? {}) as Record<string, Wire>;
  return fields
    .filter((field) => given[field.name] !== undefined)
    .map((field) => inWords(field, given[field.name]))
    .join("; ");
}
