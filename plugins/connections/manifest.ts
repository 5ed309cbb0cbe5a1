import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'connections',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  core: true,
  requires: { queues: '^0.1.0', contacts: '^0.1.0' },
  optional: { companies: '^0.1.0' },
  permissions: {
    'connections:view': { label: 'permission.view', profiles: ['admin'] },
    'connections-page:actionButtons': { label: 'permission.actionButtons', profiles: ['admin'] },
    'connections-page:addConnection': { label: 'permission.addConnection', profiles: ['admin'] },
    'connections-page:editOrDeleteConnection': { label: 'permission.editOrDelete', profiles: ['admin'] },
  },
  settings: {
    oneConnectionPerQueue: {
      type: 'string',
      label: 'setting.oneConnectionPerQueue',
      help: 'setting.oneConnectionPerQueueHelp',
      section: 'setting.section',
      default: 'enabled',
      enum: ['enabled', 'disabled'],
      labels: ['setting.enabled', 'setting.disabled'],
    },
  },
  routes: {
    api: [
      '/whatsapp',
      '/whatsapp-channels',
      '/whatsappsession',
      '/whatsapp-token',
      '/whatsapp-admin',
      '/queueIntegration',
    ],
    pages: ['/connections'],
  },
  emits: { 'connections.connection.changed': 1 },
  provides: {
    'channels.adapter': 1,
    'channels.type': 1,
    'connections.dependents': 1,
    'connections.form.section': 1,
    'connections.integration': 1,
    'connections.token.issuer': 1,
  },
  contributes: {
    'kernel.audit.name': 1,
    'kernel.count': 1,
    'kernel.first-step': 1,
    'contacts.source': 1,
    'companies.record': 1,
    'companies.row.action': 1,
  },
} as const satisfies PluginManifest;
