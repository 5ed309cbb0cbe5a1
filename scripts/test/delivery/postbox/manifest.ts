import type { PluginManifest } from '@balcao/sdk/manifest';

/** An external plugin with channels of one provider that differ in deduplication and rate. */
export default {
  id: 'postbox',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { connections: '^0.1.0', tickets: '^0.1.0' },
  routes: { api: ['/postbox'] },
  contributes: { 'channels.adapter': 1 },
} as const satisfies PluginManifest;
