import { expect, test } from 'vitest';
import { drawnAreas, moveCut } from './cut.ts';

const wide = { width: 400, height: 200 };
const middle = { fit: 'crop', zoom: 1, x: 0.5, y: 0.5 } as const;

test('a picture wider than high is cropped to the square in its middle, and zooming crops closer', () => {
  expect(drawnAreas(wide, middle, 100)).toEqual({
    from: { x: 100, y: 0, width: 200, height: 200 },
    to: { x: 0, y: 0, width: 100, height: 100 },
  });
  expect(drawnAreas(wide, { ...middle, zoom: 2 }, 100).from).toEqual({ x: 150, y: 50, width: 100, height: 100 });
});

test('a picture shown whole is centred in the square without loss', () => {
  expect(drawnAreas(wide, { ...middle, fit: 'whole' }, 100)).toEqual({
    from: { x: 0, y: 0, width: 400, height: 200 },
    to: { x: 0, y: 25, width: 100, height: 50 },
  });
});

test('a cropped picture is moved as far as its edges', () => {
  expect(moveCut(wide, middle, { x: 50, y: 30 }, 100)).toEqual({ ...middle, x: 0 });
  expect(moveCut(wide, middle, { x: -25, y: 0 }, 100)).toEqual({ ...middle, x: 0.75 });
  expect(moveCut(wide, { ...middle, zoom: 2 }, { x: 0, y: -25 }, 100)).toMatchObject({ y: 0.75 });
});
