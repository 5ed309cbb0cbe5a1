/** All generated files, by path in the repository. */
import path from 'node:path';
import { apiReport } from './api-report.ts';
import { emitDeclarations } from './declarations.ts';
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
  description: `What the plugin \`${id}\` lets others use. Name it under \`requires\` or \`optional\` to import it.`,
});

const indexPage = (contracts: readonly Entry[]): string =>
  [
    notice,
    '# Reference',
    'Generated from the types, the manifests and the code.',
    table(
      ['page', 'what is in it'],
      [
        ['[Manifest](manifest.md)', 'every field of `manifest.ts`'],
        ['[Extension points](points.md)', 'where you may add to what others made'],
        ['[Components](components.md)', 'what others draw and you may render'],
        ['[Events, rooms, services, jobs](messages.md)', 'what the kernel and the plugins here offer'],
        ['[Views, functions and keys of the database](published-sql.md)', 'what your SQL may name of others'],
        ['[Fault codes](fault-codes.md)', 'why a plugin is not taken, and what to do'],
        ['[Error catalogue](errors.md)', 'what a refused call answers'],
        ...[...sdkEntries, ...contracts].map(({ specifier, page, description: says }) => [
          `[${specifier}](${page}.md)`,
          says,
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
    ...entries.map((entry) => [entry.page, sdkPage(entry, exportsOf(entry.file))] as const),
  ]);
  const all = [
    [reportFile, apiReport(sdkEntries.map((entry) => [entry, exportsOf(entry.file)] as const))] as const,
    ...[...pages].map(([page, text]) => [`${referenceFolder}/${page}.md`, text] as const),
  ];
  return new Map(
    await Promise.all(all.map(async ([file, text]) => [file, await formatted(text, path.join(root, file))] as const)),
  );
}
