import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'helps',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  routes: { api: ['/helps'], pages: ['/helps'] },
  frames: ['https://www.youtube-nocookie.com'],
} as const satisfies PluginManifest;
