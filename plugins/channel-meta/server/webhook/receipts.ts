import type { Scope } from '@balcao/sdk/server';
import { channelInbox } from '@balcao/connections/contract';
import type { Account } from '../account/account.ts';
import { identityOf } from '../people/identity.ts';
import { partOfMid } from '../send/outgoing.ts';
import type { WireEvent } from './envelope.ts';

/** Handles what Meta reports of the company’s messages. A watermark covers everything up to its moment. */
export const receiveReceipt = async (
  scope: Scope,
  account: Account,
  { delivery, read }: WireEvent,
  person: string,
): Promise<void> => {
  const inbox = scope.use(channelInbox);
  const { connectionId } = account;
  const to = identityOf(account, person);
  if (delivery) {
    for (const mid of delivery.mids) await inbox.ack(connectionId, mid, 2);
    if (delivery.watermark) await inbox.ackUntil(connectionId, to, new Date(delivery.watermark), 2);
  }
  if (read?.watermark) await inbox.ackUntil(connectionId, to, new Date(read.watermark), 3);
  if (!read?.mid) return;
  await inbox.ack(connectionId, read.mid, 3);
  // Instagram names the last message that was read: the earlier ones were read too.
  const part = await partOfMid(scope, connectionId, read.mid);
  if (part) await inbox.ackUntil(connectionId, to, part.startedAt, 3);
};
