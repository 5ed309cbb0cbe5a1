import type { TicketView } from '../../contract.ts';

/** Minutes after which a wait counts as long. */
export const longWait = 10;

/** Returns since when the customer waits; without a waiting customer, the time of the last change. */
export const waitingSince = ({ waitingSince, updatedAt }: TicketView): string => waitingSince ?? updatedAt;

/** Returns the waiting time in the largest whole unit. */
export function waitedFor(since: string, now = Date.now()): { unit: 'minutes' | 'hours' | 'days'; count: number } {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000));
  if (minutes < 60) return { unit: 'minutes', count: Math.max(1, minutes) };
  if (minutes < 24 * 60) return { unit: 'hours', count: Math.floor(minutes / 60) };
  return { unit: 'days', count: Math.floor(minutes / (24 * 60)) };
}

export const isWaitingLong = (since: string, now = Date.now()): boolean => now - Date.parse(since) > longWait * 60_000;
