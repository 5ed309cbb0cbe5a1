import { expect, test } from 'vitest';
import { firstView } from './first-view.ts';

const room = { width: 1000, height: 600 };
const box = (x: number, y: number) => ({ x, y, width: 200, height: 80 });

test('A flow that can be read as a whole is shown as a whole', () => {
  expect(firstView([box(0, 0), box(900, 300)], box(0, 0), room)).toBeUndefined();
  expect(firstView([], undefined, room)).toBeUndefined();
});

test('A flow too large to be read as a whole is opened at its start, in the middle of the left side', () => {
  const start = box(-400, 1200);
  const view = firstView([start, box(3000, 0), box(3000, 2400)], start, room);
  if (!view) throw new Error('the whole flow would be shown');
  const onScreen = { x: start.x * view.zoom + view.x, y: (start.y + start.height / 2) * view.zoom + view.y };
  expect(onScreen).toEqual({ x: 56, y: 300 });
});

test('A large flow without a start is opened at its leftmost step', () => {
  const view = firstView([box(5000, 0), box(100, 40)], undefined, room);
  expect((view?.x ?? 0) + 100 * (view?.zoom ?? 0)).toBe(56);
});
