import type { Scope } from '@balcao/sdk/server';
import type { ChannelFailure } from '@balcao/connections/contract';
import { tellMessage, tellRow } from '../live/ticket-news.ts';
import type { News } from './enqueue.ts';

/** A message changed, and with it perhaps the list's row. */
export const tell = async (
  scope: Scope,
  news: News,
  action: 'create' | 'update' | 'error',
  refusal?: { error: string; failure: ChannelFailure },
): Promise<void> => {
  tellMessage(scope, news, action, news.message, refusal);
  if (news.ticket) await tellRow(scope, news.ticket);
};
