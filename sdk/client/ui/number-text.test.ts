import { expect, test } from 'vitest';
import { numberText, readNumber } from './number-text.ts';

test.each([
  ['1500', 1500],
  ['1.500', 1500],
  ['1 500', 1500],
  ['1,500', 1500],
  ['1.500.000', 1_500_000],
  ['1.500,00', 1500],
  [' 12 ', 12],
  ['-1', -1],
  ['0', 0],
  ['999999999999', 999_999_999_999],
])('a whole number typed as %j is %d', (typed, meant) => {
  expect(readNumber(typed)).toBe(meant);
});

test.each([
  ['12,5', 'pt', 12.5],
  ['12.5', 'pt', 12.5],
  ['1.500', 'pt', 1500],
  ['1.500,25', 'pt', 1500.25],
  ['1,500', 'en', 1500],
  ['1,500.25', 'en', 1500.25],
  ['-23,55', 'es', -23.55],
] as const)('with decimals %j in %s is %d', (typed, language, meant) => {
  expect(readNumber(typed, { decimals: 2, language })).toBe(meant);
});

test.each(['', 'abc', '1e2', '0x10', '12,5', '1.50', '1..5', '12,', '1.500.00', '--1', '9999999999999999'])(
  '%j is no whole number, and is neither rounded nor cut',
  (typed) => {
    expect(readNumber(typed)).toBeUndefined();
  },
);

test('A number is shown with the reader’s decimal separator', () => {
  expect([numberText(1500), numberText(12.5), numberText(12.5, 'en')]).toEqual(['1500', '12,5', '12.5']);
});
