import { createHash } from 'node:crypto';
import { addDays, localDate, localTime } from '@balcao/sdk/server';

const dayMs = 86_400_000;
const firstHour = 6;
/** Checks are spread over the first half of the day, and the second follows eight hours later. */
const spreadMinutes = 480;
const longestBackoffMs = 6 * 3_600_000;
const firstBackoffMs = 300_000;

interface Plan {
  cnj: string;
  now: Date;
  timeZone: string;
  /** The newest step; null: none is known. */
  lastStepAt: Date | null;
  /** The case was archived for good. */
  isArchived: boolean;
  /** Checks in a row without an answer. */
  failures: number;
  /** A source is left alone until then, in milliseconds; 0: none is. */
  heldUntil: number;
}

/** Returns the minutes after six at which a number is checked first: always the same, and spread over all numbers. */
export const minuteOf = (cnj: string): number =>
  createHash('sha256').update(cnj).digest().readUInt32BE(0) % spreadMinutes;

/** Days from one check to the next; 0: two a day. */
const stepDays = ({ lastStepAt, isArchived, now }: Plan): number => {
  if (isArchived) return 7;
  const quiet = lastStepAt === null ? 0 : (now.getTime() - lastStepAt.getTime()) / dayMs;
  return quiet > 180 ? 3 : quiet > 30 ? 1 : 0;
};

/**
 * Returns the time of the next check, between 6 and 22 h. A case that moves is checked twice a day, one that is quiet
 * for 30 days once, for 180 days once in three days, and an archived one once a week. After failures soon, then later,
 * also at night.
 */
export const nextCheck = (plan: Plan): Date => {
  const { cnj, now, timeZone, failures, heldUntil } = plan;
  const minute = minuteOf(cnj);
  if (failures > 0)
    return new Date(
      Math.max(heldUntil, now.getTime() + Math.min(firstBackoffMs * 2 ** (failures - 1), longestBackoffMs)) +
        minute * 60,
    );
  if (heldUntil > now.getTime()) return new Date(heldUntil + minute * 60);
  const days = stepDays(plan);
  const today = localDate(now, timeZone);
  const slots = days === 0 ? [0, 1].flatMap((day) => [at(day, 0), at(day, spreadMinutes)]) : [at(days, 0)];
  function at(day: number, later: number): Date {
    return localTime(addDays(today, day), firstHour * 60 + minute + later, timeZone);
  }
  return slots.find((slot) => slot.getTime() > now.getTime() + 60_000) ?? new Date(now.getTime() + dayMs);
};
