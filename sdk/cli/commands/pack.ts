import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeArchive } from '../archive.ts';
import { command } from '../command.ts';
import { openPlugin } from '../open-plugin.ts';
import { buildInstallable } from '../plugin-build.ts';
import { Findings } from '../problem.ts';
import { shortPath } from '../source-folder.ts';
import { versionFinding } from '../versions.ts';

export const pack = command({
  usage: '',
  about: `Builds the plugin you are in and packs it into <id>-<version>.tgz beside its manifest. The same build gives the same
bytes; others can verify the archive by the printed sha256.`,
  options: {},
  words: 0,
  async run(_words, _values, work) {
    const source = await openPlugin(work);
    const differs = await versionFinding(source);
    if (differs) throw new Findings(`${source.manifest.id} is not packed under two versions:`, [differs]);
    const { folder, build } = await buildInstallable(source, { checkout: work.checkout });
    const file = join(source.root, `${build.id}-${build.version}.tgz`);
    await writeArchive(folder, file);
    const bytes = await readFile(file);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const { print } = work.terminal;
    print(`${shortPath(file, work.cwd)}  ${(bytes.length / 1024).toFixed(1)} kB`);
    print(`sha256 ${sha256}`);
    print();
    print('An operator installs it by typing in the product:');
    print(`  npx balcao add ${file} --sha256 ${sha256}`);
  },
});
