import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildJson } from '@balcao/sdk/build';
import { command } from '../command.ts';
import { openPlugin } from '../open-plugin.ts';
import { buildInstallable } from '../plugin-build.ts';
import { shortPath } from '../source-folder.ts';

const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} kB`;

export const build = command({
  usage: '',
  about: `Builds the plugin you are in into build/<id>/: plugin.json, the server part as one bundle, the browser part, the
texts, and build.json with a hash of every file. Reports all faults of bundles, texts and manifest.`,
  options: {},
  words: 0,
  async run(_words, _values, work) {
    const source = await openPlugin(work);
    const { folder, build: built } = await buildInstallable(source, { checkout: work.checkout });
    const files = Object.values(built.files);
    const client = await readFile(join(folder, 'dist', 'build.json'), 'utf8').then(
      (text) => JSON.parse(text) as BuildJson,
      () => undefined,
    );
    const { print } = work.terminal;
    print(`${built.id} ${built.version} is built in ${shortPath(folder, work.cwd)}`);
    print(`  ${files.length} files, ${kilobytes(files.reduce((sum, { size }) => sum + size, 0))}, SDK ${built.sdk}`);
    if (client) print(`  browser entry ${kilobytes(client.files[client.entry]?.size ?? 0)} of 10.0 kB`);
    print(`  hash ${built.hash}`);
  },
});
