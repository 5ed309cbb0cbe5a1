import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'manager',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: {
    connections: '^0.1.0',
    contacts: '^0.1.0',
    queues: '^0.1.0',
    tickets: '^0.1.0',
    users: '^0.1.0',
  },
  optional: { tags: '^0.1.0' },
  toggle: 'manager',
  permissions: {
    'manager:panel': { label: 'permission.panel', profiles: ['admin', 'gestor'] },
  },
  routes: { api: ['/manager', '/tickets-user'], pages: ['/manager'] },
} as const satisfies PluginManifest;
