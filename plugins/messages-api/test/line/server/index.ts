import { definePlugin, event, invalid, notFound, z } from '@balcao/sdk/server';
import {
  channelAdapter,
  channelTemplate,
  type ChannelAdapter,
  type ChannelTemplate,
  type ChannelTemplates,
  type TemplateMessage,
} from '@balcao/connections/contract';
import { webhookEvent, webhooks } from '@balcao/messages-api/contract';
import manifest from '../manifest.ts';

const rang = event<{ bell: number }>('test-line.rang');

/** Numbers that end in 0000 do not exist; the provider writes numbers of nine digits without their ninth. */
const line: ChannelAdapter = {
  id: 'line',
  capabilities: { media: { image: 5_000_000, document: 50_000_000 }, numberCheck: true, quotes: true, once: true },
  identityKind: 'phone',
  identityScope: () => '',
  connect: async () => undefined,
  disconnect: async () => undefined,
  send: async ({ id }, connection) => ({ externalId: `out-${connection.id}-${id}` }),
  checkNumber: async (number) => ({
    exists: !number.endsWith('0000'),
    value: /^55119\d{8}$/.test(number) ? `5511${number.slice(5)}` : number,
  }),
};

const offered: ChannelTemplate = {
  name: 'retomada',
  language: 'pt_BR',
  category: 'UTILITY',
  status: 'approved',
  isSendable: true,
  header: '',
  file: null,
  body: 'Olá, {{1}}!',
  footer: '',
  buttons: [],
  variables: [{ key: 'body.1', place: 'body', label: '1' }],
};
const filled = ({ name, variables = {} }: TemplateMessage): string => {
  if (name !== offered.name) throw notFound('ERR_NO_TEMPLATE_FOUND');
  return offered.body.replace('{{1}}', variables['body.1'] || '{{1}}');
};
const templates: ChannelTemplates = {
  id: 'line',
  list: async () => [offered],
  preview: async (chosen) => ({ ...offered, text: filled(chosen) }),
  async prepare(chosen, file) {
    if (file) throw invalid({ file: 'ERR_INVALID_VALUE' });
    const text = filled(chosen);
    if (text.includes('{{')) throw invalid({ 'body.1': 'Required' });
    return { text, payload: chosen.variables };
  },
};

/** A third-party plugin: a channel, a route by token, and an event for endpoints. */
export default definePlugin(manifest, {
  setup(host) {
    host.contribute(channelAdapter, line);
    host.contribute(channelTemplate, templates);
    host.contribute(channelAdapter, { ...line, id: 'page', identityKind: 'web' });
    host.contribute(webhookEvent, { id: 'bell.rang', label: 'bell', group: 'bells', sample: { bell: 1 } });
    host.route('POST', '/line/ring', {
      access: 'test-line:ring',
      summary: 'Rings a bell.',
      input: { body: z.object({ bell: z.number().int() }) },
      handle: async ({ body }, scope) => scope.emit(rang, `bell:${body.bell}`, body),
    });
    host.on(rang, 'webhook', async ({ bell }, scope, delivery) => {
      await scope
        .find(webhooks)
        ?.publish('bell.rang', { id: delivery.id, key: `bell:${bell}`, data: () => ({ bell }) });
    });
    host.route('POST', '/line/key', {
      access: 'test-line:ring',
      summary: 'Makes a key of its own.',
      input: { body: z.object({ ref: z.string() }) },
      handle: async ({ body }, scope) => ({ token: await scope.tokens.issue(body.ref) }),
    });
    host.route('DELETE', '/line/key/:ref', {
      access: 'test-line:ring',
      summary: 'Ends a key.',
      input: { params: z.object({ ref: z.string() }) },
      handle: ({ params }, scope) => scope.tokens.revoke(params.ref),
    });
    host.route('GET', '/line/whoami', {
      access: { token: 'Says whose key it is.' },
      summary: 'Whose key it is.',
      rate: 5,
      handle: async ({ ref }, scope) => ({
        ref,
        company: scope.company.id,
        person: scope.user?.id ?? null,
        used: [...(await scope.tokens.used()).keys()],
      }),
    });
  },
});
