import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'flows',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { tickets: '^0.1.0', queues: '^0.1.0', connections: '^0.1.0', contacts: '^0.1.0' },
  optional: { companies: '^0.1.0' },
  toggle: 'flow',
  permissions: {
    'flows:view': { label: 'permission.view', profiles: ['admin', 'gestor'] },
  },
  routes: {
    api: ['/flow', '/whatsapp-flow-options', '/tickets'],
    pages: ['/flows', '/flow-chart', '/flow-chart/:flowId'],
  },
  emits: { 'flows.session.started': 1, 'flows.session.ended': 1, 'flows.flow.published': 1 },
  provides: { 'flows.node': 1, 'flows.variable': 1, 'flows.trigger': 1, 'flows.node.form': 1 },
  contributes: {
    'flows.node': 1,
    'flows.trigger': 1,
    'tickets.automation': 2,
    'tickets.list.extra': 1,
    'tickets.options.action': 1,
    'tickets.log.entry': 1,
    'queues.extra': 1,
    'queues.list.column': 1,
    'queues.form.section': 1,
    'queues.dependents': 1,
    'connections.form.section': 1,
    'connections.dependents': 1,
    'contacts.personal-data': 1,
  },
} as const satisfies PluginManifest;
