/** The games that have a look of their own. Any other game is played through the general widgets. */

import type { Look } from "../lib/look";

const LOOKS: Record<string, () => Promise<{ default: Look }>> = {
  "know-thyself": () => import("./know-thyself"),
  "lost-days": () => import("./lost-days"),
  schizonauts: () => import("./schizonauts"),
  utopolis: () => import("./utopolis"),
};

export async function lookOf(game: string): Promise<Look | null> {
  const load = LOOKS[game];
  return load ? (await load()).default : null;
}
