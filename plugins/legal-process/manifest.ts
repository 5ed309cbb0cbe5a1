import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'legal-process',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { connections: '^0.1.0', contacts: '^0.1.0', tickets: '^0.1.0' },
  optional: { flows: '^0.1.0', notifications: '^0.1.0' },
  permissions: {
    'legal:settings': { label: 'permission.settings', profiles: ['admin'] },
    'legal:words': { label: 'permission.words', profiles: ['admin', 'gestor'] },
  },
  routes: {
    api: [
      '/legalProcess',
      '/legalProcessMonitoring',
      '/legalProcessSources',
      '/legalProcessSettings',
      '/legalProcessWords',
      '/legalProcessNotices',
      '/contacts',
    ],
    pages: ['/legal-process', '/legal-process/:legalProcessId/report'],
  },
  publicRoutes: {
    'POST /legalProcessNotices/:source/:key':
      'A source of court cases tells that there is something new; it is asked what.',
  },
  settings: {
    // The module of the plan, by the specification's name. The sources, which are the platform's, need no module.
    legalProcess: {
      type: 'string',
      label: 'manifest.title',
      help: 'manifest.description',
      section: 'setting.section',
      order: 85,
      default: 'disabled',
      enum: ['enabled', 'disabled'],
      labels: ['setting.on', 'setting.off'],
      refetch: true,
      superOnly: 'change',
      module: true,
    },
    // The paid source that the company chose; empty: the free ones.
    legalSource: { type: 'string', label: 'setting.source', default: '', maxLength: 60, hidden: true },
  },
  emits: { 'legal.step.found': 1 },
  provides: { 'legal-process.provider': 1 },
  contributes: {
    'contacts.merge': 1,
    'contacts.personal-data': 1,
    'flows.node': 1,
    'flows.node.form': 1,
    'legal-process.provider': 1,
    'messages.composer.action': 1,
    'notifications.kind': 1,
    'tickets.drawer.panel': 1,
    'tickets.header.action': 1,
  },
  hosts: [
    'api-publica.datajud.cnj.jus.br',
    'comunicaapi.pje.jus.br',
    'requests.prod.judit.io',
    'tracking.prod.judit.io',
    'api.escavador.com',
  ],
} as const satisfies PluginManifest;
