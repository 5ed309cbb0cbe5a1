import type { PluginManifest } from '@balcao/sdk/manifest';

/** A third-party channel that accepts free text for a day after the customer's message, as WhatsApp Cloud does. */
export default {
  id: 'day-channel',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { connections: '^0.1.0', tickets: '^0.1.0' },
  contributes: { 'channels.adapter': 1 },
} as const satisfies PluginManifest;
