import type { PluginManifest } from '@balcao/sdk/manifest';
import { Findings } from './problem.ts';
import type { UpdateResult } from './running-nodes.ts';
import type { Terminal } from './terminal.ts';

/** Waits until running nodes have loaded the plugin. Throws the faults that prevent it. */
export const notifyRunningNodes = (
  { id, version, toggle }: PluginManifest,
  result: UpdateResult,
  terminal: Terminal,
): void => {
  const { nodes, silent, faults, runs } = result;
  if (faults.length > 0)
    throw new Findings(
      runs === undefined
        ? `${id} ${version} is installed, and the running product cannot run it.`
        : `${id} ${version} is installed, and the running product cannot run it: ${runs} goes on.`,
      faults.map((fault) => ({ where: 'the running product', ...fault })),
    );
  if (nodes === 0) terminal.print(`${id} ${version} is installed. The product loads it when it starts.`);
  else if (silent > 0)
    terminal.print(
      `${id} ${version} is installed. The running product has not answered yet: its page Plugins will tell.`,
    );
  else terminal.print(`${id} ${version} is installed, and the running product has taken it up.`);
  if (toggle) terminal.print('Companies switch it on under Settings › Modules.');
};
