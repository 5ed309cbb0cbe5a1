import type { PluginManifest } from '@balcao/sdk/manifest';

/** A third-party channel whose provider the test controls, with a filter and a mark for the list. */
export default {
  id: 'test-channel',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { connections: '^0.1.0', tickets: '^0.1.0' },
  contributes: { 'channels.adapter': 1, 'tickets.list.query': 1, 'tickets.list.extra': 1 },
} as const satisfies PluginManifest;
