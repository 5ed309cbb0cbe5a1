import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readContracts, sqlOutside } from '../../sdk/cli/sql-check.ts';
import type { Neighbours } from './import-rules.ts';
import { isTest, sourceFiles } from './source-files.ts';

/**
 * Migrations that were written before plugins published views. What has run somewhere is never edited, so they stay as
 * they are. Functions that they made and that read other plugins' tables are made anew by routines: the test
 * `sql-in-force` looks at what the database holds after all of them.
 */
const history: ReadonlySet<string> = new Set(
  [
    ...['0003-views', '0004-receive', '0007-begin-conversation', '0007-ratings', '0015-message-search'],
    ...['0016-message-pages', '0017-list-rows', '0021-take-over', '0034-list-json', '0036-waiting-since'],
    ...['0041-specified-fields', '0051-subjects', '0053-unlisted', '0056-quoted-author'],
  ].map((name) => `plugins/tickets/migrations/${name}.ts`),
);

/** SQL of the plugins at `root` that names what is not their own and what no contract lets them name, one line each. */
export async function sqlFaults(root: string, neighbours: Neighbours): Promise<string[]> {
  const contracts = await readContracts(root);
  const files = sourceFiles(root, ['plugins'], ['.ts']).filter(
    (file) => !isTest(file) && !/^plugins\/[^/]+\/(client\/|locales\/|contract\.ts|manifest\.ts)/.test(file),
  );
  const faults = files.flatMap((file) => {
    const [, id = '', ...rest] = file.split('/');
    const reader = { id, named: neighbours.get(id) ?? new Set<string>() };
    const text = readFileSync(path.join(root, file), 'utf8');
    return sqlOutside(rest.join('/'), text, reader, contracts).map(({ name, line, owner }) => ({
      file,
      line: `${file}:${line} names ${name} in SQL: ${owner === undefined ? 'no contract publishes it' : `the manifest does not name ${owner}`} (SQL_OUTSIDE_CONTRACT)`,
    }));
  });
  const clean = [...history].filter((file) => files.includes(file) && !faults.some((fault) => fault.file === file));
  return [
    ...faults.filter(({ file }) => !history.has(file)).map(({ line }) => line),
    ...clean.map((file) => `${file} names nothing of others in SQL: take it off the list in scripts/test/sql-rules.ts`),
  ];
}
