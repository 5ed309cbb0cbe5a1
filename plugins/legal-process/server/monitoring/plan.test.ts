import { expect, test } from 'vitest';
import { localClock } from '@balcao/sdk/server';
import { minuteOf, nextCheck } from './plan.ts';

const timeZone = 'America/Sao_Paulo';
const cnj = '00008323520184013202';
const dayMs = 86_400_000;
const now = new Date('2026-11-17T15:00:00Z');
const plan = (change: object = {}): Date =>
  nextCheck({ cnj, now, timeZone, lastStepAt: now, isArchived: false, failures: 0, heldUntil: 0, ...change });
const days = (at: Date): number => (at.getTime() - now.getTime()) / dayMs;

test('a case that moves is checked twice a day, always at its own minutes, between six and ten at night', () => {
  let at = now;
  const hours = new Set<string>();
  for (let turn = 0; turn < 10; turn += 1) {
    at = nextCheck({ cnj, now: at, timeZone, lastStepAt: at, isArchived: false, failures: 0, heldUntil: 0 });
    const clock = localClock(at, timeZone);
    expect(clock.getUTCHours()).toBeGreaterThanOrEqual(6);
    expect(clock.getUTCHours()).toBeLessThan(22);
    hours.add(`${clock.getUTCHours()}:${clock.getUTCMinutes()}`);
  }
  expect(hours.size).toBe(2);
  expect((at.getTime() - now.getTime()) / dayMs).toBeLessThan(6);
});

test('quiet cases are checked seldom, archived ones once a week', () => {
  const quiet = (count: number): Date => new Date(now.getTime() - count * dayMs);
  expect(Math.round(days(plan({ lastStepAt: quiet(31) })))).toBe(1);
  expect(Math.round(days(plan({ lastStepAt: quiet(181) })))).toBe(3);
  expect(Math.round(days(plan({ isArchived: true })))).toBe(7);
});

test('numbers are spread over the first half of the day', () => {
  const minutes = Array.from({ length: 2000 }, (_, index) => minuteOf(String(index).padStart(20, '0')));
  const perHour = Map.groupBy(minutes, (minute) => Math.floor(minute / 60));
  expect(perHour.size).toBe(8);
  for (const [, some] of perHour) expect(some.length).toBeGreaterThan(150);
});

test('after failures a case is tried again soon and then later, and never before a source may be asked', () => {
  const minutes = (failures: number): number => (plan({ failures }).getTime() - now.getTime()) / 60_000;
  expect(minutes(1)).toBeLessThan(6);
  expect(minutes(3)).toBeGreaterThan(15);
  expect(minutes(40)).toBeLessThan(361);
  const heldUntil = now.getTime() + 3 * 3_600_000;
  expect(plan({ heldUntil }).getTime()).toBeGreaterThanOrEqual(heldUntil);
  expect(plan({ heldUntil, failures: 1 }).getTime()).toBeGreaterThanOrEqual(heldUntil);
});
