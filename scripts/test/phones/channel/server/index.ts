import { definePlugin, invalid, notFound } from '@balcao/sdk/server';
import {
  channelAdapter,
  channelError,
  channelTemplate,
  type ChannelAdapter,
  type ChannelFailure,
  type ChannelTemplate,
  type OutboundMessage,
  type TemplateMessage,
} from '@balcao/connections/contract';
import manifest from '../manifest.ts';

interface Answer {
  externalId?: string;
  exists?: boolean;
  value?: string;
  failure?: ChannelFailure;
  reason?: string;
  /** Seconds of the pause that the provider asks for. */
  retryAfter?: number;
}

/** `TEST_PHONES` is the address of the provider, set by the test that opens it. */
const ask = async (path: string, body: object): Promise<Answer> => {
  const response = await fetch(`${process.env['TEST_PHONES'] ?? ''}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch((error: unknown) => {
    throw channelError('unknown', 'unreachable', error);
  });
  const answer = (await response.json()) as Answer;
  if (answer.failure)
    throw channelError(
      answer.failure,
      answer.reason ?? answer.failure,
      undefined,
      answer.retryAfter === undefined ? undefined : { retryAfter: answer.retryAfter, of: 'connection' },
    );
  return answer;
};

const send = (message: OutboundMessage, connectionId: number) =>
  ask('/send', {
    id: message.id,
    to: message.to.value,
    body: message.body,
    file: message.media?.name ?? null,
    template: message.template?.name ?? null,
    connectionId,
  }).then(({ externalId = '' }) => ({ externalId }));

const phones: ChannelAdapter = {
  id: 'test-phones',
  capabilities: { media: { image: 5_000_000, document: 50_000_000 }, once: true, numberCheck: true },
  identityKind: 'phone',
  identityScope: () => '',
  connect: async () => undefined,
  disconnect: async () => undefined,
  send: (message, connection) => send(message, connection.id),
  checkNumber: async (number) => {
    const { exists = true, value = number } = await ask('/check', { number });
    return { exists, value };
  },
};
/** Accepts free text for a day after the customer's message, and forgets nothing: without an id of ours. */
const windowed: ChannelAdapter = {
  ...phones,
  id: 'test-windowed',
  capabilities: { media: { image: 5_000_000 }, windowHours: 24 },
};
/** Pairs a device. */
const paired: ChannelAdapter = { ...phones, id: 'test-paired', capabilities: { ...phones.capabilities, qr: true } };

const templateOf = (name: string, category: ChannelTemplate['category'], body: string): ChannelTemplate => ({
  name,
  language: 'pt_BR',
  category,
  status: 'approved',
  isSendable: true,
  header: '',
  file: null,
  body,
  footer: '',
  buttons: [],
  variables: [{ key: 'body.1', place: 'body', label: '1' }],
});
const templates = [
  templateOf('oferta', 'MARKETING', 'Olá {{1}}, temos uma oferta.'),
  templateOf('lembrete', 'UTILITY', 'Olá {{1}}, um lembrete.'),
];
const filled = ({ name, language, variables = {} }: TemplateMessage): string => {
  const template = templates.find((one) => one.name === name && one.language === language);
  if (!template) throw notFound('ERR_NO_TEMPLATE_FOUND');
  return template.body.replace('{{1}}', variables['body.1']?.trim() || '{{1}}');
};

export default definePlugin(manifest, {
  setup(host) {
    for (const adapter of [phones, windowed, paired]) host.contribute(channelAdapter, adapter);
    host.contribute(channelTemplate, {
      id: windowed.id,
      list: async () => templates,
      preview: async (template) => {
        const text = filled(template);
        return { header: '', body: text, footer: '', buttons: [], text };
      },
      async prepare(template) {
        const text = filled(template);
        if (text.includes('{{')) throw invalid({ 'body.1': 'Required' });
        return { text, payload: { name: template.name } };
      },
    });
  },
});
