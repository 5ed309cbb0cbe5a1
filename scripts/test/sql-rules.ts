import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readContracts, sqlOutside } from '../../sdk/cli/sql-check.ts';
import type { Neighbours } from './import-rules.ts';
import { isTest, sourceFiles } from './source-files.ts';

/**
 * Returns the SQL of the plugins at `root` that names anything outside their own schema and published contracts, one
 * line each.
 */
export async function sqlFaults(root: string, neighbours: Neighbours): Promise<string[]> {
  const contracts = await readContracts(root);
  const files = sourceFiles(root, ['plugins'], ['.ts']).filter(
    (file) => !isTest(file) && !/^plugins\/[^/]+\/(client\/|locales\/|contract\.ts|manifest\.ts)/.test(file),
  );
  return files.flatMap((file) => {
    const [, id = '', ...rest] = file.split('/');
    const reader = { id, named: neighbours.get(id) ?? new Set<string>() };
    const text = readFileSync(path.join(root, file), 'utf8');
    return sqlOutside(rest.join('/'), text, reader, contracts).map(
      ({ name, line, owner }) =>
        `${file}:${line} names ${name} in SQL: ${owner === undefined ? 'no contract publishes it' : `the manifest does not name ${owner}`} (SQL_OUTSIDE_CONTRACT)`,
    );
  });
}
