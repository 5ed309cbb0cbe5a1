import type { PluginManifest } from '@balcao/sdk/manifest';

/** A third-party automation that the test controls. */
export default {
  id: 'test-automation',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { tickets: '^0.1.0' },
  contributes: { 'tickets.automation': 2 },
} as const satisfies PluginManifest;
