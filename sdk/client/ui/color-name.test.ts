import { expect, test } from 'vitest';
import { colorWords } from './color-name.ts';

test('A colour is named by its perceived hue and lightness', () => {
  expect(colorWords('#4e8ce6')).toEqual({ hue: 'blue', depth: 'plain' });
  expect(colorWords('#0E6D2C')).toEqual({ hue: 'green', depth: 'darkest' });
  expect(colorWords('#efa3c7')).toEqual({ hue: 'pink', depth: 'lightest' });
  expect(colorWords('#803b83')).toEqual({ hue: 'magenta', depth: 'darkest' });
  expect(colorWords('#000000')?.hue).toBe('black');
  expect(colorWords('#808080')?.hue).toBe('grey');
  expect(colorWords('#ffffff')?.hue).toBe('white');
  expect(colorWords('blue')).toBeUndefined();
});
