/** What somebody may do right now, in the guide's words where it has them. */

import type { Guide, Menu, Prompt, ShownPrompt } from "../lib/types";

/** A prompt and its choices name the rules they rest on; the guide's acts name the same rules. */
export function actsNow(guide: Guide, prompts: readonly ShownPrompt[]): string[] {
  const offered = prompts.filter((shown) => shown.given === undefined).flatMap((shown) => offers(shown.prompt as Prompt));
  return [...new Set(offered.map(({ label, rule }) => guided(guide, label, rule) ?? label))];
}

function offers(prompt: Prompt): { label: string; rule: string }[] {
  if (prompt.kind !== "menu") return [{ label: prompt.text, rule: prompt.rule ?? "" }];
  return (prompt as Menu).choices.map((choice) => ({ label: choice.label, rule: choice.rule ?? "" }));
}

function guided(guide: Guide, label: string, rule: string): string | undefined {
  const rules = rule.split(/[,;\s]+/).filter(Boolean);
  const act = guide.acts.find((one) => one.label === label) ?? guide.acts.find((one) => rules.includes(one.rule));
  return act?.label;
}
