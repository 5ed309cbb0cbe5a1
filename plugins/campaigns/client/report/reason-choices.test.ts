import { expect, it } from 'vitest';
import { heldReasons } from '../../contract.ts';
import { remedies } from '../campaign-state.ts';
import { reasonChoices } from './reason-choices.ts';

const failed = (reason: string, count: number) => ({ state: 'failed' as const, reason, count });

it('The people of a list are filtered by the most frequent reasons, and the others together', () => {
  const reasons = [failed('131026', 7), failed('blocked', 2), failed('too-large', 1)];
  const choices = reasonChoices({ reasons, failed: 10, uncertain: 1, skipped: 0 }, 'failed');
  expect(choices.map(({ value, count }) => [value, count])).toEqual([
    ['', 11],
    ['131026', 7],
    ['blocked', 2],
    ['others', 2],
  ]);
  expect(choices.at(-1)?.filter).toEqual({ notReasons: '["131026","blocked"]' });
});

it('With one reason, and in lists without reasons, there is nothing to choose', () => {
  const numbers = { reasons: [failed('131026', 7)], failed: 7, uncertain: 0, skipped: 0 };
  expect(reasonChoices(numbers, 'failed')).toEqual([]);
  expect(reasonChoices(numbers, 'read')).toEqual([]);
});

it('Every pause that waits for a person has a button that ends it', () => {
  for (const reason of heldReasons) expect(remedies(reason)).toContain('continue');
  expect(remedies('connection-down')[0]).toBe('connections');
  expect(remedies('window')).toEqual(['settings']);
});
