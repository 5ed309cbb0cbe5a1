import {
  channelError,
  channelInbox,
  connections,
  type ChannelAdapter,
  type Connection,
  type Identity,
  type OutboundMessage,
} from '@balcao/connections/contract';
import type { Scope } from '@balcao/sdk/server';
import { channelId, visitorRoom, type ChatMessage } from '../contract.ts';
import { inboundId, shown, shownMedia, publishToVisitor } from './messages.ts';
import { addressRef, siteOf } from './sites.ts';
import { externalIdOf } from './visitor-token.ts';
import { findVisitor, identityOf, noteClosed, readUntil, type Visitor } from './visitors.ts';

const megabyte = 1024 * 1024;
const kept = 200;

/** Returns a message as the visitor’s page displays it, with the author and time of the history. */
const shownOutbound = async (
  message: OutboundMessage,
  externalId: string,
  visitor: Visitor,
  scope: Scope,
): Promise<ChatMessage> => {
  const { connectionId, publicId } = visitor;
  const recent = await scope.use(channelInbox).history(connectionId, identityOf(connectionId, publicId), { limit: 10 });
  const stored = recent.find(({ id }) => id === message.id);
  return {
    id: externalId,
    n: message.id,
    from: 'company',
    author: stored?.authorName ?? null,
    body: message.body,
    at: (stored?.sentAt ?? new Date()).toISOString(),
    ack: 1,
    media: message.media ? await shownMedia(message.media, scope) : null,
    deleted: false,
  };
};

/**
 * Publishes a changed message to every open page of the visitor; other pages fetch it later. A message far up in the
 * conversation is only fetched.
 */
const publishEdit = async (
  externalId: string,
  to: Identity,
  connection: Connection,
  scope: Scope,
  change: Partial<ChatMessage>,
): Promise<void> => {
  if (connection.status !== 'CONNECTED') throw channelError('disconnected', 'the chat of the site is disconnected');
  const recent = await scope.use(channelInbox).history(connection.id, to, { limit: kept });
  const stored = recent.find((one) => one.externalId === externalId);
  if (stored) publishToVisitor(to.value, { ...(await shown(stored, to.value, scope)), ...change }, scope);
};

/**
 * The channel’s adapter. The visitor’s browser is the other end: a stored message counts as sent, and the browser gets
 * it live or fetches it when it returns.
 */
export const adapter: ChannelAdapter = {
  id: channelId,
  capabilities: {
    media: { image: 50 * megabyte, audio: 50 * megabyte, video: 50 * megabyte, document: 50 * megabyte },
    typing: true,
    edits: true,
    deletes: true,
    once: true,
  },
  identityKind: 'web',
  identityScope: ({ id }) => String(id),

  async connect(connection, scope) {
    await siteOf(scope, connection.id);
    await scope.use(connections).setStatus(connection.id, { status: 'CONNECTED' });
  },

  async disconnect() {
    // There is no session to close: every call checks the connection’s status.
  },

  async send(message, connection, scope) {
    if (connection.status !== 'CONNECTED') throw channelError('disconnected', 'the chat of the site is disconnected');
    const visitor = await findVisitor(scope, message.to.value);
    if (visitor?.connectionId !== connection.id)
      throw channelError('invalid-contact', 'this visitor is unknown on the site');
    const { secret } = await siteOf(scope, connection.id);
    const externalId = externalIdOf(secret, visitor.publicId, message.id);
    publishToVisitor(visitor.publicId, await shownOutbound(message, externalId, visitor, scope), scope);
    return { externalId };
  },

  async edit({ externalId }, body, to, connection, scope) {
    await publishEdit(externalId, to, connection, scope, { body });
  },

  async revoke({ externalId }, to, connection, scope) {
    await publishEdit(externalId, to, connection, scope, { body: '', media: null, deleted: true });
  },

  async markRead(externalIds, to, connection, scope) {
    const wanted = new Set(externalIds.filter((id) => id.startsWith(inboundId(to.value, ''))));
    if (wanted.size === 0) return;
    const recent = await scope.use(channelInbox).history(connection.id, to, { limit: kept });
    const times = recent
      .filter(({ externalId }) => externalId !== null && wanted.has(externalId))
      .map(({ sentAt }) => sentAt.getTime());
    if (times.length === 0) return;
    const at = new Date(Math.max(...times));
    await readUntil(scope, to.value, at);
    scope.rooms.emit(visitorRoom, { visitor: to.value }, 'read', { at: at.toISOString() });
  },

  async presence(state, to, _connection, scope) {
    scope.rooms.emit(visitorRoom, { visitor: to.value }, 'presence', { state });
  },

  async conversationState(state, to, _connection, scope) {
    const isClosed = state === 'closed';
    if (await noteClosed(scope, to.value, isClosed))
      scope.rooms.emit(visitorRoom, { visitor: to.value }, 'conversation', { isClosed });
  },

  async release(connection, scope) {
    await scope.addresses.revoke(addressRef(connection.id));
  },
};
