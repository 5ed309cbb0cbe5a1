import type { TicketView } from '../../contract.ts';

/** Minutes after which somebody waits too long. */
export const longWait = 10;

/** Since when somebody waits for an answer. */
export const waitingSince = (ticket: TicketView): string => ticket.updatedAt;

export const isWaitingLong = (since: string, now = Date.now()): boolean => now - Date.parse(since) > longWait * 60_000;
