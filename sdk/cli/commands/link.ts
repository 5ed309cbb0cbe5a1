import { command } from '../command.ts';
import { linkPlugin } from '../link.ts';
import { tidyLock } from '../tidy-lock.ts';
import { findRoot, readSource } from '../source-folder.ts';

export const link = command({
  usage: '',
  about: `Links node_modules of the plugin you are in to the product's own packages: the SDK, React, the type checker,
the test runner. npm runs it after every npm install (the script "dependencies"), because npm removes links that
package.json does not name. In a fresh clone of a plugin, run it once with the product's own command:
/path/to/balcao/node_modules/.bin/balcao link`,
  options: {},
  words: 0,
  async run(_words, _values, { checkout, cwd, env, terminal }) {
    const source = await readSource(findRoot(cwd));
    const made = await linkPlugin(source, checkout, env);
    await tidyLock(source);
    terminal.print(made > 0 ? `Linked ${made} packages of ${checkout} into node_modules.` : 'Every link is in place.');
  },
});
