import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'first-steps',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  routes: { api: ['/first-steps'] },
  provides: { 'first-steps.step': 1 },
} as const satisfies PluginManifest;
