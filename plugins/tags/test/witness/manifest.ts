import type { PluginManifest } from '@balcao/sdk/manifest';

/** An external plugin that listens to the events of tags. */
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
