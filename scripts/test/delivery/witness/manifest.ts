import type { PluginManifest } from '@balcao/sdk/manifest';

/** A stranger's plugin that writes down every event it is told of, as often as it is told. */
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
