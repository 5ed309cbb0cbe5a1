import { expect, it } from 'vitest';
import { clock } from './clock.ts';

it('A recording shows its length in minutes and seconds', () => {
  expect([0, 7, 60, 760].map(clock)).toEqual(['0:00', '0:07', '1:00', '12:40']);
});
