import type { Scope } from '@balcao/sdk/server';
import type { ChannelFailure } from '@balcao/connections/contract';
import { publishMessage, publishRow } from '../live/publish-ticket.ts';
import type { MessageUpdate } from './enqueue.ts';

/** Publishes a changed message, and the row of its conversation if it changed. */
export const publishMessageUpdate = async (
  scope: Scope,
  news: MessageUpdate,
  action: 'create' | 'update' | 'error',
  refusal?: { error: string; failure: ChannelFailure },
): Promise<void> => {
  publishMessage(scope, news, action, news.message, refusal);
  if (news.ticket) await publishRow(scope, news.ticket);
};
