import {
  channelError,
  channelInbox,
  connectionChanged,
  connections,
  type ChannelAdapter,
} from '@balcao/connections/contract';
import { notFound, sql, z, type Host } from '@balcao/sdk/server';
import { channelId, courierKind } from '../contract.ts';
import type manifest from '../manifest.ts';

const prefix = 'couriers:';
const reason = 'The couriers’ app has no account; its address cannot be guessed.';
const address = z.object({ address: z.string().max(100) });
const courier = z.string().regex(/^[a-z0-9-]{1,40}$/);

/** The couriers' app: it fetches messages to a courier, and posts the courier's messages. */
export const adapter: ChannelAdapter = {
  id: channelId,
  capabilities: { media: {}, once: true },
  // A courier has a code of ours, and no known telephone number.
  identityKind: courierKind,
  identityScope: () => '',
  connect: (connection, scope) => scope.use(connections).setStatus(connection.id, { status: 'CONNECTED' }),
  disconnect: async () => undefined,
  async send(message, connection, scope) {
    if (message.media) throw channelError('refused', 'no-files');
    await scope.sql.run(
      sql`insert into acme_deliveries.outbox (id, connection_id, courier, body)
          values (${message.id}, ${connection.id}, ${message.to.value}, ${message.body}) on conflict do nothing`,
    );
    return { externalId: `out-${message.id}` };
  },
  async release(connection, scope) {
    await scope.addresses.revoke(`${prefix}${connection.id}`);
    await scope.sql.run(sql`delete from acme_deliveries.outbox where connection_id = ${connection.id}`);
  },
};

export const courierRoutes = (host: Host<typeof manifest>): void => {
  host.on(connectionChanged, 'connect-new', async ({ connectionId, action }, scope) => {
    const connection = action === 'create' ? await scope.use(connections).find(connectionId) : undefined;
    if (connection?.channel === channelId) await adapter.connect(connection, scope, { fresh: false });
  });
  host.route('GET', '/acme-deliveries/connections/:id/address', {
    access: 'signed-in',
    summary: 'Receives calls of the couriers’ app',
    input: { params: z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) }) },
    output: z.object({ path: z.string() }),
    handle: async ({ params: { id } }, scope) => {
      if ((await scope.use(connections).find(id))?.channel !== channelId) throw notFound('ERR_NO_WAPP_FOUND');
      return { path: `/api/acme-deliveries/${await scope.addresses.issue(`${prefix}${id}`)}/messages` };
    },
  });
  host.route('POST', '/acme-deliveries/:address/messages', {
    access: { public: reason, address: true, webhook: true },
    rate: 600,
    summary: 'Receives a message of a courier',
    input: {
      params: address,
      body: z.object({
        id: z.string().min(1).max(100),
        courier,
        name: z.string().min(1).max(100),
        text: z.string().min(1).max(2000),
      }),
    },
    handle: async ({ ref, body }, scope) => {
      await scope.use(channelInbox).message(Number(ref.slice(prefix.length)), {
        externalId: body.id,
        from: { channel: channelId, scope: '', kind: courierKind, value: body.courier },
        name: body.name,
        body: body.text,
        sentAt: new Date(),
      });
    },
  });
  host.route('GET', '/acme-deliveries/:address/messages', {
    access: { public: reason, address: true },
    rate: 600,
    summary: 'Messages to a courier, oldest first',
    input: { params: address, query: z.object({ courier }) },
    output: z.array(z.string()),
    handle: async ({ ref, query }, scope) => {
      const rows = await scope.sql.rows<{ body: string }>(
        sql`select body from acme_deliveries.outbox
             where connection_id = ${Number(ref.slice(prefix.length))} and courier = ${query.courier} order by id limit 100`,
      );
      return rows.map(({ body }) => body);
    },
  });
};
