import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'contacts',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  core: true,
  optional: { companies: '^0.1.0', users: '^0.1.0' },
  permissions: {
    'contacts-page:deleteContact': { label: 'permission.deleteContact', profiles: ['admin'] },
    'contacts-page:exportContacts': { label: 'permission.exportContacts', profiles: ['admin', 'gestor'] },
    'contacts-page:mergeContacts': { label: 'permission.mergeContacts', profiles: ['admin', 'gestor'] },
  },
  settings: {
    hideContactNumber: {
      type: 'string',
      label: 'setting.hideContactNumber',
      help: 'setting.hideContactNumberHelp',
      section: 'setting.section',
      default: 'disabled',
      enum: ['enabled', 'disabled'],
      labels: ['setting.enabled', 'setting.disabled'],
    },
    originContact: {
      type: 'string',
      label: 'setting.originContact',
      help: 'setting.originContactHelp',
      section: 'setting.section',
      default: 'FACEBOOK,INSTAGRAM,GOOGLE,TIKTOK,TRÁFEGO PAGO,INDICAÇÃO,PARTICULAR,OUTROS',
      maxLength: 2000,
    },
  },
  routes: { api: ['/contacts'], pages: ['/contacts', '/contacts/import', '/contacts/import/:importId'] },
  emits: { 'contacts.contact.changed': 1, 'contacts.contact.merged': 1 },
  provides: {
    'contacts.form.section': 1,
    'contacts.number.check': 1,
    'contacts.merge': 1,
    'contacts.source': 1,
    'contacts.personal-data': 1,
  },
  contributes: { 'contacts.personal-data': 1, 'companies.record': 1 },
} as const satisfies PluginManifest;
