// One check of `npm test`: `node scripts/test/rules.ts imports` or `words`.
import { importFaults, neighboursOf, rootOf } from './import-rules.ts';
import { wordFaults } from './words.ts';

const root = rootOf(import.meta.dirname);
const faults = process.argv[2] === 'words' ? wordFaults(root) : importFaults(root, await neighboursOf(root));
for (const line of faults) console.error(line);
process.exitCode = faults.length > 0 ? 1 : 0;
