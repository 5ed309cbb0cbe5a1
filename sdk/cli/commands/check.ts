import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command } from '../command.ts';
import { kernelFindings } from '../kernel-check.ts';
import { openPlugin } from '../open-plugin.ts';
import { buildInstallable } from '../plugin-build.ts';
import { Findings, findingText, type Finding } from '../problem.ts';
import { sourceFindings } from '../source-check.ts';
import { sqlFindings } from '../sql-findings.ts';
import { typeFindings } from '../type-check.ts';
import { versionFinding } from '../versions.ts';

export const check = command({
  usage: '',
  about: `Builds the plugin you are in and starts a product with it on a temporary database, together with everything it
requires, with rows in the tables of the others. Prints all faults: types, manifest, imports, texts, error codes,
bundles, routes, permissions, points, events, tables, migrations, SQL. Exits with 1 if there are any.`,
  options: {},
  words: 0,
  async run(_words, _values, work) {
    const source = await openPlugin(work);
    const { manifest, root } = source;
    const place = await mkdtemp(join(tmpdir(), 'balcao-check-'));
    try {
      const findings: Finding[] = [
        ...(await typeFindings(source, work.checkout)),
        ...(await sourceFindings(source, join(work.checkout, 'web-host', 'locales', 'pt.json'))),
        ...(await sqlFindings(source, work)),
      ];
      const built = await buildInstallable(source, { checkout: work.checkout, target: join(place, manifest.id) }).catch(
        (error: unknown) => {
          if (!(error instanceof Findings)) throw error;
          findings.push(...error.findings);
          return undefined;
        },
      );
      // The source of a plugin that cannot be built may have further faults.
      findings.push(...(await kernelFindings(source, built?.folder ?? root, work)));
      if (findings.length > 0)
        throw new Findings(
          `${manifest.id} ${manifest.version}: ${findings.length === 1 ? 'one fault' : `${findings.length} faults`}`,
          findings,
        );
      // The product uses the manifest alone; the published version must be the same.
      const differs = await versionFinding(source);
      if (differs) work.terminal.print(`${findingText(differs).replace('✗', '!')}\n`);
      work.terminal.print(`${manifest.id} ${manifest.version} is sound: the product takes it as it is.`);
    } finally {
      await rm(place, { recursive: true, force: true });
    }
  },
});
