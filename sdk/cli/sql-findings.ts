import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckCode } from './check-code.ts';
import type { Work } from './command.ts';
import type { Finding } from './problem.ts';
import { sourceFiles } from './source-check.ts';
import { neighbours, type SourceFolder } from './source-folder.ts';
import { readContracts, sqlOutside, type SqlOutside } from './sql-check.ts';

const does: Record<SqlOutside['use'], string> = { rows: 'reads or writes', call: 'calls', key: 'references' };

const findingOf = (file: string, { name, use, line, owner }: SqlOutside): Finding & { code: CheckCode } => ({
  code: 'SQL_OUTSIDE_CONTRACT',
  where: `${file}:${line}`,
  message: `its SQL ${does[use]} ${name}, which ${owner === undefined ? 'no contract publishes' : `is of ${owner}, and the manifest does not name it`}`,
  fix:
    owner === undefined
      ? 'Ask its owner: by a view or function that its contract publishes (publishedSql), or by a service. All that is published stands in reference/published-sql.md.'
      : `Add ${owner} to requires in manifest.ts, or to optional when the plugin does without it too.`,
});

/**
 * Returns a finding for SQL in the plugin's source that names foreign objects which no contract publishes; each name
 * once per file.
 */
export async function sqlFindings(
  source: SourceFolder,
  { checkout, env }: Pick<Work, 'checkout' | 'env'>,
): Promise<Finding[]> {
  const { root, manifest } = source;
  const contracts = await readContracts(checkout, await neighbours(source, env));
  const reader = { id: manifest.id, named: new Set(Object.keys({ ...manifest.requires, ...manifest.optional })) };
  const findings = new Map<string, Finding>();
  for (const file of await sourceFiles(root)) {
    if (!/^(server|migrations)\//.test(file)) continue;
    const text = await readFile(join(root, file), 'utf8').catch(() => '');
    for (const found of sqlOutside(file, text, reader, contracts)) {
      const key = `${file} ${found.name}`;
      if (!findings.has(key)) findings.set(key, findingOf(file, found));
    }
  }
  return [...findings.values()];
}
