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
  toggle: 'legalProcess',
  permissions: {
    'legal:words': { label: 'permission.words', profiles: ['admin', 'gestor'] },
  },
  routes: {
    api: ['/legalProcess', '/legalProcessMonitoring', '/legalProcessSources', '/legalProcessWords', '/contacts'],
    pages: ['/legal-process', '/legal-process/:legalProcessId/report'],
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
  hosts: ['api-publica.datajud.cnj.jus.br', 'comunicaapi.pje.jus.br'],
} as const satisfies PluginManifest;
