import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'acme-urgency',
  version: '1.0.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Acme Ltda.',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { tickets: '^0.1.0' },
  optional: { 'acme-satisfaction': '^1.0.0' },
  routes: { api: ['/urgency'] },
  contributes: { 'tickets.list.query': 1, 'tickets.list.filter': 1, 'tickets.drawer.panel': 1 },
} as const satisfies PluginManifest;
