import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'announcements',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  routes: { api: ['/announcements'], pages: ['/announcements'] },
  frames: ['https://www.youtube-nocookie.com'],
} as const satisfies PluginManifest;
