import { expect, it } from 'vitest';
import { pictureShape, defaultShape } from './picture-shape.ts';

it('A picture keeps its proportions within limits, from portrait pages and panoramas to icons', () => {
  expect(pictureShape({ width: 1200, height: 800 })).toEqual({ width: 320, height: 213 });
  expect(pictureShape({ width: 1000, height: 2000 })).toEqual({ width: 170, height: 340 });
  expect(pictureShape({ width: 4000, height: 500 })).toEqual({ width: 320, height: 96 });
  expect(pictureShape({ width: 16, height: 16 })).toEqual({ width: 140, height: 96 });
  expect(pictureShape(undefined)).toEqual(defaultShape);
});

it('A narrow picture is widened for its caption', () => {
  expect(pictureShape({ width: 1000, height: 2000 }, true)).toEqual({ width: 240, height: 340 });
  expect(pictureShape({ width: 1200, height: 800 }, true)).toEqual({ width: 320, height: 213 });
});
