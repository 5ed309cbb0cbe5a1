import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'example-notes',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Example publisher',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { tickets: '^0.1.0' },
  toggle: 'plugin:example-notes',
  permissions: {
    'example-notes:view': { label: 'permission.view', profiles: ['admin', 'gestor'] },
  },
  settings: {
    exampleNotesKeepDays: {
      type: 'integer',
      label: 'setting.keepDays',
      help: 'setting.keepDaysHelp',
      section: 'manifest.title',
      default: 90,
      minimum: 1,
      maximum: 3650,
    },
  },
  routes: { api: ['/example-notes'], pages: ['/example-notes'] },
  contributes: { 'tickets.drawer.panel': 1 },
} as const satisfies PluginManifest;
