import { definePlugin, z } from '@balcao/sdk/server';
import { channelAdapter, channelError, connections, type ChannelAdapter } from '@balcao/connections/contract';
import { tickets } from '@balcao/tickets/contract';
import manifest from '../manifest.ts';

/** Posts to the provider named in the environment. */
const send: ChannelAdapter['send'] = async (message, connection) => {
  const response = await fetch(process.env['POSTBOX_URL'] ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      channel: connection.channel,
      connectionId: connection.id,
      node: process.pid,
      id: message.id,
      reservedId: message.reservedId ?? null,
      to: message.to.value,
      body: message.body,
      menu: message.menu ?? null,
      files: (message.medias ?? (message.media ? [message.media] : [])).map(({ name }) => name),
    }),
  }).catch((error: unknown) => {
    throw channelError('unknown', 'the line was cut', error);
  });
  const rest = Number(response.headers.get('retry-after'));
  const of = response.headers.get('retry-of') === 'conversation' ? 'conversation' : 'connection';
  if (response.status === 429) throw channelError('retry', 'too fast', undefined, { retryAfter: rest, of });
  if (response.status >= 500) throw channelError('retry', 'trouble at the provider');
  return (await response.json()) as { externalId: string };
};

const plain: ChannelAdapter = {
  id: 'postbox',
  capabilities: { media: {}, interactive: { max: 3 } },
  identityKind: 'phone',
  identityScope: () => '',
  connect: async ({ id }, scope) => scope.use(connections).setStatus(id, { status: 'CONNECTED' }),
  disconnect: async () => undefined,
  send,
};

export default definePlugin(manifest, {
  setup(host) {
    host.route('POST', '/postbox/bulk', {
      access: 'signed-in',
      summary: 'Sends bulk messages, all or none.',
      input: { body: z.array(z.object({ ticketId: z.number().int(), body: z.string() })) },
      handle: ({ body: messages }, scope) =>
        scope.tx(async (inner) => {
          const service = inner.use(tickets);
          for (const { ticketId, body } of messages) await service.send(ticketId, { body, bulk: true });
        }),
    });
    host.contribute(channelAdapter, plain);
    host.contribute(channelAdapter, {
      ...plain,
      id: 'postbox-reserved',
      reserveId: ({ id }, connection) => `named-${connection.id}-${id}`,
    });
    const once = { ...plain, capabilities: { ...plain.capabilities, once: true } };
    host.contribute(channelAdapter, { ...once, id: 'postbox-once' });
    host.contribute(channelAdapter, {
      ...once,
      id: 'postbox-files',
      capabilities: { ...once.capabilities, media: { document: 1_000_000 }, filesPerMessage: 3 },
    });
    host.contribute(channelAdapter, { ...once, id: 'postbox-paced', limits: () => ({ perSecond: 10, burst: 3 }) });
    host.contribute(channelAdapter, { ...once, id: 'postbox-slow', limits: () => ({ perSecond: 2 }) });
    host.contribute(channelAdapter, {
      ...once,
      id: 'postbox-human',
      limits: () => ({ pauseMs: { min: 60, max: 120 } }),
    });
  },
});
