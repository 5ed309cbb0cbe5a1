/** All generated files, by path in the repository. */
import path from 'node:path';
import { apiReport } from './api-report.ts';
import { emitDeclarations, type Exported } from './declarations.ts';
import { sdkEntries, type Entry } from './entries.ts';
import { formatted, notice, table } from './markdown.ts';
import { componentsPage } from './reference/components.ts';
import { errorsPage } from './reference/errors.ts';
import { faultsPage } from './reference/faults.ts';
import { manifestPage } from './reference/manifest.ts';
import { readManifests } from './reference/manifests.ts';
import { messagesPage } from './reference/messages.ts';
import { readItems } from './reference/items.ts';
import { pointsPage } from './reference/points.ts';
import { publishedSqlPage } from './reference/published-sql.ts';
import { readReferences } from './reference/references.ts';
import { sdkPage } from './reference/sdk.ts';

export const referenceFolder = 'sdk/docs/reference';
export const reportFile = 'sdk/api-report.md';

const contractEntry = (id: string): Entry => ({
  specifier: `@balcao/${id}/contract`,
  file: `plugins/${id}/contract.ts`,
  page: `contract-${id}`,
  description: `The contract of the plugin \`${id}\`. List the plugin under \`requires\` or \`optional\` to import it.`,
});

/** Drops exports that only builds use: `__vitePreload` and the like. */
const publicOnly = (all: readonly Exported[]): readonly Exported[] => all.filter(({ name }) => !name.startsWith('__'));

const indexPage = (contracts: readonly Entry[]): string =>
  [
    notice,
    '# Reference',
    'Generated from the types, the manifests and the code.',
    table(
      ['page', 'content'],
      [
        ['[Manifest](manifest.md)', 'every field of `manifest.ts`'],
        ['[Extension points](points.md)', 'places where plugins may add something'],
        ['[Components](components.md)', 'components that other plugins expose'],
        ['[Events, rooms, services, jobs](messages.md)', 'offered by the kernel and the plugins of this repository'],
        [
          '[Views, functions and keys of the database](published-sql.md)',
          'objects of other schemas that your SQL may name',
        ],
        ['[Fault codes](fault-codes.md)', 'why a plugin is refused, and what to do'],
        ['[Error catalogue](errors.md)', 'codes of rejected calls'],
        ...[...sdkEntries, ...contracts].map(({ specifier, page, description }) => [
          `[${specifier}](${page}.md)`,
          description,
        ]),
      ],
    ),
  ].join('\n\n');

export async function documents(root: string): Promise<ReadonlyMap<string, string>> {
  const manifests = await readManifests(root);
  const references = readReferences(root);
  const withContract = new Set(references.map(({ owner }) => owner));
  const contracts = [...manifests.keys()].filter((id) => withContract.has(id)).map(contractEntry);
  const entries = [...sdkEntries, ...contracts];
  const exportsOf = await emitDeclarations(
    root,
    entries.map(({ file }) => file),
  );
  const pages = new Map<string, string>([
    ['README', indexPage(contracts)],
    ['manifest', manifestPage(path.join(root, 'sdk/shared/manifest.ts'))],
    ['points', pointsPage(references, manifests, readItems(root))],
    ['components', componentsPage(references, manifests)],
    ['messages', messagesPage(references, manifests)],
    ['published-sql', publishedSqlPage(references)],
    ['fault-codes', faultsPage(root)],
    ['errors', errorsPage(root)],
    ...entries.map((entry) => [entry.page, sdkPage(entry, publicOnly(exportsOf(entry.file)))] as const),
  ]);
  const all = [
    [reportFile, apiReport(sdkEntries.map((entry) => [entry, publicOnly(exportsOf(entry.file))] as const))] as const,
    ...[...pages].map(([page, text]) => [`${referenceFolder}/${page}.md`, text] as const),
  ];
  return new Map(
    await Promise.all(all.map(async ([file, text]) => [file, await formatted(text, path.join(root, file))] as const)),
  );
}
