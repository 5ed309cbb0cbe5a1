import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'platform',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  optional: { companies: '^0.1.0' },
  routes: { pages: ['/platform', '/allConnections'] },
} as const satisfies PluginManifest;
