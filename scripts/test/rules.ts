// Runs one check of `npm test`: `node scripts/test/rules.ts imports`, `sizes`, `words`, `texts` or `progress`.
import { textFaults } from './code-texts.ts';
import { fileSizeFaults } from './file-sizes.ts';
import { importCycles } from './import-cycles.ts';
import { importFaults, neighboursOf, rootOf } from './import-rules.ts';
import { progressFaults } from './progress-names.ts';
import { readImports } from './read-imports.ts';
import { retiredWordFaults } from './retired-words.ts';
import { sqlFaults } from './sql-rules.ts';
import { wordFaults } from './words.ts';

const root = rootOf(import.meta.dirname);
const checks: Record<string, () => Promise<string[]> | string[]> = {
  imports: async () => {
    const neighbours = await neighboursOf(root);
    const imports = readImports(root);
    return [...importFaults(imports, neighbours), ...importCycles(imports), ...(await sqlFaults(root, neighbours))];
  },
  sizes: () => fileSizeFaults(root),
  words: () => [...wordFaults(root), ...retiredWordFaults(root)],
  texts: () => textFaults(root),
  progress: () => progressFaults(root),
};
const faults = (await checks[process.argv[2] ?? '']?.()) ?? ['name a check'];
for (const line of faults) console.error(line);
process.exitCode = faults.length > 0 ? 1 : 0;
