import type { PluginManifest } from '@balcao/sdk/manifest';

/** A third-party plugin: two channels with a window for free text, and a form for messages after it. */
export default {
  id: 'composer-witness',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { connections: '^0.1.0', tickets: '^0.1.0' },
  routes: { api: ['/witness'] },
  contributes: {
    'channels.adapter': 1,
    'messages.composer.action': 1,
    'messages.composer.outside-window': 1,
    'messages.action': 1,
  },
} as const satisfies PluginManifest;
