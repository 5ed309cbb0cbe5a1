import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'test-line',
  version: '1.0.0',
  title: 'title',
  description: 'description',
  publisher: 'test',
  license: 'MIT',
  sdk: '*',
  requires: { connections: '*', 'messages-api': '*' },
  permissions: { 'test-line:ring': { label: 'label', profiles: ['admin'] } },
  routes: { api: ['/line'] },
  emits: { 'test-line.rang': 1 },
  contributes: { 'channels.adapter': 1, 'channels.template': 1, 'webhooks.event': 1 },
} as const satisfies PluginManifest;
