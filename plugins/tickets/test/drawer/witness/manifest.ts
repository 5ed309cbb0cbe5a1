import type { PluginManifest } from '@balcao/sdk/manifest';

/** A third-party plugin with a section in the contact panel and entries in the conversation's menu. */
export default {
  id: 'tickets-witness',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { tickets: '^0.1.0' },
  contributes: {
    'tickets.drawer.panel': 1,
    'tickets.options.action': 1,
    'tickets.list.bulk': 1,
    'messages.renderer': 1,
    'messages.action': 1,
  },
} as const satisfies PluginManifest;
