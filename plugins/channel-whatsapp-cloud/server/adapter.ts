import { channelInbox, type ChannelAdapter, type Connection, type Identity } from '@balcao/connections/contract';
import type { Scope } from '@balcao/sdk/server';
import { channelId } from '../contract.ts';
import { addressRef } from './account/account.ts';
import { connect } from './connect.ts';
import { graph } from './graph/graph.ts';
import { downloadMedia } from './media/download.ts';
import { maxBytes, maxOptions, recipient, textLimit } from './send/payload.ts';
import { inChannelTerms, readyAccount, send } from './send/send.ts';

/** Returns the customer’s last message: Meta ties both read receipts and typing to a message. */
const lastOf = async (to: Identity, connection: Connection, scope: Scope): Promise<string | undefined> => {
  const recent = await scope.use(channelInbox).history(connection.id, to, { limit: 30 });
  return recent.findLast(({ fromMe, externalId }) => !fromMe && externalId !== null)?.externalId ?? undefined;
};

const sendReadReceipt = async (
  messageId: string,
  connection: Connection,
  scope: Scope,
  types: boolean,
): Promise<void> => {
  const account = await readyAccount(scope, connection);
  await inChannelTerms(scope, connection.id, () =>
    graph(account, `${account.phoneNumberId}/messages`, {
      method: 'POST',
      body: {
        messaging_product: 'whatsapp',
        status: 'read',
        message_id: messageId,
        ...(types && { typing_indicator: { type: 'text' } }),
      },
      signal: scope.signal,
    }),
  );
};

/** WhatsApp shows the typing indicator for 25 seconds, so it is repeated while somebody goes on typing. */
const typingMs = 20_000;
const typingShown = new Map<string, number>();
const isShown = (messageId: string): boolean => Date.now() - (typingShown.get(messageId) ?? 0) < typingMs;
const storeTypingShown = (messageId: string): void => {
  if (typingShown.size > 5_000) typingShown.clear();
  typingShown.set(messageId, Date.now());
};

/** The channel’s adapter. */
export const adapter: ChannelAdapter = {
  id: channelId,
  capabilities: {
    // A file that is too large for its kind is sent as a document.
    media: { image: maxBytes, audio: maxBytes, video: maxBytes, document: maxBytes, sticker: maxBytes },
    text: textLimit,
    windowHours: 24,
    reactions: true,
    quotes: true,
    typing: true,
    interactive: { max: maxOptions },
  },
  identityKind: 'phone',
  // Numbers, and Meta’s own ids of people, are unique everywhere.
  identityScope: () => '',
  // The limit that Meta grants every number; a number with a higher one is only slower than possible.
  limits: () => ({ perSecond: 80, burst: 80 }),

  connect: (connection, scope) => connect(connection, scope),
  async disconnect() {
    // There is no session to close. Messages that customers write meanwhile are stored all the same: Meta would drop
    // them after a week.
  },
  send,

  async react({ externalId }, emoji, to, connection, scope) {
    const account = await readyAccount(scope, connection);
    await inChannelTerms(scope, connection.id, () =>
      graph(account, `${account.phoneNumberId}/messages`, {
        method: 'POST',
        body: { ...recipient(to), type: 'reaction', reaction: { message_id: externalId, emoji } },
        signal: scope.signal,
      }),
    );
  },

  async markRead(externalIds, _to, connection, scope) {
    // Marking one message as read includes all before it.
    const last = externalIds.at(-1);
    if (last !== undefined && connection.status === 'CONNECTED') await sendReadReceipt(last, connection, scope, false);
  },

  async presence(state, to, connection, scope) {
    // The indicator ends by itself after 25 seconds, or with the message.
    if (state === 'paused' || connection.status !== 'CONNECTED') return;
    const last = await lastOf(to, connection, scope);
    if (last === undefined || isShown(last)) return;
    storeTypingShown(last);
    await sendReadReceipt(last, connection, scope, true);
  },

  async fetchMedia(reference, connection, scope) {
    const account = await readyAccount(scope, connection);
    const { mime, body } = await inChannelTerms(scope, connection.id, () => downloadMedia(reference, account, scope));
    return { name: reference, mime, body };
  },

  async release(connection, scope) {
    await scope.addresses.revoke(addressRef(connection.id));
  },
};
