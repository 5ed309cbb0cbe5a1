import { job } from '@balcao/sdk/contract';
import type { Scope } from '@balcao/sdk/server';

/** Looks whether a conversation still waits for anybody at all. */
export const waitingJob = job<{ ticketId: number; id: string }>('tickets.notices.waiting');

/** Nothing answers by itself any more, and nobody was called while something did. Who ended it by hand is there already. */
export const callPeople = async (scope: Scope, ticketId: number): Promise<void> => {
  if (scope.user) return;
  const id = `waiting:${crypto.randomUUID()}`;
  await scope.jobs.schedule(waitingJob, { ticketId, id }, { key: String(ticketId) });
};
