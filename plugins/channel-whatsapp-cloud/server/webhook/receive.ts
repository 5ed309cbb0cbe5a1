import type { Scope } from '@balcao/sdk/server';
import { channelInbox, type Identity, type InboundMessage } from '@balcao/connections/contract';
import { channelId } from '../../contract.ts';
import { storeAccountData, type Account } from '../account/account.ts';
import { failureOfCode } from '../graph/failures.ts';
import { storeIncoming } from '../media/incoming.ts';
import { contentOf, type Content } from './content.ts';
import type { WireContact, WireMessage, WireStatus } from './envelope.ts';
import { originOf } from './referral.ts';
import { isRefused, unsupported, type CallBatch } from './call-batch.ts';

/**
 * Parses seconds since 1970, as text. A message counts as late as possible within its second, since it often answers
 * one of the company in the same second. Times in the future are limited to now, or the message would stay below all
 * later ones.
 */
const timeOf = (timestamp: string): Date => {
  const seconds = Number(timestamp);
  return Number.isFinite(seconds) && seconds > 0 ? new Date(Math.min(seconds * 1000 + 999, Date.now())) : new Date();
};
const digits = (number: string | undefined): string => number?.replace(/\D/g, '') ?? '';

/** Returns the sender’s identity. A person with a username may hide the number: then there is only Meta’s id. */
const personOf = (phone: string, userId: string): Identity => ({
  channel: channelId,
  scope: '',
  ...(userId === '' ? { kind: 'phone', value: phone } : { kind: 'bsuid', value: userId }),
});

interface Sender {
  from: Identity;
  name: string;
  number?: string;
}

const senderOf = ({ from, from_user_id }: WireMessage, contacts: readonly WireContact[]): Sender | undefined => {
  const theirs = contacts.find(
    ({ wa_id, user_id }) => (user_id && user_id === from_user_id) || (wa_id && wa_id === from),
  );
  const contact = theirs ?? (contacts.length === 1 ? contacts[0] : undefined);
  const number = digits(from ?? contact?.wa_id);
  const userId = from_user_id ?? contact?.user_id ?? '';
  if (number === '' && userId === '') return undefined;
  const name = contact?.profile?.name || (contact?.profile?.username ? `@${contact.profile.username}` : '') || number;
  return { from: personOf(number, userId), name: name || userId, ...(number && { number }) };
};

const handleMessage = async (
  scope: Scope,
  account: Account,
  wire: WireMessage,
  { from, name, number }: Sender,
  content: Content,
  fromMe: boolean,
  together: CallBatch,
): Promise<void> => {
  const inbox = scope.use(channelInbox);
  const { connectionId } = account;
  const at = timeOf(wire.timestamp);
  if (content.kind === 'reaction')
    return inbox.reaction(connectionId, content.to, { emoji: content.emoji, from, at, ...(fromMe && { fromMe }) });
  if (content.kind === 'edited') return inbox.edited(connectionId, content.of, { body: content.body, editedAt: at });
  if (content.kind === 'deleted') return inbox.deleted(connectionId, content.of);
  const { body, data, media, choice } = content;
  const quotedExternalId = wire.context?.id;
  const isForwarded = wire.context?.forwarded === true || wire.context?.frequently_forwarded === true;
  const message: InboundMessage = {
    externalId: wire.id,
    from,
    name,
    ...(number !== undefined && { number }),
    body,
    sentAt: at,
    ...(data && { data }),
    ...(choice !== undefined && { choice }),
    ...(quotedExternalId && { quotedExternalId }),
    ...(isForwarded && { isForwarded }),
    ...originOf(wire),
    ...(fromMe && { fromMe }),
  };
  if (media) await storeIncoming(scope, connectionId, message, media);
  else together.add(connectionId, message, fromMe);
};

/** Edits and reactions may refer to earlier messages of the same call, which are stored first. */
const contentIn = async (wire: WireMessage, together: CallBatch, scope: Scope): Promise<Content> => {
  const content = contentOf(wire, scope);
  if (content.kind !== 'said') await together.store();
  return content;
};

/** Handles one message: texts wait for the rest of the call. A repeat changes nothing. */
export const receiveMessage = async (
  scope: Scope,
  account: Account,
  wire: WireMessage,
  contacts: readonly WireContact[],
  together: CallBatch,
): Promise<void> => {
  const sender = senderOf(wire, contacts);
  if (!sender) return;
  const content = await contentIn(wire, together, scope);
  try {
    await handleMessage(scope, account, wire, sender, content, false, together);
  } catch (error) {
    if (!isRefused(error)) throw error;
    scope.log.warn({ err: error, type: wire.type }, 'message could not be stored in full');
    if (content.kind === 'said') await handleMessage(scope, account, wire, sender, unsupported(scope), false, together);
  }
};

/** Handles a message that the company wrote on the phone with the same number. */
export const receiveEcho = async (
  scope: Scope,
  account: Account,
  wire: WireMessage,
  together: CallBatch,
): Promise<void> => {
  const [number, userId] = [digits(wire.to), wire.to_user_id ?? ''];
  if (number === '' && userId === '') return;
  const sender: Sender = { from: personOf(number, userId), name: '', ...(number && { number }) };
  await handleMessage(scope, account, wire, sender, await contentIn(wire, together, scope), true, together);
};

const acks: Readonly<Record<string, 1 | 2 | 3 | 4>> = { sent: 1, delivered: 2, read: 3, played: 4 };
/** Refusals for a fault of the account, not of the message: they are shown at the connection. */
const accountFaults: Readonly<Record<number, string>> = { 131042: 'payment', 131031: 'locked', 368: 'locked' };

/** Handles the delivery status of a company’s message. */
export const receiveStatus = async (scope: Scope, account: Account, wire: WireStatus): Promise<void> => {
  const inbox = scope.use(channelInbox);
  const { connectionId } = account;
  const { id, status, biz_opaque_callback_data: ours = '', errors } = wire;
  const ack = acks[status];
  // If the answer to our request was lost, this is the other way to learn that the message was accepted.
  if (/^\d{1,15}$/.test(ours)) await inbox.sent(connectionId, Number(ours), id);
  if (ack !== undefined) return inbox.ack(connectionId, id, ack);
  if (status !== 'failed') return;
  const code = errors?.[0]?.code ?? 0;
  const trouble = accountFaults[code];
  if (trouble !== undefined) await storeAccountData(scope, connectionId, { trouble });
  const isLate = failureOfCode({ code, subcode: 0, status: 200 }) === 'window';
  await inbox.failed(connectionId, id, String(code), isLate ? 'window' : undefined);
};
