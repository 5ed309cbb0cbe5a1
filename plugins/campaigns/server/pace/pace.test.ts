import { expect, test } from 'vitest';
import { scheduleOf, secondsEach, warmUpCap } from './duration.ts';
import { dayOf, nextOpening } from './window.ts';

const window = { from: '08:00', until: '20:00', days: [1, 2, 3, 4, 5, 6] };
const zone = 'America/Sao_Paulo';
const at = (text: string): number => Date.parse(text);
const iso = (ms: number): string => new Date(ms).toISOString();

test('Outside the send hours the next opening is told, inside them it is now', () => {
  // A Saturday.
  expect(iso(nextOpening(at('2026-11-21T22:00:00-03:00'), window, zone).opensAt)).toBe('2026-11-23T11:00:00.000Z');
  expect(iso(nextOpening(at('2026-11-24T05:00:00-03:00'), window, zone).opensAt)).toBe('2026-11-24T11:00:00.000Z');
  const inside = nextOpening(at('2026-11-24T10:30:00-03:00'), window, zone);
  expect([iso(inside.opensAt), iso(inside.closesAt)]).toEqual(['2026-11-24T13:30:00.000Z', '2026-11-24T23:00:00.000Z']);
});

test('In Acre the same hours are two hours later', () => {
  expect(iso(nextOpening(at('2026-11-24T08:00:00-03:00'), window, 'America/Rio_Branco').opensAt)).toBe(
    '2026-11-24T13:00:00.000Z',
  );
  expect(dayOf(at('2026-11-25T01:00:00Z'), 'America/Rio_Branco')).toBe('2026-11-24');
});

test('The longer pause stands in place of every twentieth gap', () => {
  expect(secondsEach({ messageInterval: 20, longerIntervalAfter: 20, greaterInterval: 60 })).toBe(22);
  expect(secondsEach({ messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 }, 80)).toBeCloseTo(1 / 80);
});

test('A hundred thousand people at one in twenty seconds take weeks, a million on a fast channel hours', () => {
  const plan = {
    interval: { messageInterval: 20, longerIntervalAfter: 0, greaterInterval: 0 },
    perSecond: undefined,
    window: { from: '00:00', until: '24:00', days: [0, 1, 2, 3, 4, 5, 6] },
    timeZone: zone,
    startsAt: at('2026-11-24T12:00:00Z'),
    capOn: () => null,
  };
  const days = (ends: number | undefined): number => ((ends ?? 0) - plan.startsAt) / 86_400_000;
  expect(days(scheduleOf({ ...plan, count: 100_000 }).endsAt)).toBeCloseTo(23.1, 0);
  const fast = { ...plan, interval: { ...plan.interval, messageInterval: 0 }, perSecond: 80, count: 1_000_000 };
  expect(days(scheduleOf(fast).endsAt) * 24).toBeCloseTo(3.5, 0);
  expect(scheduleOf({ ...plan, count: 10_000_000 }).endsAt).toBeUndefined();
  // Twenty a day for four days, then fifty.
  expect(days(scheduleOf({ ...plan, count: 100, capOn: (ahead) => warmUpCap(ahead) }).endsAt)).toBeCloseTo(3.6, 0);
});
