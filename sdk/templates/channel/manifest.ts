import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'example-sms',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Example publisher',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { connections: '^0.1.0' },
  toggle: 'plugin:example-sms',
  permissions: {
    'example-sms:edit': { label: 'permission.edit', profiles: ['admin'] },
  },
  settings: {
    exampleSmsKey: {
      type: 'string',
      label: 'setting.key',
      help: 'setting.keyHelp',
      section: 'manifest.title',
      default: '',
      maxLength: 200,
      secret: true,
    },
    exampleSmsSecret: {
      type: 'string',
      label: 'setting.secret',
      help: 'setting.secretHelp',
      section: 'manifest.title',
      default: '',
      maxLength: 200,
      secret: true,
    },
    // The server calls this address from within the operator's network, so companies must not choose it.
    exampleSmsUrl: {
      type: 'string',
      label: 'setting.url',
      help: 'setting.urlHelp',
      section: 'manifest.title',
      default: 'https://gateway.example.com',
      maxLength: 200,
      superOnly: true,
    },
  },
  routes: { api: ['/example-sms'] },
  publicRoutes: {
    'POST /example-sms/:address/events': 'The gateway has no account; it is known by the signature of what it sends.',
  },
  contributes: { 'channels.adapter': 1, 'channels.type': 1 },
  hosts: ['gateway.example.com'],
} as const satisfies PluginManifest;
