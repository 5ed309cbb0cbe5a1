import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'agenda',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { connections: '^0.1.0', contacts: '^0.1.0', tickets: '^0.1.0', users: '^0.1.0' },
  optional: { campaigns: '^0.1.0', flows: '^0.1.0', notifications: '^0.1.0' },
  permissions: {
    'schedules:view': { label: 'permission.view', profiles: ['admin', 'gestor'] },
  },
  settings: {
    agendaLateHours: {
      type: 'number',
      label: 'setting.late',
      help: 'setting.lateHelp',
      section: 'setting.section',
      order: 70,
      default: 24,
      minimum: 0,
      maximum: 168,
    },
  },
  routes: {
    api: ['/schedules', '/scheduleforms', '/agenda'],
    pages: ['/schedules'],
  },
  publicRoutes: {
    'GET /agenda/feed/:address/agenda.ics':
      'Calendar programs read the entries of the person who made this secret address.',
  },
  emits: { 'agenda.entry.changed': 1, 'agenda.message.changed': 1 },
  provides: { 'agenda.source': 1 },
  contributes: {
    'tickets.drawer.panel': 1,
    'tickets.log.entry': 1,
    'tickets.options.action': 1,
    'contacts.list.action': 1,
    'notifications.kind': 1,
    'flows.node': 1,
    'flows.node.form': 1,
    'contacts.personal-data': 1,
    'contacts.merge': 1,
    'connections.dependents': 1,
  },
} as const satisfies PluginManifest;
