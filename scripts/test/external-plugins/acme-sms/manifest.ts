import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'acme-sms',
  version: '1.0.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Acme Ltda.',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { connections: '^0.1.0', contacts: '^0.1.0', tickets: '^0.1.0' },
  settings: {
    smsGatewayUrl: {
      type: 'string',
      label: 'setting.url',
      help: 'setting.urlHelp',
      section: 'manifest.title',
      default: '',
      maxLength: 300,
    },
    smsGatewayToken: {
      type: 'string',
      label: 'setting.token',
      section: 'manifest.title',
      default: '',
      maxLength: 300,
      secret: true,
    },
  },
  routes: { api: ['/acme-sms'] },
  publicRoutes: { 'POST /acme-sms/:address/events': 'The gateway calls it; every call is signed with the token.' },
  contributes: { 'channels.adapter': 1, 'channels.type': 1 },
} as const satisfies PluginManifest;
