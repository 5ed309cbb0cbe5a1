import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'reports',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: {
    companies: '^0.1.0',
    connections: '^0.1.0',
    contacts: '^0.1.0',
    queues: '^0.1.0',
    tickets: '^0.1.0',
    users: '^0.1.0',
  },
  optional: { notifications: '^0.1.0' },
  permissions: {
    'dashboard:view': { label: 'permission.dashboard', profiles: ['admin'] },
  },
  settings: {
    monthlySummary: {
      type: 'string',
      label: 'setting.monthly',
      help: 'setting.monthlyHelp',
      section: 'setting.section',
      order: 70,
      default: 'enabled',
      enum: ['enabled', 'disabled'],
      labels: ['setting.enabled', 'setting.disabled'],
    },
  },
  provides: { 'reports.dimension': 1, 'reports.column': 1, 'dashboard.card': 1 },
  contributes: { 'contacts.merge': 1, 'notifications.kind': 1 },
  routes: { api: ['/dashboard', '/ticketreport'], pages: ['/dasboard-old', '/reports'] },
} as const satisfies PluginManifest;
