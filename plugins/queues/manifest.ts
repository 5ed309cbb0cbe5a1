import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'queues',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  core: true,
  optional: { 'first-steps': '^0.1.0', users: '^0.1.0' },
  permissions: {
    'queues:view': { label: 'permission.view', profiles: ['admin', 'gestor'] },
  },
  routes: { api: ['/queue'], pages: ['/queues'] },
  emits: { 'queues.queue.changed': 1 },
  provides: { 'queues.dependents': 1, 'queues.form.section': 1, 'queues.extra': 1, 'queues.list.column': 1 },
  exposes: { 'queues.picker': 1 },
  contributes: {
    'kernel.audit.name': 1,
    'kernel.count': 1,
    'first-steps.step': 1,
    'kernel.session.extra': 1,
    'users.bulk.action': 1,
    'users.form.section': 1,
    'users.extra': 1,
  },
} as const satisfies PluginManifest;
