/**
 * The one list of what host and plugins share: for every id of the import map, which file it lies in.
 * Several ids may name one file; files can move between the tiers below without a plugin being built anew.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fluentBarrel, fluentPackages, sharedIds, uiBarrel, uiPartIds, uiPartOf } from '@balcao/sdk/build';

/**
 * Fluent packages that lie in one file, fetched at start: what the shell and the UI kit use on every page.
 * Every other package is a file of its own, fetched by the first page that needs it. `keyboard-keys` stands outside: its
 * key names (`Link`) would hide components of the same name.
 */
export const fluentCore: readonly string[] = [
  '@fluentui/tokens',
  '@fluentui/react-aria',
  '@fluentui/react-button',
  '@fluentui/react-context-selector',
  '@fluentui/react-dialog',
  '@fluentui/react-divider',
  '@fluentui/react-field',
  '@fluentui/react-input',
  '@fluentui/react-jsx-runtime',
  '@fluentui/react-label',
  '@fluentui/react-link',
  '@fluentui/react-menu',
  '@fluentui/react-motion',
  '@fluentui/react-motion-components-preview',
  '@fluentui/react-popover',
  '@fluentui/react-portal',
  '@fluentui/react-positioning',
  '@fluentui/react-provider',
  '@fluentui/react-shared-contexts',
  '@fluentui/react-skeleton',
  '@fluentui/react-spinner',
  '@fluentui/react-switch',
  '@fluentui/react-tabster',
  '@fluentui/react-text',
  '@fluentui/react-theme',
  '@fluentui/react-tooltip',
  '@fluentui/react-utilities',
  'keyborg',
  'tabster',
];

/** What applications that hold no data in their router use; the rest of it is four times this. */
const routerNames = [
  'BrowserRouter',
  'HashRouter',
  'Link',
  'MemoryRouter',
  'NavLink',
  'Navigate',
  'NavigationType',
  'Outlet',
  'Route',
  'Router',
  'Routes',
  'createPath',
  'createRoutesFromChildren',
  'createRoutesFromElements',
  'createSearchParams',
  'generatePath',
  'matchPath',
  'matchRoutes',
  'parsePath',
  'renderMatches',
  'resolvePath',
  'useHref',
  'useInRouterContext',
  'useLinkClickHandler',
  'useLocation',
  'useMatch',
  'useNavigate',
  'useNavigationType',
  'useOutlet',
  'useOutletContext',
  'useParams',
  'useResolvedPath',
  'useRoutes',
  'useSearchParams',
];

const require = createRequire(import.meta.url);

/** CommonJS modules give their names only when they run; both named and default exports are in use. */
function commonJs(id: string): string {
  const names = Object.keys(require(id) as object).filter((name) => /^[\w$]+$/.test(name) && name !== 'default');
  return `import m from '${id}'; export const { ${names.join(', ')} } = m; export default m;`;
}
const all = (id: string): string => `export * from '${id}';`;

/** The names of the UI kit that lie in one of its parts, as its index lists them. */
function uiSource(id: string): string {
  const index = require.resolve(uiBarrel);
  return [...readFileSync(index, 'utf8').matchAll(/^export (\*|\{[^}]*\}) from '(\.\/[^']+)';/gm)]
    .filter(([, , file = '']) => uiPartOf(file) === id)
    .map(([, names, file = '']) => `export ${names} from '${join(dirname(index), file)}';`)
    .join('\n');
}

export interface SharedFile {
  /** Name of the file, before its hash. */
  readonly name: string;
  /** The ids that the import map points at it. */
  readonly ids: readonly string[];
  readonly source: string;
}

const fileName = (id: string): string => id.replace(/^@/, '').replaceAll(/[^\w]+/g, '-');

export function sharedFiles(): SharedFile[] {
  return [
    ...['react', 'react/jsx-runtime', 'react/compiler-runtime', 'react-dom', 'react-dom/client'].map((id) => ({
      name: fileName(id),
      ids: [id],
      source: commonJs(id),
    })),
    {
      name: 'react-router-dom',
      ids: ['react-router-dom', 'react-router', 'react-router/dom'],
      source: `export { ${routerNames.join(', ')} } from 'react-router';`,
    },
    { name: 'jotai', ids: ['jotai', 'jotai/vanilla', 'jotai/react'], source: all('jotai') },
    {
      name: 'jotai-utils',
      ids: ['jotai/utils', 'jotai/vanilla/utils', 'jotai/react/utils'],
      source: all('jotai/utils'),
    },
    {
      name: 'react-query',
      ids: ['@tanstack/react-query', '@tanstack/query-core'],
      source: all('@tanstack/react-query'),
    },
    { name: 'griffel-react', ids: ['@griffel/react'], source: all('@griffel/react') },
    { name: 'griffel-core', ids: ['@griffel/core'], source: all('@griffel/core') },
    { name: 'i18next', ids: ['i18next'], source: `${all('i18next')} export { default } from 'i18next';` },
    {
      name: 'react-i18next',
      ids: ['react-i18next'],
      // Nobody else tells it of the page's texts: plugins that use `Trans` find them all the same.
      source: `import i18next from 'i18next'; import { setI18n } from 'react-i18next'; setI18n(i18next); ${all('react-i18next')}`,
    },
    { name: 'fluent-core', ids: fluentCore, source: fluentCore.map(all).join('\n') },
    ...fluentPackages
      .filter((id) => !fluentCore.includes(id))
      .map((id) => ({ name: `fluent-${fileName(id.replace('@fluentui/react-', ''))}`, ids: [id], source: all(id) })),
    { name: 'fluent-all', ids: [fluentBarrel], source: all(fluentBarrel) },
    { name: 'sdk-client', ids: ['@balcao/sdk/client'], source: all('@balcao/sdk/client') },
    { name: 'sdk-ui', ids: [uiBarrel], source: all(uiBarrel) },
    ...uiPartIds.map((id) => ({ name: `sdk-ui-${id.slice(uiBarrel.length + 1)}`, ids: [id], source: uiSource(id) })),
  ];
}

/** Ids that the contract with plugins names and no file serves, or the other way round: none, or the build is wrong. */
export function mismatches(files: readonly SharedFile[]): string[] {
  const served = files.flatMap(({ ids }) => ids);
  return [...sharedIds.filter((id) => !served.includes(id)), ...served.filter((id) => !sharedIds.includes(id))];
}
