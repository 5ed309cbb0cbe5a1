/**
 * The list of modules that host and plugins share: for every id of the import map, the file that contains it.
 * Several ids may name one file; files can move between the tiers below without rebuilding a plugin.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  chatBarrel,
  chatFirst,
  chatPartOf,
  firstFluent,
  firstFluentNames,
  fluentBarrel,
  fluentPackages,
  iconMaker,
  sharedIds,
  uiBarrel,
  uiPartIds,
  uiPartOf,
} from '@balcao/sdk/build';

/**
 * Fluent packages in one file that is fetched after the page: menus, dialogs and other overlays.
 * The parts that the first screen draws are separate, in `firstFluent`; every other package is a file of its own,
 * fetched by the first page that needs it. `keyboard-keys` is excluded: its key names (`Link`) would hide components of
 * the same name.
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

/** The exports used by applications that keep no data in their router; the whole package is four times as large. */
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
  'UNSAFE_createBrowserHistory',
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
  'unstable_HistoryRouter',
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

/**
 * Generates named exports for a CommonJS module: its names are known only when it runs, and both named and default
 * imports are used.
 */
function commonJs(id: string): string {
  const names = Object.keys(require(id) as object).filter((name) => /^[\w$]+$/.test(name) && name !== 'default');
  return `import m from '${id}'; export const { ${names.join(', ')} } = m; export default m;`;
}
const all = (id: string): string => `export * from '${id}';`;

/** Generates the exports of an SDK barrel that belong to one of its parts, as its index lists them. */
function partSource(barrel: string, partOf: (file: string) => string, id: string): string {
  const index = require.resolve(barrel);
  return [...readFileSync(index, 'utf8').matchAll(/^export (\*|\{[^}]*\}) from '(\.\/[^']+)';/gm)]
    .filter(([, , file = '']) => partOf(file) === id)
    .map(([, names, file = '']) => `export ${names} from '${join(dirname(index), file)}';`)
    .join('\n');
}

export interface SharedFile {
  /** Name of the file without its hash. */
  readonly name: string;
  /** The ids that the import map resolves to it. */
  readonly ids: readonly string[];
  readonly source: string;
  /** Files of one build may share common chunks; a file alone in its build is a single file on the page as well. */
  readonly build: string;
}

const fileName = (id: string): string => id.replace(/^@/, '').replaceAll(/[^\w]+/g, '-');

/**
 * Generates one module for several CommonJS modules. Their names clash only where they mean the same; the default
 * export has the names of all.
 */
function together(ids: readonly string[]): string {
  const taken = new Set<string>();
  const lines = ids.map((id, index) => {
    const names = Object.keys(require(id) as object).filter((name) => /^[\w$]+$/.test(name) && name !== 'default');
    const fresh = names.filter((name) => !taken.has(name));
    for (const name of fresh) taken.add(name);
    return `import m${index} from '${id}'; export const { ${fresh.join(', ')} } = m${index};`;
  });
  return `${lines.join('\n')}\nexport default { ${ids.map((_, index) => `...m${index}`).join(', ')} };`;
}

const reactIds = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client', 'scheduler'];

const alone = (name: string, ids: readonly string[], source: string): SharedFile => ({
  name,
  ids,
  source,
  build: name,
});

function fluentFiles(): SharedFile[] {
  const folderOf = (id: string) => dirname(require.resolve(`${id}/package.json`));
  const icon = join(folderOf('@fluentui/react-icons'), 'lib', 'utils', `${iconMaker}.js`);
  const files = [
    {
      name: 'fluent-first',
      ids: [firstFluent],
      // Imported by path: by name the barrel is a shared module like any other.
      source: `export { ${firstFluentNames.join(', ')} } from '${join(folderOf(fluentBarrel), 'lib', 'index.js')}'; export { ${iconMaker} } from '${icon}';`,
    },
    { name: 'fluent-core', ids: fluentCore, source: fluentCore.map(all).join('\n') },
    ...fluentPackages
      .filter((id) => !fluentCore.includes(id))
      .map((id) => ({ name: `fluent-${fileName(id.replace('@fluentui/react-', ''))}`, ids: [id], source: all(id) })),
  ];
  return [
    ...files.map((file) => ({ ...file, build: 'fluent' })),
    alone('fluent-all', [fluentBarrel], all(fluentBarrel)),
  ];
}

function uiFiles(): SharedFile[] {
  const [base, ...others] = uiPartIds.map((id) => ({
    name: `sdk-ui-${id.slice(uiBarrel.length + 1)}`,
    ids: [id],
    source: partSource(uiBarrel, uiPartOf, id),
  }));
  if (base === undefined) throw new Error('the UI kit has no parts');
  const chat = partSource(chatBarrel, chatPartOf, chatFirst);
  const parts = [{ ...base, ids: [...base.ids, chatFirst], source: `${base.source}\n${chat}` }, ...others];
  return [{ name: 'sdk-ui', ids: [uiBarrel], source: all(uiBarrel) }, ...parts].map((file) => ({
    ...file,
    build: 'sdk-ui',
  }));
}

export function sharedFiles(): SharedFile[] {
  return [
    alone('react', reactIds, together(reactIds)),
    alone('react-compiler-runtime', ['react/compiler-runtime'], commonJs('react/compiler-runtime')),
    alone(
      'react-router-dom',
      ['react-router-dom', 'react-router', 'react-router/dom'],
      `export { ${routerNames.join(', ')} } from 'react-router';`,
    ),
    alone('jotai', ['jotai', 'jotai/vanilla', 'jotai/react'], all('jotai')),
    alone('jotai-utils', ['jotai/utils', 'jotai/vanilla/utils', 'jotai/react/utils'], all('jotai/utils')),
    alone('react-query', ['@tanstack/react-query', '@tanstack/query-core'], all('@tanstack/react-query')),
    alone('griffel-react', ['@griffel/react'], all('@griffel/react')),
    alone('griffel-core', ['@griffel/core'], all('@griffel/core')),
    alone('i18next', ['i18next'], `${all('i18next')} export { default } from 'i18next';`),
    alone(
      'react-i18next',
      ['react-i18next'],
      // Passes i18next to react-i18next here, so that plugins that use `Trans` find the page's texts.
      `import i18next from 'i18next'; import { setI18n } from 'react-i18next'; setI18n(i18next); ${all('react-i18next')}`,
    ),
    ...fluentFiles(),
    alone(
      'sdk-client',
      ['@balcao/sdk/client', '@balcao/sdk/contract'],
      `${all('@balcao/sdk/client')} ${all('@balcao/sdk/contract')}`,
    ),
    ...uiFiles(),
    alone('sdk-chat', [chatBarrel], all(chatBarrel)),
  ];
}

/**
 * Ids in the one file that every page starts with, together with their imports. No two may export different things
 * under one name: i18next, whose names are also React's, and Griffel's core stay files of their own that re-export.
 */
export const firstIds: readonly string[] = [
  'react',
  'react-router-dom',
  'jotai',
  '@tanstack/react-query',
  '@griffel/react',
  firstFluent,
  '@balcao/sdk/client',
  uiPartIds[0] ?? '',
];

/** Returns the ids that the SDK's list has and no file serves, or the reverse. The build fails unless it is empty. */
export function mismatches(files: readonly SharedFile[]): string[] {
  const served = files.flatMap(({ ids }) => ids);
  return [...sharedIds.filter((id) => !served.includes(id)), ...served.filter((id) => !sharedIds.includes(id))];
}
