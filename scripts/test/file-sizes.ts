import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sourceFiles } from './source-files.ts';

const maxLines = 400;

const folders = ['embedded-postgres', 'kernel', 'sdk', 'web-host', 'plugins', 'scripts'];
const endings = ['.ts', '.tsx', '.mjs', '.sql', '.css'];

/** A contract lists everything that others may use of a plugin, and is read as a reference. */
const isContract = (file: string): boolean => /^plugins\/[^/]+\/contract\.ts$/.test(file);

/** Returns the source files with more lines than a reader can keep in view, one line each. Contracts are excepted. */
export const fileSizeFaults = (root: string): string[] =>
  sourceFiles(root, folders, endings).flatMap((file) => {
    if (isContract(file)) return [];
    const lines = readFileSync(path.join(root, file), 'utf8').trimEnd().split('\n').length;
    return lines > maxLines ? [`${file} has ${lines} lines, more than ${maxLines}: split it by subject`] : [];
  });
