import { describe, expect, it } from 'vitest';
import { aTicket } from './examples.ts';
import { isWaitingLong, waitedFor, waitingSince } from './waiting.ts';

const now = Date.UTC(2026, 10, 19, 12);
const ago = (minutes: number): string => new Date(now - minutes * 60_000).toISOString();

describe('The waiting time of a customer', () => {
  it('The waiting time is shown in the largest whole unit', () => {
    expect(waitedFor(ago(0), now)).toEqual({ unit: 'minutes', count: 1 });
    expect(waitedFor(ago(59), now)).toEqual({ unit: 'minutes', count: 59 });
    expect(waitedFor(ago(150), now)).toEqual({ unit: 'hours', count: 2 });
    expect(waitedFor(ago(60 * 50), now)).toEqual({ unit: 'days', count: 2 });
  });

  it('The waiting time counts from the first unanswered message, not from the last', () => {
    expect(waitingSince(aTicket({ waitingSince: ago(50), updatedAt: ago(1) }))).toBe(ago(50));
    expect(waitingSince(aTicket({ waitingSince: null, updatedAt: ago(1) }))).toBe(ago(1));
  });

  it('A waiting time is highlighted after ten minutes', () => {
    expect(isWaitingLong(ago(10), now)).toBe(false);
    expect(isWaitingLong(ago(11), now)).toBe(true);
  });
});
