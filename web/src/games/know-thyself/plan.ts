/** The plan of the house: which room leads where, and how it is drawn by hand. Measures are the plan's own units. */

export interface Place {
  id: string;
  name: string;
  x: number;
  y: number;
  w: number;
  h: number;
  floor: "ground" | "upper" | "below";
  outdoors: boolean;
  where: string;
}

export interface Pathway {
  rooms: [string, string];
  kind: string;
  at: [number, number];
  strip: [number, number, number, number] | null;
}

export interface Sealed {
  rooms: [string, string];
  at: [number, number];
}

export interface Plan {
  width: number;
  height: number;
  rooms: Place[];
  pathways: Pathway[];
  sealed: Sealed[];
}

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** A way out of a room: where it leads and what it is. */
export interface Way {
  room: string;
  kind: string;
}

export function waysFrom(plan: Plan, room: string): Way[] {
  return plan.pathways
    .filter((path) => path.rooms.includes(room))
    .map((path) => ({ room: path.rooms[0] === room ? path.rooms[1] : path.rooms[0], kind: path.kind }));
}

export function sealedFrom(plan: Plan, room: string): string[] {
  return plan.sealed
    .filter((door) => door.rooms.includes(room))
    .map((door) => (door.rooms[0] === room ? door.rooms[1] : door.rooms[0]));
}

/** Large rooms first, so that the Fountain lies in the maze and the Terrace over the Courtyard. */
export function drawingOrder(rooms: readonly Place[]): Place[] {
  return rooms.toSorted((one, other) => other.w * other.h - one.w * one.h);
}

/** The part of a room where its name goes: what a smaller room inside it leaves free. */
export function nameBox(room: Place, rooms: readonly Place[]): Box {
  const inner = rooms.find((other) => other !== room && isInside(other, room));
  if (!inner) return room;
  const right = room.x + room.w;
  const free: Box[] = [
    { x: room.x, y: room.y, w: room.w, h: inner.y - room.y },
    { x: room.x, y: room.y, w: inner.x - room.x, h: room.h },
    { x: inner.x + inner.w, y: room.y, w: right - inner.x - inner.w, h: room.h },
  ];
  return free.toSorted((one, other) => other.w * other.h - one.w * one.h)[0] ?? room;
}

/** What a frame shows of a box, or null where that is too little to write in. */
export function shownOf(box: Box, frame: Box): Box | null {
  const x = Math.max(box.x, frame.x);
  const y = Math.max(box.y, frame.y);
  const w = Math.min(box.x + box.w, frame.x + frame.w) - x;
  const h = Math.min(box.y + box.h, frame.y + frame.h) - y;
  return w < 0.9 || h < 0.6 ? null : { x, y, w, h };
}

function isInside(inner: Box, outer: Box): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.w <= outer.x + outer.w &&
    inner.y + inner.h <= outer.y + outer.h
  );
}

/** The part of the plan around some rooms: these, whatever they lead to, and a little air. */
export function around(plan: Plan, rooms: readonly string[]): Box {
  const near = new Set(rooms.flatMap((room) => [room, ...waysFrom(plan, room).map((way) => way.room)]));
  const boxes = plan.rooms.filter((room) => near.has(room.id));
  if (!boxes.length) return whole(plan);
  const [left, right] = spread(boxes.flatMap((box) => [box.x, box.x + box.w]), plan.width);
  const [top, bottom] = spread(boxes.flatMap((box) => [box.y, box.y + box.h]), plan.height);
  return { x: left, y: top, w: right - left, h: bottom - top };
}

/** The same part, no wider than this; what does not fit is left off on both sides of the room in question. */
export function narrowed(frame: Box, room: Box, most: number): Box {
  if (frame.w <= most) return frame;
  const middle = room.x + room.w / 2 - most / 2;
  return { ...frame, x: Math.min(Math.max(frame.x, middle), frame.x + frame.w - most), w: most };
}

const AIR = 0.4;
const LEAST = 6;

export function whole(plan: Plan): Box {
  return { x: -AIR, y: -AIR, w: plan.width + 2 * AIR, h: plan.height + 2 * AIR };
}

/** From the least to the most of these, never too narrow, and within the plan. */
function spread(values: readonly number[], most: number): [number, number] {
  const low = Math.min(...values) - AIR;
  const high = Math.max(...values) + AIR;
  const lack = Math.max(0, LEAST - (high - low)) / 2;
  return [Math.max(-AIR, low - lack), Math.min(most + AIR, high + lack)];
}

/** Where the tokens of a room stand: side by side along its lower wall, or one above the other where it is narrow. */
export function standing(room: Place, place: number, count: number, foot = false): [number, number] {
  const step = Math.min(0.7, ((room.w < 1.5 ? room.h : room.w) - 0.2) / count);
  const off = (place - (count - 1) / 2) * step;
  if (foot) return [room.x - 0.05, room.y + 0.5 + place * 0.6];
  if (room.w < 1.5) return [room.x + room.w / 2, room.y + room.h / 2 + off];
  return [room.x + room.w / 2 + off, room.y + room.h - 0.42];
}

// -- the pen

/** Numbers between -1 and 1, always the same for the same word, so that a line never jumps when it is drawn again. */
export function tremor(word: string): () => number {
  let state = [...word].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16777619) >>> 0, 2166136261);
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state / 2 ** 32) * 2 - 1;
  };
}

/** Four walls by a steady but human hand: each a little bent, and crossing its neighbours at the corners. */
export function walls(box: Box, word: string, shake = 0.045): string {
  const hand = tremor(word);
  const near = (value: number): number => round(value + hand() * shake);
  const corners: [number, number][] = [
    [box.x, box.y],
    [box.x + box.w, box.y],
    [box.x + box.w, box.y + box.h],
    [box.x, box.y + box.h],
  ];
  return corners
    .map(([x, y], side) => {
      const [nextX, nextY] = corners[(side + 1) % 4] ?? [x, y];
      const bend = `${near((x + nextX) / 2)} ${near((y + nextY) / 2)}`;
      return `M${near(x)} ${near(y)}Q${bend} ${near(nextX)} ${near(nextY)}`;
    })
    .join("");
}

/** Whether a door is in a wall that runs from north to south. */
export function isUpright(plan: Plan, [x, y]: readonly [number, number], rooms: readonly string[]): boolean {
  return rooms.some((id) => {
    const room = plan.rooms.find((one) => one.id === id);
    return room !== undefined && (x === room.x || x === room.x + room.w) && y > room.y && y < room.y + room.h;
  });
}

/** A text in lines of at most so many letters; a longer word has a line of its own. */
export function inLines(text: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < letters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const round = (value: number): number => Math.round(value * 1000) / 1000;
