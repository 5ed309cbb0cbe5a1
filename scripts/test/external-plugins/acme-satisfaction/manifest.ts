import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'acme-satisfaction',
  version: '1.0.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Acme Ltda.',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { tickets: '^0.1.0' },
  permissions: {
    'satisfaction:view': { label: 'permission.view', profiles: ['admin', 'gestor'] },
  },
  settings: {
    satisfactionDays: {
      type: 'integer',
      label: 'setting.days',
      help: 'setting.daysHelp',
      section: 'manifest.title',
      default: 7,
      minimum: 1,
      maximum: 90,
    },
  },
  routes: { api: ['/satisfaction'], pages: ['/satisfaction'] },
  exposes: { 'acme-satisfaction.average': 1 },
  contributes: { 'app.route': 1, 'app.menu': 1 },
} as const satisfies PluginManifest;
