import { definePlugin, z } from '@balcao/sdk/server';
import { channelAdapter, channelError, type ChannelAdapter } from '@balcao/connections/contract';
import { tickets } from '@balcao/tickets/contract';
import manifest from '../manifest.ts';
import { provider } from '../provider.ts';

const channel = (id: string, windowHours?: number, subjects = false, personWindowHours?: number): ChannelAdapter => ({
  id,
  capabilities: {
    media: { image: 50_000_000, audio: 50_000_000, video: 50_000_000, document: 60_000_000 },
    quotes: true,
    typing: true,
    ...(windowHours !== undefined && { windowHours }),
    ...(personWindowHours !== undefined && { personWindowHours }),
    ...(subjects && { subjects }),
    ...(id === 'social' && { text: { max: 100, unit: 'bytes' } as const }),
  },
  identityKind: 'phone',
  identityScope: () => '',
  connect: async () => undefined,
  disconnect: async () => undefined,
  async send(message) {
    if (provider.closed.has(message.to.value)) throw channelError('window', 'too-late');
    provider.taken.push(message);
    return { externalId: `out-${message.id}` };
  },
  async presence(state) {
    provider.presence.push(state);
  },
});

export default definePlugin(manifest, {
  setup(host) {
    host.contribute(channelAdapter, channel('always'));
    host.contribute(channelAdapter, channel('facebook', 24));
    host.contribute(channelAdapter, channel('brief', 2));
    host.contribute(channelAdapter, channel('letters', undefined, true));
    host.contribute(channelAdapter, channel('social', 2, false, 168));
    host.route('POST', '/witness/:ticketId/template', {
      access: 'signed-in',
      summary: 'Sends the template that the channel takes at any time.',
      input: { params: z.object({ ticketId: z.coerce.number().int() }) },
      output: z.object({ id: z.number() }),
      handle: ({ params }, scope) =>
        scope.use(tickets).send(params.ticketId, { body: 'Podemos continuar a conversa?', outsideWindow: true }),
    });
  },
});
