import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'tags',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { tickets: '^0.1.0', contacts: '^0.1.0' },
  optional: { assistant: '^0.1.0', flows: '^0.1.0', reports: '^0.1.0' },
  permissions: {
    'tags:view': { label: 'permission.view', profiles: ['admin', 'gestor'] },
  },
  routes: { api: ['/tags'], pages: ['/tags'] },
  emits: { 'tags.tag.changed': 1, 'tags.ticket.changed': 1 },
  contributes: {
    'assistant.tool': 1,
    'kernel.audit.name': 1,
    'contacts.personal-data': 1,
    'flows.node': 1,
    'flows.trigger': 1,
    'flows.variable': 1,
    'reports.dimension': 1,
    'tickets.list.query': 1,
    'tickets.list.extra': 1,
    'tickets.list.filter': 1,
    'tickets.list.badge': 1,
    'tickets.list.bulk': 1,
    'tickets.drawer.panel': 1,
    'tickets.log.entry': 1,
  },
} as const satisfies PluginManifest;
