import type { Scope } from '@balcao/sdk/server';
import type { ChannelAdapter } from '../contract.ts';

/**
 * Wraps an adapter so that it runs in its own plugin’s scope, whoever calls it: with its own events, texts and
 * addresses, in the caller’s company.
 */
export const inOwnScope = (adapter: ChannelAdapter, own: Scope): ChannelAdapter => {
  const { limits, reserveId, markRead, presence, conversationState, react, edit, revoke } = adapter;
  const { checkNumber, contacts, importHistory, fetchMedia, release } = adapter;
  return {
    id: adapter.id,
    capabilities: adapter.capabilities,
    identityKind: adapter.identityKind,
    identityScope: (connection) => adapter.identityScope(connection, own),
    connect: (connection, _caller, options) => adapter.connect(connection, own, options),
    disconnect: (connection) => adapter.disconnect(connection, own),
    send: (message, connection) => adapter.send(message, connection, own),
    ...(limits && { limits: (connection) => limits.call(adapter, connection) }),
    ...(reserveId && { reserveId: (message, connection) => reserveId.call(adapter, message, connection) }),
    ...(markRead && { markRead: (ids, to, connection) => markRead.call(adapter, ids, to, connection, own) }),
    ...(presence && { presence: (state, to, connection) => presence.call(adapter, state, to, connection, own) }),
    ...(conversationState && {
      conversationState: (state, to, connection) => conversationState.call(adapter, state, to, connection, own),
    }),
    ...(react && { react: (target, emoji, to, connection) => react.call(adapter, target, emoji, to, connection, own) }),
    ...(edit && { edit: (target, body, to, connection) => edit.call(adapter, target, body, to, connection, own) }),
    ...(revoke && { revoke: (target, to, connection) => revoke.call(adapter, target, to, connection, own) }),
    ...(checkNumber && { checkNumber: (number, connection) => checkNumber.call(adapter, number, connection, own) }),
    ...(contacts && { contacts: (connection) => contacts.call(adapter, connection, own) }),
    ...(importHistory && {
      importHistory: (period, connection) => importHistory.call(adapter, period, connection, own),
    }),
    ...(fetchMedia && { fetchMedia: (reference, connection) => fetchMedia.call(adapter, reference, connection, own) }),
    ...(release && { release: (connection) => release.call(adapter, connection, own) }),
  };
};
