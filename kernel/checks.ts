/**
 * For tools that check a plugin before a node loads it: the same rules, and the same order, that a node applies. Loads
 * nothing that runs a plugin, because every `balcao` command waits for it.
 */
export { PluginBuilds } from './host/builds.ts';
export { manifestFaults } from './host/manifest.ts';
export { orderPlugins } from './host/order.ts';
export { offerSdk } from './host/resolution.ts';
