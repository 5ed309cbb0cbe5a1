/** Addresses of source files, for code that runs from a bundle: it finds files and worker threads beside its source. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

// This module is in a bundle too: `dist/server/<mark>/<package>/<file>`.
const repository = new URL('../../../../', import.meta.url);

export const urlOf = (file: string): string => new URL(file, repository).href;
export const fileOf = (file: string): string => fileURLToPath(urlOf(file));
export const folderOf = (file: string): string => dirname(fileOf(file));
