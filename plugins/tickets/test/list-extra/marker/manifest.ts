import type { PluginManifest } from '@balcao/sdk/manifest';

/** A third-party plugin that marks the rows of the list. */
export default {
  id: 'list-marker',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { tickets: '^0.1.0' },
  contributes: { 'tickets.list.extra': 1 },
} as const satisfies PluginManifest;
