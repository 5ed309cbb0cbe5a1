import type { PluginManifest } from '@balcao/sdk/manifest';

const visitors =
  'Visitors of a company’s site have no account; they are told by a signed token and the site by its origin.';

export default {
  id: 'channel-webchat',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  toggle: 'webchatEnabled',
  requires: { connections: '^0.1.0', contacts: '^0.1.0' },
  permissions: {
    'webchat:edit': { label: 'permission.edit', profiles: ['admin'] },
  },
  routes: { api: ['/webchat', '/webchat-sites'] },
  publicRoutes: {
    'GET /webchat/:address/config': visitors,
    'POST /webchat/:address/session': visitors,
    'GET /webchat/:address/messages': visitors,
    'POST /webchat/:address/messages': visitors,
    'GET /webchat/:address/demo': 'A page to try the chat on, which holds nothing but the chat.',
  },
  contributes: { 'channels.adapter': 1, 'channels.type': 1, 'contacts.personal-data': 1 },
} as const satisfies PluginManifest;
