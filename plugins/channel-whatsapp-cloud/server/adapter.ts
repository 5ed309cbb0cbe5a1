import { channelInbox, type ChannelAdapter, type Connection, type Identity } from '@balcao/connections/contract';
import type { Scope } from '@balcao/sdk/server';
import { channelId } from '../contract.ts';
import { addressRef } from './account/account.ts';
import { connect } from './connect.ts';
import { graph } from './graph/graph.ts';
import { downloadMedia } from './media/download.ts';
import { maxBytes, maxOptions, recipient } from './send/payload.ts';
import { inChannelTerms, readyAccount, send } from './send/send.ts';

/** What the customer wrote last: Meta ties both the ticks and the typing to a message. */
const lastOf = async (to: Identity, connection: Connection, scope: Scope): Promise<string | undefined> => {
  const recent = await scope.use(channelInbox).history(connection.id, to, { limit: 30 });
  return recent.findLast(({ fromMe, externalId }) => !fromMe && externalId !== null)?.externalId ?? undefined;
};

const tellRead = async (messageId: string, connection: Connection, scope: Scope, types: boolean): Promise<void> => {
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

/** WhatsApp shows the dots for 25 seconds: while somebody writes on, it is told now and then. */
const typingMs = 20_000;
const typingShown = new Map<string, number>();
const isShown = (messageId: string): boolean => Date.now() - (typingShown.get(messageId) ?? 0) < typingMs;
const noteShown = (messageId: string): void => {
  if (typingShown.size > 5_000) typingShown.clear();
  typingShown.set(messageId, Date.now());
};

/** What the engine of conversations asks of this channel. */
export const adapter: ChannelAdapter = {
  id: channelId,
  capabilities: {
    // A file that is too large for its kind goes as a document.
    media: { image: maxBytes, audio: maxBytes, video: maxBytes, document: maxBytes, sticker: maxBytes },
    windowHours: 24,
    reactions: true,
    quotes: true,
    typing: true,
    interactive: { most: maxOptions },
  },
  identityKind: 'phone',
  // Numbers are one person everywhere, and so are Meta's own ids of people.
  identityScope: () => '',
  // What Meta grants every number; one that may do more is only slower than it could be.
  limits: () => ({ perSecond: 80, burst: 80 }),

  connect: (connection, scope) => connect(connection, scope),
  async disconnect() {
    // Nothing is held open. What customers write meanwhile is taken in all the same: Meta would drop it after a week.
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
    // Reading one reads all before it.
    const last = externalIds.at(-1);
    if (last !== undefined && connection.status === 'CONNECTED') await tellRead(last, connection, scope, false);
  },

  async presence(state, to, connection, scope) {
    // It ends by itself after 25 seconds, or with the message.
    if (state === 'paused' || connection.status !== 'CONNECTED') return;
    const last = await lastOf(to, connection, scope);
    if (last === undefined || isShown(last)) return;
    noteShown(last);
    await tellRead(last, connection, scope, true);
  },

  async fetchMedia(reference, connection, scope) {
    const account = await readyAccount(scope, connection);
    const { mime, body } = await inChannelTerms(scope, connection.id, () => downloadMedia(reference, account, scope));
    return { name: reference, mime, body };
  },

  async forget(connection, scope) {
    await scope.addresses.revoke(addressRef(connection.id));
  },
};
