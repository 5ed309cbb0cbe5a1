import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'internal-chat',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  optional: { notifications: '^0.1.0', tickets: '^0.1.0' },
  toggle: 'internalChat',
  permissions: {
    'chat:create': { label: 'permission.create', profiles: ['admin', 'gestor'] },
  },
  routes: {
    api: ['/chats', '/chats-people', '/chats-search', '/chats-tickets', '/chats-unread'],
    pages: ['/chats'],
  },
  contributes: { 'notifications.kind': 1, 'tickets.options.action': 1 },
} as const satisfies PluginManifest;
