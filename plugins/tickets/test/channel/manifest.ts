import type { PluginManifest } from '@balcao/sdk/manifest';

/** A channel whose provider does what the test says: nothing of the platform is replaced. */
export default {
  id: 'test-channel',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { connections: '^0.1.0' },
  contributes: { 'channels.adapter': 1 },
} as const satisfies PluginManifest;
