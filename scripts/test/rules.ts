// Runs one check of `npm test`: `node scripts/test/rules.ts imports`, `words`, `texts` or `progress`.
import { textFaults } from './code-texts.ts';
import { importFaults, neighboursOf, rootOf } from './import-rules.ts';
import { progressFaults } from './progress-names.ts';
import { retiredWordFaults } from './retired-words.ts';
import { sqlFaults } from './sql-rules.ts';
import { wordFaults } from './words.ts';

const root = rootOf(import.meta.dirname);
const checks: Record<string, () => Promise<string[]> | string[]> = {
  imports: async () => {
    const neighbours = await neighboursOf(root);
    return [...importFaults(root, neighbours), ...(await sqlFaults(root, neighbours))];
  },
  words: () => [...wordFaults(root), ...retiredWordFaults(root)],
  texts: () => textFaults(root),
  progress: () => progressFaults(root),
};
const faults = (await checks[process.argv[2] ?? '']?.()) ?? ['name a check'];
for (const line of faults) console.error(line);
process.exitCode = faults.length > 0 ? 1 : 0;
