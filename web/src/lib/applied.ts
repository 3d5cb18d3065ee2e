/** A full view with a frame added to it: the twin of `mneme.engine.feed.applied`. Nothing is changed in place. */

import type { Frame, Full, View } from "./types";

type State = View["state"];

export function applied(full: Full, frame: Frame): Full {
  let { earlier } = full;
  let lines = full.view.lines;
  if (frame.keep !== undefined) {
    lines = lines.slice(0, Math.max(0, frame.keep - earlier));
    earlier = Math.min(earlier, frame.keep);
  }
  if (frame.lines !== undefined) lines = [...lines, ...frame.lines];
  const view: View = { ...full.view, lines };
  if (frame.state !== undefined || frame.order !== undefined) {
    view.state = appliedState(view.state, frame.state ?? {}, frame.order);
  }
  if (frame.names !== undefined) view.names = frame.names;
  if (frame.place !== undefined) view.place = frame.place;
  if (frame.waiting !== undefined) view.waiting = frame.waiting;
  if (frame.waiting_text !== undefined) view.waiting_text = frame.waiting_text;
  if (frame.prompts !== undefined) view.prompts = frame.prompts;
  if (frame.over !== undefined) view.over = frame.over;
  if (frame.can_take_back !== undefined) view.can_take_back = frame.can_take_back;
  if (frame.result !== undefined) view.result = frame.result;
  return { ...full, n: frame.n, earlier, view };
}

function appliedState(state: State, changes: NonNullable<Frame["state"]>, order: string[] | undefined): State {
  const nouns: State = { ...state };
  for (const [key, fields] of Object.entries(changes)) {
    if (fields === null) delete nouns[key];
    else nouns[key] = withoutNull({ ...nouns[key], ...fields });
  }
  if (order === undefined) return nouns;
  return Object.fromEntries(order.map((key) => [key, nouns[key] ?? {}]));
}

function withoutNull(noun: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(noun).filter(([, value]) => value !== null));
}
