import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'acme-desk',
  version: '1.0.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Acme Ltda.',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { tickets: '^0.1.0' },
  routes: { pages: ['/desk'] },
  contributes: { 'app.route': 1, 'app.menu': 1 },
} as const satisfies PluginManifest;
