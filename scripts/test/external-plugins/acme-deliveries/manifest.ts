import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'acme-deliveries',
  version: '1.0.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Acme Ltda.',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { connections: '^0.1.0', contacts: '^0.1.0', tickets: '^0.1.0' },
  routes: { api: ['/acme-deliveries'], pages: ['/entregas'] },
  publicRoutes: {
    'POST /acme-deliveries/:address/messages': 'The couriers’ app calls it, at an address that nobody guesses.',
    'GET /acme-deliveries/:address/messages': 'The couriers’ app reads what was written to a courier.',
  },
  contributes: {
    'app.route': 1,
    'app.menu': 1,
    'app.channel-glyph': 1,
    'channels.adapter': 1,
    'channels.type': 1,
    'messages.kind': 1,
    'messages.renderer': 1,
  },
} as const satisfies PluginManifest;
