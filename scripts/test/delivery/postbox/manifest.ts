import type { PluginManifest } from '@balcao/sdk/manifest';

/** Channels of one provider that differ in what they can tell and how fast they may go: a stranger's plugin. */
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
