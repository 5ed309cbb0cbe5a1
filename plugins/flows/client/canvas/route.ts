/** The line of a connection: horizontal and vertical stretches with round corners. */
export type Point = Readonly<{ x: number; y: number }>;

const stub = 16;
const radius = 8;

const between = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** True if a line can run to the right all the way; else it turns back around the nodes. */
export const runsAhead = (from: Point, to: Point): boolean => to.x - from.x >= 2 * stub;

/** The corners of a line. `column`: x of its vertical stretch; `row`: y of the stretch by which it turns back. */
export const cornersOf = (from: Point, to: Point, column?: number, row?: number): Point[] => {
  if (runsAhead(from, to)) {
    if (Math.abs(from.y - to.y) < 1) return [from, to];
    const x = between(column ?? (from.x + to.x) / 2, from.x + stub, to.x - stub);
    return [from, { x, y: from.y }, { x, y: to.y }, to];
  }
  const y = row ?? (from.y + to.y) / 2;
  const right = from.x + stub;
  const left = to.x - stub;
  return [from, { x: right, y: from.y }, { x: right, y }, { x: left, y }, { x: left, y: to.y }, to];
};

const distance = (one: Point, other: Point): number => Math.abs(one.x - other.x) + Math.abs(one.y - other.y);
const towards = (from: Point, to: Point, by: number): Point => ({
  x: from.x + Math.sign(to.x - from.x) * by,
  y: from.y + Math.sign(to.y - from.y) * by,
});

/** The `d` of an SVG path along the corners. */
export const pathOf = (corners: readonly Point[]): string => {
  const [start] = corners;
  if (!start) return '';
  const parts = [`M${start.x},${start.y}`];
  for (let index = 1; index < corners.length; index += 1) {
    const here = corners[index];
    const before = corners[index - 1];
    const after = corners[index + 1];
    if (!here || !before) continue;
    if (!after) {
      parts.push(`L${here.x},${here.y}`);
      continue;
    }
    const bend = Math.min(radius, distance(before, here) / 2, distance(here, after) / 2);
    const begin = towards(here, before, bend);
    const end = towards(here, after, bend);
    parts.push(`L${begin.x},${begin.y}Q${here.x},${here.y} ${end.x},${end.y}`);
  }
  return parts.join('');
};

/** The middle of the longest stretch, where a sign on the line hides no corner. */
export const middleOf = (corners: readonly Point[]): Point => {
  let best = { length: -1, x: 0, y: 0 };
  for (let index = 1; index < corners.length; index += 1) {
    const one = corners[index - 1];
    const other = corners[index];
    if (!one || !other) continue;
    const length = distance(one, other);
    if (length > best.length) best = { length, x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
  }
  return { x: best.x, y: best.y };
};
