import type { Scope } from '@balcao/sdk/server';
import { publishMoved } from '../rules/route.ts';
import { resolve } from './changes.ts';
import { ticketById } from './find-ticket.ts';

/** Closes a conversation as the person of the scope or as the company. A closed one is left as it is. */
export const closeTicket = async (scope: Scope, ticketId: number, justClose: boolean): Promise<void> => {
  const row = await ticketById(scope, ticketId);
  if (row.status === 'closed') return;
  await scope.tx((inner) => resolve(inner, row, { justClose }));
  await publishMoved(scope, ticketId, row);
};
