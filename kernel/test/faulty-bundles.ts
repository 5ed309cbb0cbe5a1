import type { FaultyPlugin } from './faulty-plugin.ts';

/** Plugins, each with one fault of a browser part. */
export const faultyBundles: Record<string, FaultyPlugin> = {
  'bundle-changed': {
    code: 'BUNDLE_HASH',
    client: { 'client.js': 'export default 1;' },
    changed: { 'client.js': 'export default 2;' },
    says: /client.js is not the file that was built/,
    fix: /Build the plugin again, or install it again/,
  },
  'bundle-unread': {
    code: 'BUNDLE_HASH',
    client: { 'client.js': '' },
    changed: { 'build.json': '{' },
    says: /build.json cannot be read/,
    fix: /Build the plugin again, or install it again/,
  },
  'bundle-import': {
    code: 'BUNDLE_IMPORT',
    client: { 'client.js': `import pad from 'left-pad'; export default pad;` },
    says: /imports "left-pad"/,
    fix: /Add the package to dependencies/,
  },
  'bundle-dev': {
    code: 'BUNDLE_DEVELOPMENT',
    client: { 'client.js': `import { jsxDEV } from 'react/jsx-dev-runtime'; export default jsxDEV;` },
    says: /jsx-dev-runtime/,
    fix: /Build for production/,
  },
  'bundle-none': {
    code: 'BUNDLE_ENTRY_MISSING',
    client: { 'other.js': 'export default 1;' },
    says: /no entry/,
    fix: /Write client\/index\.tsx/,
  },
  'bundle-react': {
    code: 'BUNDLE_FORBIDDEN_PACKAGE',
    client: {
      'client.js': `const internals = {}; export const __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE = internals;`,
    },
    says: /client\.js holds a copy of react/,
    fix: /Import react by its public name/,
  },
  'bundle-large': {
    code: 'BUNDLE_ENTRY_SIZE',
    client: { 'client.js': `export default '${'x'.repeat(11_000)}';` },
    says: /limit is 10240/,
    fix: /lazyPart/,
  },
};
