import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'assistant',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { tickets: '^0.1.0', contacts: '^0.1.0', queues: '^0.1.0', connections: '^0.1.0', chatai: '^0.1.0' },
  optional: { 'quick-messages': '^0.1.0' },
  permissions: {
    'assistant:view': { label: 'permission.view', profiles: ['admin', 'gestor'] },
  },
  routes: { api: ['/assistant'], pages: ['/knowledge', '/knowledge/:tab'] },
  emits: { 'assistant.knowledge.changed': 1 },
} as const satisfies PluginManifest;
