import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'test-polls',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { tickets: '^0.1.0' },
  contributes: { 'messages.kind': 1 },
} as const satisfies PluginManifest;
