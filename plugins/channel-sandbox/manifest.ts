import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'channel-sandbox',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  environment: 'sandbox',
  requires: { connections: '^0.1.0', contacts: '^0.1.0' },
  permissions: {
    'sandbox:view': { label: 'permission.view', profiles: ['admin', 'gestor', 'user'] },
  },
  routes: { api: ['/sandbox'], pages: ['/sandbox'] },
  emits: { 'channel-sandbox.phone.reached': 1 },
  contributes: { 'channels.adapter': 1, 'channels.type': 1, 'contacts.personal-data': 1 },
} as const satisfies PluginManifest;
