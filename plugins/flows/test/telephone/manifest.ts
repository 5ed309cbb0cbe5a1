import type { PluginManifest } from '@balcao/sdk/manifest';

/** A channel that accepts every message at once, so that nothing waits for a connection. */
export default {
  id: 'flow-telephone',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { connections: '^0.1.0' },
  contributes: { 'channels.adapter': 1 },
} as const satisfies PluginManifest;
