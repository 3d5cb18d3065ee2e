/** The way out of a room, as the explore menu offers it: the map and the list of rooms make buttons of it. */

import type { Choice, Menu, Option, Pick, ShownPrompt, Some } from "../../lib/types";

export interface Going {
  shown: ShownPrompt;
  /** `move`, or `pay_toll` where leaving costs something. */
  act: string;
  label: string;
  rooms: readonly Option[];
  /** Who could come along. */
  company: readonly Option[];
}

const ACTS = ["move", "pay_toll"];

export function goingOf(prompts: readonly ShownPrompt[]): Going | null {
  const shown = prompts.find((one) => one.prompt.name === "explore");
  const choice = (shown?.prompt as Menu | undefined)?.choices.find((one: Choice) => ACTS.includes(one.key));
  const rooms = choice?.fields?.find((field) => field.name === "room") as Pick | undefined;
  if (!shown || !choice || !rooms) return null;
  const company = choice.fields?.find((field) => field.name === "company") as Some | undefined;
  return { shown, act: choice.key, label: choice.label, rooms: rooms.options, company: company?.options ?? [] };
}
