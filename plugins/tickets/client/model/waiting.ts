import type { TicketView } from '../../contract.ts';

/** Minutes after which somebody waits too long. */
export const longWait = 10;

/** Since when somebody waits for an answer; where nobody does, since when nothing happened. */
export const waitingSince = ({ waitingSince, updatedAt }: TicketView): string => waitingSince ?? updatedAt;

/** How long somebody has waited, in the largest whole unit. */
export function waitedFor(since: string, now = Date.now()): { unit: 'minutes' | 'hours' | 'days'; count: number } {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000));
  if (minutes < 60) return { unit: 'minutes', count: Math.max(1, minutes) };
  if (minutes < 24 * 60) return { unit: 'hours', count: Math.floor(minutes / 60) };
  return { unit: 'days', count: Math.floor(minutes / (24 * 60)) };
}

export const isWaitingLong = (since: string, now = Date.now()): boolean => now - Date.parse(since) > longWait * 60_000;
