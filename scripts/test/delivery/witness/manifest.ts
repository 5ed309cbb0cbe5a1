import type { PluginManifest } from '@balcao/sdk/manifest';

/** An external plugin that records every event it receives, as often as it receives it. */
export default {
  id: 'witness',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { tickets: '^0.1.0' },
} as const satisfies PluginManifest;
