import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PluginManifest } from '@balcao/sdk/manifest';
import { command } from '../command.ts';
import { fetchPlugin } from '../incoming.ts';
import {
  changeOrigins,
  dataFolder,
  incomingFolder,
  installedPlugins,
  recoverInterrupted,
  putInPlace,
  readInstalled,
  togetherFindings,
} from '../installed.ts';
import { manifestSummary } from '../manifest-summary.ts';
import { Findings, Problem } from '../problem.ts';
import { waitForUpdate } from '../running-nodes.ts';
import { notifyRunningNodes } from '../notify-running-nodes.ts';

const compare = (before: PluginManifest | undefined, now: PluginManifest): string =>
  before === undefined
    ? `Installs ${now.id} ${now.version}`
    : before.version === now.version
      ? `Replaces ${now.id} ${now.version} by another build of the same version`
      : `Replaces ${now.id} ${before.version} by ${now.version}`;

export const add = command({
  usage: '<archive | folder | npm name>',
  about: `Checks a plugin without running any of it (paths, hashes, manifest, SDK, required plugins), shows its requirements,
and installs it into the product's data folder. A running product loads it at once, without a restart; the former version
runs until the new one is known to work, and stays if it does not.`,
  options: {
    'data-dir': {
      type: 'string',
      value: '<folder>',
      help: 'the product’s data folder (DATA_DIR, or data/ in the product)',
    },
    sha256: { type: 'string', value: '<hex>', help: 'the expected sha256 of the archive' },
    yes: { type: 'boolean', help: 'do not ask' },
  },
  words: 1,
  async run([what], { 'data-dir': given, sha256, yes }, work) {
    if (what === undefined) throw new Problem('Say which plugin.', 'balcao add ./my-plugin-1.0.0.tgz');
    if (sha256 !== undefined && !/^[0-9a-f]{64}$/i.test(sha256))
      throw new Problem('--sha256 takes the 64 hexadecimal digits that balcao pack printed.');
    const { terminal, checkout } = work;
    const dataDir = dataFolder(given, work);
    const into = incomingFolder(dataDir);
    await recoverInterrupted(dataDir);
    try {
      const incoming = await fetchPlugin(what, { into, sha256, work });
      const { manifest, build, findings } = await readInstalled(incoming.folder);
      const others = await installedPlugins(dataDir);
      if (manifest)
        findings.push(
          ...(await togetherFindings(
            manifest,
            others.flatMap((other) => other.manifest ?? []),
            checkout,
          )),
        );
      if (!manifest || findings.length > 0)
        throw new Findings(`${what} cannot be installed. Nothing was changed.`, findings);

      const before = others.find((other) => other.manifest?.id === manifest.id)?.manifest;
      const texts = JSON.parse(
        await readFile(join(incoming.folder, 'locales', 'en.json'), 'utf8').catch(() => '{}'),
      ) as Record<string, unknown>;
      terminal.print(`${compare(before, manifest)} in ${dataDir}`);
      terminal.print();
      terminal.print(manifestSummary(manifest, texts));
      if (incoming.sha256) terminal.print(`  sha256         ${incoming.sha256}`);
      terminal.print();
      if (!yes) {
        if (!terminal.isInteractive)
          throw new Problem('Nobody is there to agree to this. Nothing was changed.', `balcao add ${what} --yes`);
        if (!(await terminal.confirm('A plugin’s server part runs with the rights of the product. Install it?')))
          throw new Problem('Nothing was changed.');
      }
      await putInPlace(incoming.folder, dataDir, manifest.id);
      await changeOrigins(dataDir, (origins) => {
        origins[manifest.id] = {
          source: incoming.source,
          ...(incoming.sha256 && { sha256: incoming.sha256 }),
          installedAt: new Date().toISOString(),
        };
      });
      await notifyRunningNodes(manifest, await waitForUpdate(dataDir, manifest.id, build?.hash ?? ''), terminal);
    } finally {
      await rm(into, { recursive: true, force: true });
    }
  },
});
