import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'acme-polls',
  version: '1.0.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Acme Ltda.',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { tickets: '^0.1.0' },
  routes: { api: ['/polls'] },
  contributes: { 'messages.kind': 1, 'messages.renderer': 1 },
} as const satisfies PluginManifest;
