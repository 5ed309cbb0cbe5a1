/**
 * Lanes for connections, so that lines to different nodes never lie on one another: lines to one node share their last
 * stretch, lines to others run beside it. Long lines run where they cross the fewest nodes.
 */
import { runsAhead, type Point } from './route.ts';

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}
export interface Line {
  readonly id: string;
  readonly target: string;
  readonly from: Point;
  readonly to: Point;
}
export interface Lanes {
  /** X of the vertical stretch of a line that runs ahead. */
  readonly columns: ReadonlyMap<string, number>;
  /** Y of the stretch by which a line turns back. */
  readonly rows: ReadonlyMap<string, number>;
}

const clearance = 20;
/** Between a row and the nodes above and below it. */
const margin = 8;
const rowDistance = 8;
const maxTries = 400;
const widest = 10;
const narrowest = 3;
/** Nodes whose edges lie closer together stand in one column. */
const sameColumn = 48;

type Span = readonly [low: number, high: number];
const touch = ([low, high]: Span, [otherLow, otherHigh]: Span): boolean => low <= otherHigh + 4 && otherLow <= high + 4;
const spanOf = (values: readonly number[]): Span => [Math.min(...values), Math.max(...values)];

const hits = (boxes: readonly Box[], [left, right]: Span, y: number): Box[] =>
  boxes.filter(
    (box) => box.x < right && box.x + box.width > left && box.y - margin < y && box.y + box.height + margin > y,
  );

/** All lines to one node that have their vertical stretch in the same gap. */
interface Bundle {
  lines: Line[];
  span: Span;
  goesDown: boolean;
  lane: number;
}

const bundlesOf = (lines: readonly Line[]): Bundle[] =>
  [...Map.groupBy(lines, ({ target }) => target).values()].map((same) => {
    const middle = same.reduce((sum, { from }) => sum + from.y, 0) / same.length;
    return {
      lines: same,
      span: spanOf(same.flatMap(({ from, to }) => [from.y, to.y])),
      goesDown: (same[0]?.to.y ?? 0) >= middle,
      lane: 0,
    };
  });

/** Numbers the bundles: one that overlaps an earlier one is further away from the nodes. */
const number = (bundles: readonly Bundle[], placed: Bundle[]): void => {
  for (const bundle of bundles) {
    const near = placed.filter(({ span }) => touch(span, bundle.span));
    bundle.lane = near.length === 0 ? 0 : 1 + Math.max(...near.map(({ lane }) => lane));
    placed.push(bundle);
  }
};

/** Lines to nodes that are lower turn further away from their targets: so they cross the fewest others. */
const numberAt = (bundles: readonly Bundle[], side: 'source' | 'target'): Bundle[] => {
  const key = side === 'target' ? ({ lines }: Bundle) => lines[0]?.to.y ?? 0 : ({ span }: Bundle) => -span[0];
  const down = bundles.filter(({ goesDown }) => goesDown).toSorted((one, other) => key(one) - key(other));
  const up = bundles.filter(({ goesDown }) => !goesDown).toSorted((one, other) => key(other) - key(one));
  const placed: Bundle[] = [];
  number(down, placed);
  number(up, placed);
  return placed;
};

/** Groups lines by the column that `at` names. */
const columnsOf = (lines: readonly Line[], at: (line: Line) => number): Line[][] => {
  const groups: Line[][] = [];
  let last = -Infinity;
  for (const line of lines.toSorted((one, other) => at(one) - at(other))) {
    if (at(line) - last > sameColumn) groups.push([]);
    last = at(line);
    groups.at(-1)?.push(line);
  }
  return groups;
};

const placeColumns = (lines: readonly Line[], side: 'source' | 'target', columns: Map<string, number>): void => {
  const at = ({ from, to }: Line): number => (side === 'target' ? to.x : from.x);
  for (const group of columnsOf(lines, at)) {
    const placed = numberAt(bundlesOf(group), side);
    const base = side === 'target' ? Math.min(...group.map(at)) : Math.max(...group.map(at));
    const gap = Math.min(...group.map(({ from, to }) => to.x - from.x));
    const most = Math.max(...placed.map(({ lane }) => lane));
    const step = Math.max(narrowest, Math.min(widest, (gap - 2 * clearance) / Math.max(1, most)));
    for (const { lines: same, lane } of placed)
      for (const { id } of same)
        columns.set(id, side === 'target' ? base - clearance - lane * step : base + clearance + lane * step);
  }
};

/** A free row below, above or between the ends, whichever makes the shortest way. */
const rowFor = (boxes: readonly Box[], lines: readonly Line[], taken: { span: Span; y: number }[]): number => {
  const span = spanOf(lines.flatMap(({ from, to }) => [from.x + clearance, to.x - clearance]));
  const ends = lines.flatMap(({ from, to }) => [from.y, to.y]);
  const inWay = boxes.filter(({ x, width }) => x < span[1] && x + width > span[0]);
  const rowsInWay = taken.filter((row) => touch(row.span, span));
  const seek = (from: number, isDown: boolean): number => {
    let y = from;
    for (let tries = 0; tries < maxTries; tries += 1) {
      const [box] = hits(inWay, span, y);
      if (box) y = isDown ? box.y + box.height + margin : box.y - margin;
      else if (rowsInWay.some((row) => Math.abs(row.y - y) < rowDistance)) y += isDown ? rowDistance : -rowDistance;
      else return y;
    }
    return y;
  };
  const [top, bottom] = spanOf(ends);
  const length = (y: number): number => ends.reduce((sum, end) => sum + Math.abs(end - y), 0);
  const down = seek((top + bottom) / 2, true);
  const up = seek((top + bottom) / 2, false);
  const y = length(down) <= length(up) ? down : up;
  taken.push({ span, y });
  return y;
};

export const lanesOf = (boxes: readonly Box[], lines: readonly Line[]): Lanes => {
  const columns = new Map<string, number>();
  const rows = new Map<string, number>();
  const ahead = lines.filter(({ from, to }) => runsAhead(from, to));
  const turns = (line: Line): 'source' | 'target' => {
    const { from, to } = line;
    if (to.x - from.x < 200) return 'target';
    const late = hits(boxes, [from.x + 1, to.x - clearance], from.y).length;
    if (late === 0) return 'target';
    const early = hits(boxes, [from.x + clearance, to.x - 1], to.y).length;
    return early < late ? 'source' : 'target';
  };
  const byEnd = Map.groupBy(
    ahead.filter(({ from, to }) => Math.abs(from.y - to.y) >= 1),
    turns,
  );
  for (const side of ['source', 'target'] as const) placeColumns(byEnd.get(side) ?? [], side, columns);
  const back = Map.groupBy(
    lines.filter(({ from, to }) => !runsAhead(from, to)),
    ({ target }) => target,
  );
  const taken: { span: Span; y: number }[] = [];
  for (const same of back.values()) {
    const y = rowFor(boxes, same, taken);
    for (const { id } of same) rows.set(id, y);
  }
  return { columns, rows };
};
