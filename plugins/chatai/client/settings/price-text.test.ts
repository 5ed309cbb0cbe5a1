import { expect, test } from 'vitest';
import { microsOf } from './price-text.ts';

test('a typed price is read as people write it, and what cannot be read is never taken for zero', () => {
  const read = ['', '0', '12', '0,075', '0.075', '12.5', '1.234,56', '1234,56', '10.000.000,5'].map(microsOf);
  expect(read).toEqual([0, 0, 12e6, 75_000, 75_000, 12.5e6, 1_234_560_000, 1_234_560_000, 10_000_000_500_000]);
  for (const typed of ['R$ 12', 'doze', '-1', '1.234', '1,2,3', '12 mil', '9'.repeat(30)])
    expect([typed, microsOf(typed)]).toEqual([typed, undefined]);
});
