import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'campaigns',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { connections: '^0.1.0', contacts: '^0.1.0', 'contact-lists': '^0.1.0', tags: '^0.1.0', tickets: '^0.1.0' },
  optional: { flows: '^0.1.0', 'channel-whatsapp-cloud': '^0.1.0' },
  toggle: 'campaignsEnabled',
  permissions: {
    'campaigns:view': { label: 'permission.view', profiles: ['admin', 'gestor'] },
  },
  routes: {
    api: ['/campaigns', '/campaign-settings', '/campaign-opt-outs'],
    pages: [
      '/campaigns',
      '/campaigns/new',
      '/campaigns/:campaignId',
      '/campaign/:campaignId/report',
      '/campaigns-config',
    ],
  },
  emits: { 'campaigns.recipient.answered': 1 },
  contributes: {
    'contact-lists.tab': 1,
    'tickets.automation': 2,
    'tickets.log.entry': 1,
    'contact-lists.do-not-contact': 1,
    'contacts.personal-data': 1,
    'contacts.merge': 1,
    'connections.dependents': 1,
  },
} as const satisfies PluginManifest;
