import { describe, expect, it } from 'vitest';
import { fieldTime, snoozedUntil } from './snooze.ts';

describe('The end of a snooze', () => {
  const sunday = new Date(2026, 10, 22, 21, 30);
  const monday = new Date(2026, 10, 23, 7, 0);

  it('Tomorrow means its morning', () => {
    expect(snoozedUntil('tomorrow', sunday)).toEqual(new Date(2026, 10, 23, 8));
  });

  it('Monday means the next one, never today', () => {
    expect(snoozedUntil('monday', sunday)).toEqual(new Date(2026, 10, 23, 8));
    expect(snoozedUntil('monday', monday)).toEqual(new Date(2026, 10, 30, 8));
    expect(snoozedUntil('monday', new Date(2026, 10, 27, 12))).toEqual(new Date(2026, 10, 30, 8));
  });

  it('Hours count from now', () => {
    expect(snoozedUntil('hour', sunday)).toEqual(new Date(2026, 10, 22, 22, 30));
    expect(snoozedUntil('hours', sunday)).toEqual(new Date(2026, 10, 23, 0, 30));
  });

  it('A suggested time is in the reader’s time zone', () => {
    expect(fieldTime(new Date(2026, 10, 23, 8, 5))).toBe('2026-11-23T08:05');
  });
});
