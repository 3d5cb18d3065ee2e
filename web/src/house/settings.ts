/** How a table does things, as choices for people. The server takes any number; these are the sensible ones. */

import type { Settings } from "../lib/types";

export const PACES: readonly { value: number; label: string }[] = [
  { value: 4, label: "Slow" },
  { value: 2, label: "Steady" },
  { value: 0.7, label: "Quick" },
  { value: 0.1, label: "At once" },
];

export const ABSENCES: readonly { value: number; label: string }[] = [
  { value: 0, label: "Wait for them" },
  { value: 600, label: "Go on after 10 minutes" },
  { value: 86_400, label: "Go on after a day" },
  { value: 259_200, label: "Go on after 3 days" },
];

export const USUAL: Required<Settings> = { public: false, spectators: true, pace: 2, absence: 0 };
