import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PluginBuilds } from '../../../kernel/host/builds.ts';
import { command } from '../command.ts';
import { changeOrigins, dataFolder, pluginsFolder, readInstalled } from '../installed.ts';
import { Findings, Problem } from '../problem.ts';
import { waitForUpdate } from '../running-nodes.ts';
import { notifyRunningNodes } from '../notify-running-nodes.ts';

export const rollback = command({
  usage: '<id>',
  about: `Restores the version of a plugin that ran before the installed one. A running product loads it at once; if it cannot
run, the newer version stays. Data and tables are not changed: a version from before a migration that has already run is
refused; install a newer version instead.`,
  options: {
    'data-dir': {
      type: 'string',
      value: '<folder>',
      help: 'the product’s data folder (DATA_DIR, or data/ in the product)',
    },
    yes: { type: 'boolean', help: 'do not ask' },
  },
  words: 1,
  async run([id], { 'data-dir': given, yes }, work) {
    if (id === undefined) throw new Problem('Say which plugin.', 'balcao list');
    const { terminal } = work;
    const dataDir = dataFolder(given, work);
    const target = join(pluginsFolder(dataDir), id);
    if (!/^[a-z][a-z0-9-]*$/.test(id) || !existsSync(target))
      throw new Problem(`${id} is not installed in ${dataDir}.`, 'balcao list');
    const builds = PluginBuilds.of(dataDir);
    const present = await readInstalled(target);
    const formerBuild = await builds.before(id, present.build?.hash);
    const former = formerBuild === undefined ? undefined : (await readInstalled(formerBuild)).manifest;
    if (!former)
      throw new Problem(
        `No other version of ${id} is kept in ${dataDir}: the product keeps the one that ran before.`,
        `balcao add <archive of the version you want>`,
      );
    const now = present.manifest?.version ?? 'what is installed';
    terminal.print(`Puts ${id} ${former.version} back in the place of ${now} in ${dataDir}.`);
    if (!yes) {
      if (!terminal.isInteractive)
        throw new Problem('Nobody is there to agree to this. Nothing was changed.', `balcao rollback ${id} --yes`);
      if (!(await terminal.confirm('Go back?'))) throw new Problem('Nothing was changed.');
    }
    const restored = await builds.restore(id, target);
    const taken = await waitForUpdate(dataDir, id, restored?.hash ?? '');
    if (taken.faults.length > 0) {
      await builds.restore(id, target);
      throw new Findings(
        `The running product cannot go back to ${id} ${former.version}. ${now} goes on, and nothing was changed.`,
        taken.faults.map((fault) => ({ where: 'the running product', ...fault })),
      );
    }
    await changeOrigins(dataDir, (origins) => {
      origins[id] = { source: `rolled back from ${now}`, installedAt: new Date().toISOString() };
    });
    notifyRunningNodes(former, taken, terminal);
  },
});
