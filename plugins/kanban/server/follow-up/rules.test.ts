import { expect, it } from 'vitest';
import { findCycle } from './cycles.ts';
import { nextOpen } from './hours.ts';

const lane = (id: string, targetLane: string | null, intervalDelay = 1) => ({
  id,
  title: id.toUpperCase(),
  followUpConfig: {
    message: '',
    initialDelay: 0,
    intervalDelay,
    action: 'move' as const,
    targetLane,
    flowId: null,
  },
});

it('circles of follow-ups are found with their path, however long', () => {
  expect(findCycle([lane('a', 'b'), lane('b', 'c'), lane('c', 'a')])).toEqual(['A', 'B', 'C', 'A']);
  expect(findCycle([lane('a', 'a')])).toEqual(['A', 'A']);
  expect(findCycle([lane('x', 'a'), lane('a', 'b'), lane('b', 'a')])).toEqual(['A', 'B', 'A']);
  expect(findCycle([lane('a', 'b'), lane('b', null)])).toBeUndefined();
  expect(findCycle([lane('a', 'b'), lane('b', 'a', 0)])).toBeUndefined();
});

it('a reminder that is due while closed waits for the next opening', async () => {
  const from = new Date('2026-11-24T02:07:00Z');
  const open = await nextOpen(from, (at) => at.getUTCHours() >= 11);
  expect(open.toISOString()).toBe('2026-11-24T11:00:00.000Z');
  expect(await nextOpen(open, () => true)).toBe(open);
  expect(await nextOpen(from, () => false)).toBe(from);
});
