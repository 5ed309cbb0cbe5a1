import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'chatai',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  routes: { api: ['/prompts', '/prompt'] },
} as const satisfies PluginManifest;
