import type { PluginManifest } from '@balcao/sdk/manifest';

/** A third-party plugin with address books, one of which fails, and a slow number check. */
export default {
  id: 'contacts-stranger',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { contacts: '^0.1.0' },
  contributes: { 'contacts.number.check': 1, 'contacts.source': 1 },
} as const satisfies PluginManifest;
