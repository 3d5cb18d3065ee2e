import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { GLYPHS } from "../src/games/schizonauts/glyphs";

type Point = readonly [x: number, y: number];

const KEYS = join(import.meta.dirname, "../../src/mneme/games/schizonauts/data/keys.json");
const named = (JSON.parse(readFileSync(KEYS, "utf8")) as { glyph: string }[]).map((key) => key.glyph);
const drawings = Object.entries(GLYPHS);

/** The commands a drawing may use, and how many numbers each takes. */
const TAKES: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, A: 7, Z: 0 };
const NUMBER = /-?(?:\d+\.?\d*|\.\d+)/g;

interface Step {
  command: string;
  relative: boolean;
  numbers: number[];
}

/** The path as single steps; throws where it is not one we allow. */
function stepsOf(path: string): Step[] {
  if (!path.startsWith("M")) throw new Error(`does not begin with a move: ${path}`);
  return [...path.matchAll(/([a-z])([^a-z]*)/gi)].flatMap(([, letter = "", rest = ""]) => {
    const command = letter.toUpperCase();
    const takes = TAKES[command];
    const numbers = (rest.match(NUMBER) ?? []).map(Number);
    const whole = takes === 0 ? numbers.length === 0 : numbers.length > 0 && numbers.length % (takes ?? NaN) === 0;
    if (!whole || rest.replace(NUMBER, "").trim()) throw new Error(`cannot read ${letter}${rest} in ${path}`);
    const relative = letter !== command;
    if (!takes) return [{ command, relative, numbers }];
    return Array.from({ length: numbers.length / takes }, (_, place) => ({
      command: command === "M" && place > 0 ? "L" : command,
      relative,
      numbers: numbers.slice(place * takes, (place + 1) * takes),
    }));
  });
}

/** The highest point of an arc over its chord; every ellipse here stands upright or is nearly round. */
function crown([x, y]: Point, [toX, toY]: Point, [rx = 1, ry = 1, , large, sweep]: number[]): Point {
  const [across, down] = [toX - x, ((toY - y) * rx) / ry];
  const half = Math.hypot(across, down) / 2;
  const radius = Math.max(rx, half);
  const rise = radius + Math.sqrt(radius ** 2 - half ** 2) * (large ? 1 : -1);
  const lift = (rise / (2 * half)) * (sweep ? 1 : -1);
  return [(x + toX) / 2 + down * lift, (y + toY) / 2 - (across * lift * ry) / rx];
}

/** A point of the curve, the given part of the way along. */
function along(part: number, ends: readonly [Point, Point, Point, Point]): Point {
  const rest = 1 - part;
  const weights = [rest ** 3, 3 * rest ** 2 * part, 3 * rest * part ** 2, part ** 3];
  const sum = (axis: 0 | 1) => ends.reduce((total, end, place) => total + end[axis] * (weights[place] ?? 0), 0);
  return [sum(0), sum(1)];
}

/** Where the pen goes: the ends of every step, the crowns of arcs, and the quarters of curves. */
function pointsOf(path: string): Point[] {
  const points: Point[] = [];
  let pen: Point = [0, 0];
  let begun: Point = pen;
  for (const { command, relative, numbers } of stepsOf(path)) {
    const from = pen;
    const [originX, originY]: Point = relative ? from : [0, 0];
    const at = (place: number): Point => [originX + (numbers.at(place) ?? 0), originY + (numbers.at(place + 1) ?? 0)];
    if (command === "Z") pen = begun;
    else if (command === "H") pen = [at(0)[0], from[1]];
    else if (command === "V") pen = [from[0], originY + (numbers[0] ?? 0)];
    else pen = [at(-2)[0], originY + (numbers.at(-1) ?? 0)];
    if (command === "M") begun = pen;
    if (command === "A") points.push(crown(from, pen, numbers));
    if (command === "C") for (const part of [0.25, 0.5, 0.75]) points.push(along(part, [from, at(0), at(2), pen]));
    points.push(pen);
  }
  return points;
}

/** The points that stray into the margin of 4, give or take the rounding of a tenth. */
const astray = (path: string) => pointsOf(path).filter((point) => point.some((at) => at < 3.9 || at > 44.1));

describe("the reading of a path", () => {
  it.each(["M4 4x9", "M4 4c1 2 3", "4 4h9", "M4 4h", "M4 4z9", "M4 4l1,2"])("refuses %s", (path) => {
    expect(() => stepsOf(path)).toThrow();
  });

  it("follows the pen", () => {
    expect(pointsOf("M5 6h4v-2l1 1zM8 8 9 9")).toEqual([[5, 6], [9, 6], [9, 4], [10, 5], [5, 6], [8, 8], [9, 9]]);
  });

  it("sees what leaves the field between two points inside it", () => {
    expect(astray("M4 24a10 10 0 0 1 20 0")).toEqual([]);
    expect(astray("M4 10a10 10 0 0 1 20 0")).toEqual([[14, 0]]);
    expect(astray("M40 10c9 0 9 20 0 20")).not.toEqual([]);
    expect(astray("M10 10h36")).toEqual([[46, 10]]);
  });
});

describe("the drawings", () => {
  it("show every key object", () => {
    expect(named).toHaveLength(60);
    expect(named.filter((glyph) => !GLYPHS[glyph])).toEqual([]);
  });

  it("are of key objects, or stand in for an aptitude", () => {
    const known = new Set([...named, "violence", "knowledge", "intimacy"]);
    expect(Object.keys(GLYPHS).sort()).toEqual([...known].sort());
  });

  it.each(drawings)("draw the %s in few strokes, inside the margin", (_glyph, strokes) => {
    expect(strokes.length).toBeLessThanOrEqual(8);
    expect(strokes.flatMap(pointsOf).length).toBeGreaterThan(4);
    expect(strokes.flatMap(astray)).toEqual([]);
  });
});
