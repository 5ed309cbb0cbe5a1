import { expect, test } from 'vitest';
import { masked, sent, shownValue } from './money-mask.ts';

test('the money mask puts dots at thousands and a comma before two decimals', () => {
  expect(['', '5', '14990', '149,90', '1234567', '999999999', '9999999999', '-12', 'abc'].map(masked)).toEqual([
    '0,00',
    '0,05',
    '149,90',
    '149,90',
    '12.345,67',
    '9.999.999,99',
    '9.999.999,99',
    '0,12',
    '0,00',
  ]);
});

test('a value goes out with a dot and comes back as it was', () => {
  expect(sent('9.999.999,99')).toBe('9999999.99');
  expect(shownValue(149.9)).toBe('149,90');
});
