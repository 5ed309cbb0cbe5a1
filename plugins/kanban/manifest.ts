import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'kanban',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { contacts: '^0.1.0', tickets: '^0.1.0' },
  toggle: 'kanbanEnabled',
  permissions: {
    'crm:view': { label: 'permission.view', profiles: ['admin', 'gestor'] },
  },
  routes: { api: ['/kanban', '/kanban-lanes', '/kanban-tickets'] },
  contributes: {
    'tickets.list.query': 1,
    'tickets.list.extra': 1,
    'tickets.list.filter': 1,
    'tickets.drawer.panel': 1,
    'contacts.personal-data': 1,
  },
} as const satisfies PluginManifest;
