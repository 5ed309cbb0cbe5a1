import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { command } from '../command.ts';
import { openDatabase } from '../database.ts';
import { countData, dropData, type StoredData } from '../drop-data.ts';
import { changeOrigins, dataFolder, installedPlugins, pluginsFolder, readInstalled } from '../installed.ts';
import { Problem } from '../problem.ts';
import { waitForRemoval } from '../running-nodes.ts';
import { productPlugins } from '../source-folder.ts';

const dataText = (data: readonly StoredData[]): string =>
  data.map(({ what, count, unit }) => `  ${what.padEnd(32)} ${count} ${unit}`).join('\n');

export const remove = command({
  usage: '<id>',
  about: `Removes a plugin from the product's data folder. The data of companies stays, and is available again when the
plugin is installed again. A running product unloads it at once. --drop-data removes the data too: its schema, settings,
grants, jobs, events, addresses. It needs the product stopped, and DATABASE_URL or the embedded database in the data
folder.`,
  options: {
    'data-dir': {
      type: 'string',
      value: '<folder>',
      help: 'the product’s data folder (DATA_DIR, or data/ in the product)',
    },
    'drop-data': { type: 'boolean', help: 'remove its data as well, after a confirmation' },
    yes: { type: 'boolean', help: 'do not ask' },
  },
  words: 1,
  async run([id], { 'data-dir': given, 'drop-data': drops, yes }, work) {
    if (id === undefined) throw new Problem('Say which plugin.', 'balcao list');
    const { terminal, checkout } = work;
    if ((await productPlugins(checkout)).includes(id))
      throw new Problem(
        `${id} is a part of the product and cannot be removed.`,
        'Companies switch it off under Settings › Modules.',
      );
    if (!/^[a-z][a-z0-9-]*$/.test(id)) throw new Problem(`"${id}" is no id of a plugin.`, 'balcao list');
    const dataDir = dataFolder(given, work);
    const folder = join(pluginsFolder(dataDir), id);
    const isInstalled = existsSync(folder);
    if (!isInstalled && !drops) throw new Problem(`${id} is not installed in ${dataDir}.`, 'balcao list');
    const dependents = (await installedPlugins(dataDir)).flatMap(({ manifest }) =>
      manifest && manifest.id !== id && manifest.requires?.[id] !== undefined ? [manifest.id] : [],
    );
    if (dependents.length > 0)
      throw new Problem(
        `${dependents.join(', ')} ${dependents.length === 1 ? 'requires' : 'require'} ${id} and would no longer load.`,
        `balcao remove ${dependents[0]}   (first)`,
      );

    const agreed = async (question: string, flags: string): Promise<void> => {
      if (yes) return;
      if (!terminal.isInteractive)
        throw new Problem(
          'Nobody is there to agree to this. Nothing was changed.',
          `balcao remove ${id}${flags} --yes`,
        );
      if (!(await terminal.confirm(question))) throw new Problem('Nothing was changed.');
    };

    if (drops) {
      const manifest = isInstalled ? (await readInstalled(folder)).manifest : undefined;
      const database = await openDatabase(dataDir, work);
      try {
        const plugin = { id, manifest, folder: isInstalled ? folder : undefined };
        const data = await countData(database.client, plugin);
        if (data.length === 0) terminal.print(`${id} has no data in ${database.name}.`);
        else {
          terminal.print(`Of ${id}, ${database.name} holds:`);
          terminal.print(dataText(data));
          await agreed('Remove all of it, of every company, for good?', ' --drop-data');
          await dropData(database.client, plugin);
          terminal.print('Removed:');
          terminal.print(dataText(data));
        }
        terminal.print('Files that people stored through it stay with their companies: nothing says whose they were.');
        if (work.env.JOBS_URL?.startsWith('mongodb'))
          terminal.print('Jobs on MongoDB are left; without their plugin they never run.');
      } finally {
        await database.close();
      }
    } else await agreed(`Take ${id} out? Its data stays.`, '');

    if (isInstalled) {
      const leaving = join(pluginsFolder(dataDir), `.${id}.leaving-${process.pid}`);
      await rename(folder, leaving);
      await rm(leaving, { recursive: true, force: true });
      await changeOrigins(dataDir, (origins) => void delete origins[id]);
      const { nodes, silent } = await waitForRemoval(dataDir, id);
      const running =
        nodes === 0
          ? ''
          : silent > 0
            ? ' The running product has not let go of it yet.'
            : ' The running product has let go of it.';
      terminal.print(`${id} is removed.${running}`);
    }
  },
});
