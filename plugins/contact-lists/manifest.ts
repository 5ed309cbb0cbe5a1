import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'contact-lists',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { contacts: '^0.1.0' },
  onWith: 'campaigns',
  permissions: {
    'contact-lists:view': { label: 'permission.view', profiles: ['admin', 'gestor'] },
  },
  routes: {
    api: ['/contact-lists', '/contact-list-items', '/contacts-state'],
    pages: [
      '/contact-lists',
      '/contact-lists/:contactListId/contacts',
      '/contact-lists/:contactListId/import',
      '/contact-lists/:contactListId/import/:importId',
    ],
  },
  provides: { 'contact-lists.do-not-contact': 1, 'contact-lists.tab': 1 },
  exposes: { 'contact-lists.tabs': 1 },
  contributes: { 'contacts.personal-data': 1, 'contacts.page.action': 1 },
} as const satisfies PluginManifest;
