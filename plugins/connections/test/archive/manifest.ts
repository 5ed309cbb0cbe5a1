import type { PluginManifest } from '@balcao/sdk/manifest';

/** A third-party channel that is paired by a code and has a history, with fields of its own. */
export default {
  id: 'archive',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { connections: '^0.1.0', queues: '^0.1.0' },
  contributes: {
    'channels.adapter': 1,
    'channels.type': 1,
    'connections.form.section': 1,
    'connections.integration': 1,
    'connections.token.issuer': 1,
    'queues.extra': 1,
    'queues.form.section': 1,
    'queues.list.column': 1,
  },
} as const satisfies PluginManifest;
