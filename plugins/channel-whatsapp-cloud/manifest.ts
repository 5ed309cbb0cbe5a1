import type { PluginManifest } from '@balcao/sdk/manifest';

const meta = 'WhatsApp has no account here; it knows the connection’s secret address and signs what it sends.';

/**
 * Not a module that companies switch off: messages to a disabled channel would be lost. Without a connection it does
 * nothing.
 */
export default {
  id: 'channel-whatsapp-cloud',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { connections: '^0.1.0', tickets: '^0.1.0' },
  permissions: {
    'whatsapp-cloud:edit': { label: 'permission.edit', profiles: ['admin'] },
  },
  routes: { api: ['/whatsapp-cloud'] },
  publicRoutes: {
    'GET /whatsapp-cloud/:address/webhook': meta,
    'POST /whatsapp-cloud/:address/webhook': meta,
  },
  emits: { 'channel-whatsapp-cloud.preference.changed': 1 },
  contributes: {
    'channels.adapter': 1,
    'channels.template': 1,
    'channels.type': 1,
    'messages.composer.outside-window': 1,
  },
  hosts: ['graph.facebook.com', 'lookaside.fbsbx.com'],
} as const satisfies PluginManifest;
