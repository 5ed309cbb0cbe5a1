import type { PluginManifest } from '@balcao/sdk/manifest';

const section = { section: 'setting.section', order: 72, type: 'string', default: '' } as const;
const ofInstallation = { ...section, superOnly: true } as const;
const ofCompany = { ...section, permission: 'google:edit' } as const;

export default {
  id: 'google-calendar',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { agenda: '^0.1.0', contacts: '^0.1.0' },
  optional: { notifications: '^0.1.0' },
  toggle: 'googleCalendarEnabled',
  permissions: {
    'google:edit': { label: 'permission.edit', profiles: ['admin'] },
  },
  settings: {
    googleClientId: { ...ofInstallation, label: 'setting.clientId', help: 'setting.clientIdHelp', maxLength: 200 },
    googleClientSecret: {
      ...ofInstallation,
      label: 'setting.clientSecret',
      help: 'setting.clientSecretHelp',
      maxLength: 200,
      secret: true,
    },
    googleOwnClientId: { ...ofCompany, label: 'setting.ownClientId', help: 'setting.ownClientIdHelp', maxLength: 200 },
    googleOwnClientSecret: {
      ...ofCompany,
      label: 'setting.ownClientSecret',
      help: 'setting.clientSecretHelp',
      maxLength: 200,
      secret: true,
    },
  },
  routes: { api: ['/google'] },
  publicRoutes: {
    'GET /google/callback':
      'Google leads the person’s browser back here; the state and a cookie of this browser prove who asked.',
    'POST /google/push/:address': 'Google has no account here; the secret address and a token prove the channel.',
  },
  contributes: {
    'agenda.source': 1,
    'contacts.personal-data': 1,
    'kernel.setting.store': 1,
    'notifications.kind': 1,
  },
  hosts: ['accounts.google.com', 'oauth2.googleapis.com', 'www.googleapis.com'],
} as const satisfies PluginManifest;
