import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isTest, sourceFiles } from './source-files.ts';

const productWord = /ticket|campaign|kanban|whatsapp|instagram|facebook|announcement/i;
const endings = ['.ts', '.tsx', '.js', '.mjs', '.sql', '.json', '.css', '.html'];

/** Returns every line of the kernel and the web host that names a feature. */
export function wordFaults(root: string): string[] {
  const files = sourceFiles(root, ['kernel', 'web-host'], endings).filter((file) => !isTest(file));
  return files.flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const word = productWord.exec(line)?.[0];
        return word ? [`${file}:${index + 1} names a feature: ${word}`] : [];
      }),
  );
}
