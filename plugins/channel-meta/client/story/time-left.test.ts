import { expect, test } from 'vitest';
import { timeLeft } from './time-left.ts';

const sentAt = '2026-11-19T14:02:00.000Z';
const after = (hours: number, minutes = 0): number => Date.parse(sentAt) + (hours * 60 + minutes) * 60_000;

test('A mentioned story tells never more time than is left, and nothing once its day is over', () => {
  expect(timeLeft(sentAt, after(0, 1))).toMatchObject({ unit: 'hours', count: 23 });
  expect(timeLeft(sentAt, after(3))).toMatchObject({ unit: 'hours', count: 21 });
  expect(timeLeft(sentAt, after(22, 59))).toMatchObject({ unit: 'hours', count: 1 });
  expect(timeLeft(sentAt, after(23, 30))).toMatchObject({ unit: 'minutes', count: 30 });
  expect(timeLeft(sentAt, after(23, 59) + 59_000)).toMatchObject({ unit: 'minutes', count: 1 });
  expect(timeLeft(sentAt, after(24))).toBeUndefined();
  expect(timeLeft('', after(1))).toBeUndefined();
});
