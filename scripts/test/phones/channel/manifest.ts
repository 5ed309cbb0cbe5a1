import type { PluginManifest } from '@balcao/sdk/manifest';

/** Channels whose provider is a server of the test, so that it outlives killed nodes. */
export default {
  id: 'test-phones',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { connections: '^0.1.0', tickets: '^0.1.0' },
  contributes: { 'channels.adapter': 1, 'channels.template': 1 },
} as const satisfies PluginManifest;
