import { expect, test } from 'vitest';
import { lanesOf, type Box, type Line } from './lanes.ts';
import { cornersOf, middleOf, pathOf } from './route.ts';

const line = (id: string, target: string, from: [number, number], to: [number, number]): Line => ({
  id,
  target,
  from: { x: from[0], y: from[1] },
  to: { x: to[0], y: to[1] },
});
const box = (x: number, y: number, height = 100): Box => ({ x, y, width: 200, height });

/** The stretches of a drawing that are vertical: x, upper and lower end. */
const verticals = (lines: readonly Line[], boxes: readonly Box[] = []) => {
  const { columns, rows } = lanesOf(boxes, lines);
  return lines.flatMap(({ id, target, from, to }) => {
    const corners = cornersOf(from, to, columns.get(id), rows.get(id));
    return corners.slice(1).flatMap((here, index) => {
      const before = corners[index];
      return before && before.x === here.x && before.y !== here.y
        ? [{ target, x: here.x, low: Math.min(before.y, here.y), high: Math.max(before.y, here.y) }]
        : [];
    });
  });
};

test('Lines from one question to four steps never lie on one another', () => {
  const lines = [0, 1, 2, 3].map((way) => line(`e${way}`, `t${way}`, [200, 150 + 28 * way], [300, 20 + 120 * way]));
  const stretches = verticals(lines);
  for (const one of stretches)
    for (const other of stretches)
      if (one.target !== other.target && one.low < other.high && other.low < one.high)
        expect(Math.abs(one.x - other.x)).toBeGreaterThanOrEqual(3);
});

test('Lines to one step share their last stretch', () => {
  const { columns } = lanesOf([], [line('a', 'desk', [200, 0], [300, 400]), line('b', 'desk', [200, 100], [300, 400])]);
  expect(columns.get('a')).toBe(columns.get('b'));
});

test('Lines from different questions to different steps of one column have lanes of their own', () => {
  const { columns } = lanesOf([], [line('a', 'one', [200, 0], [300, 300]), line('b', 'two', [200, 100], [300, 420])]);
  expect(columns.get('a')).not.toBe(columns.get('b'));
});

test('A long line turns early when nodes would be in its way', () => {
  const between = [box(400, -20), box(700, -20)];
  const { columns } = lanesOf(between, [line('long', 'desk', [200, 10], [1000, 600])]);
  expect(columns.get('long')).toBeLessThan(400);
});

test('A line back to an earlier step runs around the nodes between, beside other such lines', () => {
  const nodes = [box(0, 0), box(300, 0), box(600, 0)];
  const lines = [line('again', 'first', [800, 50], [0, 50]), line('twice', 'second', [800, 60], [300, 50])];
  const { rows } = lanesOf(nodes, lines);
  for (const y of rows.values()) expect(y <= -8 || y >= 108).toBe(true);
  expect(Math.abs((rows.get('again') ?? 0) - (rows.get('twice') ?? 0))).toBeGreaterThanOrEqual(8);
});

test('A line is straight between equal heights, else it has round corners and a sign on its longest stretch', () => {
  expect(cornersOf({ x: 0, y: 5 }, { x: 100, y: 5 })).toHaveLength(2);
  const corners = cornersOf({ x: 0, y: 0 }, { x: 100, y: 300 }, 60);
  expect(pathOf(corners)).toBe('M0,0L52,0Q60,0 60,8L60,292Q60,300 68,300L100,300');
  expect(middleOf(corners)).toEqual({ x: 60, y: 150 });
});
