import type { PluginManifest } from '@balcao/sdk/manifest';

/** A third-party plugin that knows one person who must not be written to. */
export default {
  id: 'blocked',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { 'contact-lists': '^0.1.0' },
  contributes: { 'contact-lists.do-not-contact': 1 },
} as const satisfies PluginManifest;
