import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'notifications',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  core: true,
  routes: { api: ['/notifications'] },
  provides: { 'notifications.kind': 1 },
  // The push services of the browsers in use.
  hosts: ['fcm.googleapis.com', '*.push.services.mozilla.com', '*.push.apple.com', '*.notify.windows.com'],
} as const satisfies PluginManifest;
