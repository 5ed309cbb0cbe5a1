import type { PluginManifest } from '@balcao/sdk/manifest';

/** A stranger's plugin that listens to what tags tell. */
export default {
  id: 'tags-witness',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { tags: '^0.1.0' },
} as const satisfies PluginManifest;
