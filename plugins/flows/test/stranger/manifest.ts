import type { PluginManifest } from '@balcao/sdk/manifest';

/**
 * A third party's plugin with nodes of its own, one of them with work, an assistant in place of the real one, and
 * templates for a channel that has none.
 */
export default {
  id: 'flow-stranger',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { flows: '^0.1.0', connections: '^0.1.0' },
  contributes: { 'flows.node': 1, 'flows.variable': 1, 'flows.trigger': 1, 'channels.template': 1 },
} as const satisfies PluginManifest;
