import type { PluginManifest } from '@balcao/sdk/manifest';

/** Another plugin that hears of the steps of cases. */
export default {
  id: 'test-listener',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { 'legal-process': '^0.1.0' },
} as const satisfies PluginManifest;
