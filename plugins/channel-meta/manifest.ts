import type { PluginManifest } from '@balcao/sdk/manifest';

const meta = 'Meta has no account here; it signs what it sends with the secret of the app.';
const section = { section: 'setting.section', order: 85 } as const;
const ofInstallation = { ...section, type: 'string', default: '', superOnly: true } as const;
const ofCompany = { ...section, type: 'string', default: '', permission: 'meta:edit' } as const;

/**
 * Not a module that companies switch off: messages to a disabled channel would be lost. Without a connection it does
 * nothing.
 */
export default {
  id: 'channel-meta',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { connections: '^0.1.0', contacts: '^0.1.0', queues: '^0.1.0', tickets: '^0.1.0' },
  optional: { notifications: '^0.1.0' },
  permissions: {
    'meta:edit': { label: 'permission.edit', profiles: ['admin'] },
  },
  settings: {
    metaAppId: { ...ofInstallation, label: 'setting.appId', help: 'setting.appIdHelp', maxLength: 40 },
    metaAppSecret: { ...ofInstallation, label: 'setting.appSecret', maxLength: 200, secret: true },
    metaVerifyToken: {
      ...ofInstallation,
      label: 'setting.verifyToken',
      help: 'setting.verifyTokenHelp',
      maxLength: 200,
      secret: true,
    },
    metaConfigId: { ...ofInstallation, label: 'setting.configId', help: 'setting.configIdHelp', maxLength: 40 },
    metaInstagramAppId: {
      ...ofInstallation,
      label: 'setting.instagramAppId',
      help: 'setting.instagramAppIdHelp',
      maxLength: 40,
    },
    metaInstagramAppSecret: { ...ofInstallation, label: 'setting.instagramAppSecret', maxLength: 200, secret: true },
    metaOwnAppId: { ...ofCompany, label: 'setting.ownAppId', help: 'setting.ownAppIdHelp', maxLength: 40 },
    metaOwnAppSecret: { ...ofCompany, label: 'setting.ownAppSecret', maxLength: 200, secret: true },
    metaOwnVerifyToken: { ...ofCompany, label: 'setting.ownVerifyToken', maxLength: 200, secret: true },
    metaOwnConfigId: { ...ofCompany, label: 'setting.ownConfigId', maxLength: 40 },
    metaOwnInstagramAppId: {
      ...ofCompany,
      label: 'setting.ownInstagramAppId',
      help: 'setting.instagramAppIdHelp',
      maxLength: 40,
    },
    metaOwnInstagramAppSecret: { ...ofCompany, label: 'setting.ownInstagramAppSecret', maxLength: 200, secret: true },
    metaAdWindowDays: {
      ...section,
      type: 'integer',
      default: 7,
      minimum: 1,
      maximum: 7,
      label: 'setting.adWindow',
      help: 'setting.adWindowHelp',
      permission: 'meta:edit',
    },
  },
  routes: { api: ['/meta', '/facebook'], pages: ['/meta-login'] },
  publicRoutes: {
    'GET /meta/webhook': meta,
    'POST /meta/webhook': meta,
    'GET /meta/:address/webhook': meta,
    'POST /meta/:address/webhook': meta,
    'POST /meta/deletion': meta,
    'POST /meta/deauthorize': meta,
    'GET /meta/deletion/:code': 'The page that Meta shows to people who asked for the deletion of their data.',
    'POST /meta/:address/deletion': meta,
    'POST /meta/:address/deauthorize': meta,
    'GET /meta/:address/deletion/:code': 'The page that Meta shows to people who asked for the deletion of their data.',
  },
  contributes: {
    'channels.adapter': 1,
    'channels.type': 1,
    'contacts.personal-data': 1,
    'kernel.setting.store': 1,
    'messages.below': 1,
    'messages.composer.outside-window': 1,
    'messages.kind': 1,
    'messages.renderer': 1,
    'notifications.kind': 1,
    'tickets.drawer.panel': 1,
    'tickets.header.action': 1,
    'tickets.log.entry': 1,
  },
  hosts: [
    'www.facebook.com',
    'graph.facebook.com',
    'www.instagram.com',
    'api.instagram.com',
    'graph.instagram.com',
    'fbcdn.net',
    'fbsbx.com',
    'cdninstagram.com',
  ],
} as const satisfies PluginManifest;
