/** Building browser code: `@balcao/sdk/build`. */
export { buildPlugin } from './plugin.ts';
export type { BuildPluginOptions } from './plugin.ts';
export { buildScript } from './script.ts';
export type { BuildScriptOptions } from './script.ts';
export { filesBelow, integrityOf, writeBuildJson } from './build-json.ts';
export type { BuildJson, BuiltFile } from './build-json.ts';
export { bundleFaults, entryBudget } from './check.ts';
export type { EmittedChunk } from './check.ts';
export { compressBelow } from './compress.ts';
export { directImports } from './direct-imports.ts';
export { BundleError } from './faults.ts';
export type { BundleFault } from './faults.ts';
export { lazyTexts } from './lazy-texts.ts';
export { fluentBarrel, fluentPackages, forbiddenPackages, sharedIds } from './shared-ids.ts';
export { uiBarrel, uiPartIds, uiPartOf } from './ui-parts.ts';
export { verifyBuild } from './verify.ts';
export type { VerifiedBuild } from './verify.ts';
