import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'kanban',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { contacts: '^0.1.0', queues: '^0.1.0', tickets: '^0.1.0' },
  optional: { companies: '^0.1.0', tags: '^0.1.0', flows: '^0.1.0' },
  toggle: 'kanbanEnabled',
  permissions: {
    'crm:view': { label: 'permission.view', profiles: ['admin', 'gestor'] },
  },
  settings: {
    kanbanFollowUpHours: {
      type: 'string',
      label: 'setting.hours',
      help: 'setting.hoursHelp',
      section: 'setting.section',
      order: 60,
      default: 'day',
      enum: ['day', 'opening', 'always'],
      labels: ['setting.day', 'setting.opening', 'setting.always'],
    },
  },
  routes: {
    api: [
      '/kanban',
      '/kanban-boards',
      '/kanban-cards',
      '/kanban-flows',
      '/kanban-follow-ups',
      '/kanban-lanes',
      '/kanban-numbers',
      '/kanban-tickets',
    ],
    pages: ['/kanban', '/kanban/funnel'],
  },
  emits: { 'kanban.card.moved': 1, 'kanban.boards.changed': 1 },
  contributes: {
    'tickets.list.query': 1,
    'tickets.list.extra': 1,
    'tickets.list.filter': 1,
    'tickets.list.bulk': 1,
    'tickets.drawer.panel': 1,
    'tickets.log.entry': 1,
    'contacts.personal-data': 1,
    'flows.node': 1,
    'flows.trigger': 1,
  },
} as const satisfies PluginManifest;
