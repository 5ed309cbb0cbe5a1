import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { join } from 'node:path';
import { command } from '../command.ts';
import { openDatabase } from '../database.ts';
import { dropData } from '../drop-data.ts';
import { dataFolder } from '../installed.ts';
import { openPlugin } from '../open-plugin.ts';
import { neighbours } from '../source-folder.ts';
import { Problem } from '../problem.ts';

export const dev = command({
  usage: '',
  about: `Starts the product from its checkout with the plugin you are in. A saved page or panel is swapped in the open
browser, a saved server file restarts the server. Data (demo companies included) is stored in the product's data folder.
Faults are shown here and in the browser with code, cause and fix. --reset drops the plugin's own tables first, for a
migration that was edited before its first release; toggles and settings of companies stay.`,
  options: {
    'product-port': { type: 'string', value: '<port>', help: 'where the product listens (PORT, or 8080)' },
    'data-dir': {
      type: 'string',
      value: '<folder>',
      help: 'the product’s data folder (DATA_DIR, or data/ in the product)',
    },
    reset: { type: 'boolean', help: 'drop the plugin’s own tables first' },
  },
  words: 0,
  async run(_words, { 'product-port': port, 'data-dir': dataDir, reset }, work) {
    if (port !== undefined && !/^\d{1,5}$/.test(port))
      throw new Problem(`"${port}" is no port.`, 'balcao dev --product-port 8090');
    const source = await openPlugin(work);
    const { checkout, cwd, env, terminal } = work;
    if (reset) {
      const { id } = source.manifest;
      const database = await openDatabase(dataFolder(dataDir, work), work);
      try {
        await dropData(database.client, { id, manifest: source.manifest, folder: undefined }, true);
        terminal.print(`The tables of ${id} were dropped in ${database.name}; it begins anew.`);
      } finally {
        await database.close();
      }
    }
    const folders = [source.root, ...(await neighbours(source, env)).values()];
    const given = (env.PLUGINS_PATH ?? '').split(':').filter((folder) => folder && !folders.includes(resolve(folder)));
    terminal.print(`Starting ${checkout} with ${source.manifest.id}…`);
    if (source.manifest.toggle) terminal.print('Switch it on for a company under Settings › Modules, as its admin.');
    const child = spawn(process.execPath, [join(checkout, 'scripts', 'dev.ts')], {
      cwd: checkout,
      stdio: 'inherit',
      env: {
        ...env,
        PLUGINS_PATH: [...folders, ...given.map((folder) => resolve(folder))].join(':'),
        ...(port !== undefined && { PORT: port }),
        ...(dataDir !== undefined && { DATA_DIR: resolve(cwd, dataDir) }),
      },
    });
    // On Ctrl+C the terminal signals the child too, which stops its database before it ends.
    for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
    process.on('SIGTERM', () => child.kill('SIGTERM'));
    const [code] = (await once(child, 'exit')) as [number | null];
    process.exitCode = code ?? 0;
  },
});
