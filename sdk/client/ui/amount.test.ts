import { expect, test } from 'vitest';
import { amountText, readAmount } from './amount.ts';

test('A typed sum is parsed as in Brazil', () => {
  const meant: Record<string, number> = {
    '4.500,00': 450_000,
    '4500,00': 450_000,
    '4500': 450_000,
    '12.345': 1_234_500,
    '1.234.567,8': 123_456_780,
    '10.50': 1050,
    '10.5': 1050,
    '10,5': 1050,
    'R$ 1.500,5': 150_050,
    ' 0,01 ': 1,
    '0': 0,
  };
  for (const [typed, hundredths] of Object.entries(meant)) expect(readAmount(typed), typed).toBe(hundredths);
});

test('An ambiguous or invalid text is no sum', () => {
  for (const typed of [
    '',
    ',',
    '.',
    '10.',
    '10,',
    ',5',
    '1,234',
    '1,2,3',
    '1.2.3',
    '12.34.567',
    '1.5,00',
    '-1',
    'dez',
    '1e3',
  ])
    expect(readAmount(typed), typed).toBeUndefined();
});

test('Every formatted sum is parsed as the same sum, with and without points', () => {
  let seed = 7;
  for (let round = 0; round < 2000; round += 1) {
    seed = (seed * 48_271) % 2_147_483_647;
    const hundredths = round % 2 ? seed : seed % 100_000;
    const shown = amountText(hundredths);
    expect(readAmount(shown), shown).toBe(hundredths);
    expect(readAmount(shown.replaceAll('.', '')), shown).toBe(hundredths);
  }
});
