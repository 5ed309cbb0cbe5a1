import { definePlugin, invalid, notFound } from '@balcao/sdk/server';
import {
  channelAdapter,
  channelError,
  channelTemplate,
  type ChannelAdapter,
  type ChannelTemplate,
  type OutboundMessage,
  type TemplateMessage,
} from '@balcao/connections/contract';
import { legalStepFound } from '@balcao/legal-process/contract';
import manifest from '../manifest.ts';

const send = async (message: OutboundMessage, connectionId: number): Promise<{ externalId: string }> => {
  const response = await fetch(process.env['LEGAL_PROVIDER'] ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      id: message.id,
      to: message.to.value,
      body: message.body,
      file: message.media?.name ?? null,
      template: message.template?.name ?? null,
      connectionId,
    }),
  }).catch((error: unknown) => {
    throw channelError('unknown', 'unreachable', error);
  });
  const answer = (await response.json()) as { externalId?: string; refused?: boolean };
  if (answer.refused === true) throw channelError('invalid-contact', 'blocked');
  return { externalId: answer.externalId ?? '' };
};

const open: ChannelAdapter = {
  id: 'test-law',
  capabilities: { media: { image: 5_000_000, document: 50_000_000 }, once: true },
  identityKind: 'phone',
  identityScope: () => '',
  connect: async () => undefined,
  disconnect: async () => undefined,
  send: (message, connection) => send(message, connection.id),
};
/** Accepts free text for a day after the customer's message. */
const windowed: ChannelAdapter = {
  ...open,
  id: 'test-law-window',
  capabilities: { media: { image: 5_000_000 }, once: true, windowHours: 24 },
};

const reminder: ChannelTemplate = {
  name: 'lembrete',
  language: 'pt_BR',
  category: 'UTILITY',
  status: 'approved',
  isSendable: true,
  header: '',
  file: null,
  body: 'Olá {{1}}, um lembrete.',
  footer: '',
  buttons: [],
  variables: [{ key: 'body.1', place: 'body', label: '1' }],
};
const filled = ({ name, variables = {} }: TemplateMessage): string => {
  if (name !== reminder.name) throw notFound('ERR_NO_TEMPLATE_FOUND');
  return reminder.body.replace('{{1}}', variables['body.1']?.trim() || '{{1}}');
};

export default definePlugin(manifest, {
  setup(host) {
    // The test reads in its own process what another plugin is told.
    host.on(legalStepFound, 'heard', async (found) => {
      (globalThis as { heardSteps?: object[] }).heardSteps?.push(found);
    });
    host.contribute(channelAdapter, open);
    host.contribute(channelAdapter, windowed);
    host.contribute(channelTemplate, {
      id: windowed.id,
      list: async () => [reminder],
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
