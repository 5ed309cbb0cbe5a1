import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'quick-messages',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { tickets: '^0.1.0', users: '^0.1.0' },
  optional: { 'first-steps': '^0.1.0' },
  permissions: {
    'quick-messages:share': { label: 'permission.share', profiles: ['admin', 'gestor'] },
  },
  routes: { api: ['/quick-messages'], pages: ['/quick-messages'] },
  emits: { 'quick-messages.message.changed': 1 },
  contributes: { 'first-steps.step': 1, 'messages.composer.action': 1, 'messages.composer.trigger': 1 },
} as const satisfies PluginManifest;
