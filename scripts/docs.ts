/** Writes the generated documentation: the reference and the report of the SDK's public surface. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { documents, referenceFolder } from './docs/documents.ts';

const root = path.resolve(import.meta.dirname, '..');
const made = await documents(root);
await mkdir(path.join(root, referenceFolder), { recursive: true });
for (const name of await readdir(path.join(root, referenceFolder)))
  if (!made.has(`${referenceFolder}/${name}`)) await rm(path.join(root, referenceFolder, name));
for (const [file, text] of made) await writeFile(path.join(root, file), text);
console.log(`${made.size} files of the documentation are up to date`);
