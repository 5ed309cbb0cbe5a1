import { expect, test } from 'vitest';
import { colorChoices, dotColors, itemColors, nextColor } from './colors.ts';

test('The palette has fifty different colours, thirty of which are for dots', () => {
  expect(new Set(itemColors).size).toBe(50);
  expect(new Set(dotColors).size).toBe(30);
  expect(itemColors).toEqual(expect.arrayContaining([...dotColors]));
});

test('A new item gets an unused colour while there is one, then one of the least used', () => {
  for (const colors of [itemColors, dotColors]) {
    const taken: string[] = [];
    for (let count = 0; count < colors.length; count += 1) {
      const color = nextColor(taken, colors);
      expect(colors).toContain(color);
      expect(taken).not.toContain(color);
      taken.push(color);
    }
    for (let count = 0; count < colors.length; count += 1) taken.push(nextColor(taken, colors));
    for (const color of colors) expect(taken.filter((one) => one === color)).toHaveLength(2);
  }
});

test('A new item gets no reddish colour when any red is in use already, however it is written', () => {
  const reds = dotColors.filter((_, at) => at % 10 === 0);
  for (const red of ['#d13438', '#D13438', ...reds]) {
    const inUse = ['#4e8ce6', '#d16d23', '#3da454', '#8f78df', red];
    expect(reds).not.toContain(nextColor(inUse, dotColors));
  }
  expect(nextColor(['#808080'], dotColors)).toBe(nextColor([], dotColors));
});

test('A colour outside the palette stays among the choices of its item', () => {
  expect(colorChoices(itemColors, '#123456')).toEqual(['#123456', ...itemColors]);
  expect(colorChoices(itemColors, '#4E8CE6')).toBe(itemColors);
  expect(colorChoices(itemColors, '')).toBe(itemColors);
});
