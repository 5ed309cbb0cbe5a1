import { job } from '@balcao/sdk/contract';
import type { Scope } from '@balcao/sdk/server';

/**
 * Checks after a delay whether a conversation still waits. `until`: the time, in milliseconds, up to which it is
 * checked again while its routing is not settled; absent: people are notified now.
 */
export const waitingJob = job<{ ticketId: number; id: string; until?: number | undefined }>('tickets.notices.waiting');

/** Time within which a menu or an automation takes a conversation, if one does. */
const settledAfterMs = 20_000;
const checkedEveryMs = 2_000;

/** Nobody is notified until its routing is settled; if nothing settles it in time, everybody is. */
export const awaitRouting = (
  scope: Scope,
  ticketId: number,
  id: string,
  until = Date.now() + settledAfterMs,
): Promise<void> =>
  scope.jobs.schedule(
    waitingJob,
    { ticketId, id, until },
    { at: new Date(Date.now() + checkedEveryMs), key: String(ticketId) },
  );

/**
 * Notifies people when automatic service ends, because nobody was notified while it was on. A person who ended it is
 * there already.
 */
export const notifyPeople = async (scope: Scope, ticketId: number): Promise<void> => {
  if (scope.user) return;
  const id = `waiting:${crypto.randomUUID()}`;
  await scope.jobs.schedule(waitingJob, { ticketId, id }, { key: String(ticketId) });
};
