import { definePlugin, sql, z } from '@balcao/sdk/server';
import { channelAdapter, channelError } from '@balcao/connections/contract';
import { ticketListExtra, ticketListQuery } from '@balcao/tickets/contract';
import manifest from '../manifest.ts';
import { provider } from '../provider.ts';

const mayRefuse = (what: string): void => {
  const refusal = provider.refusals.get(what);
  if (!refusal || refusal.times === 0) return;
  refusal.times -= 1;
  throw channelError(refusal.failure, refusal.reason ?? `the provider says ${refusal.failure}`);
};

export default definePlugin(manifest, {
  setup(host) {
    host.contribute(ticketListQuery, {
      id: 'least-unread',
      param: 'minUnread',
      schema: z.coerce.number().int(),
      where: (value) => sql`t.unread >= ${value as number}`,
    });
    host.contribute(ticketListExtra, {
      id: 'letters',
      load: async (ticketIds, scope) => {
        const rows = await scope.sql.rows<{ id: number; letters: number }>(
          sql`select t.id, length(t.last_message) as letters from tickets.public_ticket t where t.id = any(${[...ticketIds]}::int[])`,
        );
        return new Map(rows.map(({ id, letters }) => [id, letters]));
      },
    });
    // A channel that can send and nothing more.
    host.contribute(channelAdapter, {
      id: 'test-plain',
      capabilities: { media: {} },
      identityKind: 'phone',
      identityScope: () => '',
      connect: async () => undefined,
      disconnect: async () => undefined,
      send: async ({ id }) => ({ externalId: `plain-${id}` }),
    });
    // A channel that identifies people by their e-mail address, and whose messages have a subject.
    host.contribute(channelAdapter, {
      id: 'test-mail',
      capabilities: {
        media: { image: 5_000_000, document: 10_000_000 },
        subjects: true,
        filesPerMessage: 3,
        data: ['location', 'test-polls.poll'],
      },
      identityKind: 'email',
      identityScope: () => '',
      connect: async () => undefined,
      disconnect: async () => undefined,
      async send(message, connection) {
        provider.accepted.push({ ...message, connectionId: connection.id });
        return { externalId: `mail-${connection.id}-${message.id}` };
      },
    });
    // A channel that identifies people by an id that only its network issues.
    host.contribute(channelAdapter, {
      id: 'test-handle',
      capabilities: { media: {} },
      identityKind: 'handle',
      identityScope: () => '',
      connect: async () => undefined,
      disconnect: async () => undefined,
      async send(message, connection) {
        provider.accepted.push({ ...message, connectionId: connection.id });
        return { externalId: `handle-${connection.id}-${message.id}` };
      },
    });
    host.contribute(channelAdapter, {
      id: 'test',
      capabilities: {
        media: { image: 5_000_000, document: 50_000_000 },
        groups: true,
        quotes: true,
        numberCheck: true,
        reactions: true,
        edits: true,
        deletes: true,
        once: true,
      },
      identityKind: 'phone',
      identityScope: () => '',
      connect: async () => undefined,
      disconnect: async () => undefined,
      async send(message, connection) {
        mayRefuse(message.body);
        const known = provider.accepted.find(
          ({ id, connectionId }) => id === message.id && connectionId === connection.id,
        );
        if (!known) provider.accepted.push({ ...message, connectionId: connection.id });
        return { externalId: `out-${connection.id}-${message.id}` };
      },
      async react({ externalId }, emoji) {
        mayRefuse(emoji || 'taken back');
        provider.changes.push({ externalId, reaction: emoji });
      },
      async edit({ externalId }, body) {
        mayRefuse(body);
        provider.changes.push({ externalId, body });
      },
      async revoke({ externalId }) {
        mayRefuse(externalId);
        provider.changes.push({ externalId, revoked: true });
      },
      async markRead(externalIds) {
        provider.read.push([...externalIds]);
      },
      async presence(state) {
        provider.presence.push(state);
      },
      checkNumber: async (number) => ({ exists: !provider.unknown.has(number), value: number }),
    });
  },
});
