/** What a game brings to the screen beyond the general widgets: a board, and better ways to ask some questions. */

import type { Component } from "svelte";
import type { TableStore } from "./table.svelte";
import type { ShownPrompt } from "./types";

export interface BoardProps {
  table: TableStore;
}

export interface AskProps {
  table: TableStore;
  shown: ShownPrompt;
}

export interface Look {
  /** The pieces on the table. Everything it shows comes from `table.view.state` and `table.guide.pieces`. */
  Board: Component<BoardProps>;
  /** Ways to ask that are better than the general widget, by prompt name. They answer with `table.answer`. */
  asks?: Record<string, Component<AskProps>>;
  /** Prompts by name that are seldom wanted, and wait in a fold of the Now bar. */
  quiet?: readonly string[];
  /** Lines by kind that are read in the question of this name, and come into the story when it is answered. */
  holds?: Record<string, string>;
  /** Kinds of lines for one seat alone that it sees only while it holds them, like what they speak of. */
  covered?: readonly string[];
  /** Prompts by name whose note is on the screen already: the game's own way to ask shows it. */
  noted?: readonly string[];
  /** What somebody's words are, by the kind of their line, where the words alone may not tell. */
  labels?: Readonly<Record<string, string>>;
  /** The end of a game; shown in the place of the Now bar when the view is over. */
  End?: Component<BoardProps>;
}
