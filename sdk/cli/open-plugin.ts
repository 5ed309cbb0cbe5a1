import type { Work } from './command.ts';
import { linkPlugin } from './link.ts';
import { Problem } from './problem.ts';
import { findRoot, readSource, type SourceFolder } from './source-folder.ts';

/** Opens the plugin of the current folder: reads and checks its manifest, and links its packages. */
export async function openPlugin({ checkout, cwd, env, terminal }: Work): Promise<SourceFolder> {
  const root = findRoot(cwd);
  if (root.startsWith(`${checkout}/`))
    throw new Problem(
      `${root} is a part of the product, which builds and tests it itself.`,
      'npm start, npm run dev or npm test',
    );
  const source = await readSource(root);
  const made = await linkPlugin(source, checkout, env);
  if (made > 0) terminal.print(`Linked ${made} packages of ${checkout} into node_modules.`);
  return source;
}
