/** For tools that check a plugin before a node loads it: the same rules, and the same order, that a node applies. */
export { PluginBuilds } from './host/builds.ts';
export { recordingHost } from './host/ledger.ts';
export { manifestFaults } from './host/manifest.ts';
export { orderPlugins } from './host/order.ts';
export { offerSdk } from './host/resolution.ts';
