import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'messages-api',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { connections: '^0.1.0', contacts: '^0.1.0', queues: '^0.1.0', tickets: '^0.1.0' },
  optional: { flows: '^0.1.0', notifications: '^0.1.0', security: '^0.1.0' },
  permissions: {
    'messages-api:view': { label: 'permission.view', profiles: ['admin', 'gestor'] },
    'messages-api:webhooks': { label: 'permission.webhooks', profiles: ['admin'] },
  },
  routes: {
    api: ['/messages-api', '/messages', '/webhooks', '/openapi.json'],
    pages: ['/messages-api', '/doc-api'],
  },
  emits: { 'messages-api.delivery.due': 1, 'messages-api.webhook.changed': 1 },
  provides: { 'webhooks.event': 1 },
  contributes: { 'webhooks.event': 1, 'connections.token.issuer': 1, 'kernel.token.check': 1 },
} as const satisfies PluginManifest;
