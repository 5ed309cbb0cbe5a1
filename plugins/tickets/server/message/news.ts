import type { Scope } from '@balcao/sdk/server';
import { tellMessage, tellTicket } from '../live/ticket-news.ts';
import type { News } from './enqueue.ts';

/** A message changed, and with it perhaps the list's row. */
export const tell = async (scope: Scope, news: News, action: 'create' | 'update' | 'error'): Promise<void> => {
  tellMessage(scope, news.ticket_uuid, action, news.message);
  if (news.ticket) await tellTicket(scope, news.ticket);
};
