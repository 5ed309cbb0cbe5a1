import { job } from '@balcao/sdk/contract';
import type { Scope } from '@balcao/sdk/server';

/** Checks after a delay whether a conversation still waits. */
export const waitingJob = job<{ ticketId: number; id: string }>('tickets.notices.waiting');

/**
 * Notifies people when automatic service ends, because nobody was notified while it was on. A person who ended it is
 * there already.
 */
export const notifyPeople = async (scope: Scope, ticketId: number): Promise<void> => {
  if (scope.user) return;
  const id = `waiting:${crypto.randomUUID()}`;
  await scope.jobs.schedule(waitingJob, { ticketId, id }, { key: String(ticketId) });
};
