export const snoozeChoices = ['hour', 'hours', 'tomorrow', 'monday'] as const;
export type SnoozeChoice = (typeof snoozeChoices)[number];

/** When the working day begins, in the reader's clock. */
const morning = 8;

const atMorning = (now: Date, days: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morning);

/** When a conversation comes back. Monday is the next one, and not today. */
export function snoozedUntil(choice: SnoozeChoice, now: Date): Date {
  if (choice === 'hour') return new Date(now.getTime() + 3_600_000);
  if (choice === 'hours') return new Date(now.getTime() + 3 * 3_600_000);
  if (choice === 'tomorrow') return atMorning(now, 1);
  return atMorning(now, (8 - now.getDay()) % 7 || 7);
}

/** What a field for date and time holds: `2026-11-23T08:00`, in the reader's clock. */
export function fieldTime(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
