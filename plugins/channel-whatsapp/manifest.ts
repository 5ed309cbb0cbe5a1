import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'channel-whatsapp',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  // Required by libsignal, which implements the encryption.
  license: 'GPL-3.0-only',
  sdk: '^0.1.0',
  requires: { connections: '^0.1.0', contacts: '^0.1.0' },
  permissions: {
    'whatsapp-connection:pair': { label: 'permission.pair', profiles: ['admin'] },
  },
  settings: {
    call: {
      type: 'string',
      label: 'setting.calls.label',
      help: 'setting.calls.help',
      section: 'manifest.title',
      default: 'enabled',
      enum: ['enabled', 'disabled'],
      labels: ['setting.enabled', 'setting.disabled'],
    },
    whatsappRejectCallsMessage: {
      type: 'string',
      label: 'setting.rejectCallsMessage.label',
      help: 'setting.rejectCallsMessage.help',
      section: 'manifest.title',
      default: '',
      maxLength: 1000,
      multiline: true,
    },
    whatsappWebVersion: {
      type: 'string',
      label: 'setting.version.label',
      help: 'setting.version.help',
      section: 'manifest.title',
      default: '',
      maxLength: 40,
      format: 'version',
      superOnly: true,
    },
  },
  routes: { api: ['/whatsapp-connections'] },
  contributes: { 'channels.adapter': 1, 'channels.type': 1, 'contacts.personal-data': 1 },
  hosts: ['web.whatsapp.com', 'mmg.whatsapp.net', 'pps.whatsapp.net'],
} as const satisfies PluginManifest;
