export const snoozeChoices = ['hour', 'hours', 'tomorrow', 'monday'] as const;
export type SnoozeChoice = (typeof snoozeChoices)[number];

/** Hour at which the working day begins, in the reader's time zone. */
const morning = 8;

const atMorning = (now: Date, days: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morning);

/** Returns when a conversation comes back. Monday is the next one, and not today. */
export function snoozedUntil(choice: SnoozeChoice, now: Date): Date {
  if (choice === 'hour') return new Date(now.getTime() + 3_600_000);
  if (choice === 'hours') return new Date(now.getTime() + 3 * 3_600_000);
  if (choice === 'tomorrow') return atMorning(now, 1);
  return atMorning(now, (8 - now.getDay()) % 7 || 7);
}

/** Formats the value of a date and time field: `2026-11-23T08:00`, in the reader's time zone. */
export function fieldTime(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
