import { command } from '../command.ts';
import { dataFolder, installedPlugins, readOrigins, togetherFindings } from '../installed.ts';
import { findingText } from '../problem.ts';

export const list = command({
  usage: '',
  about: 'Lists the plugins in the product’s data folder with version, SDK range, origin, and faults.',
  options: {
    'data-dir': {
      type: 'string',
      value: '<folder>',
      help: 'the product’s data folder (DATA_DIR, or data/ in the product)',
    },
    json: { type: 'boolean', help: 'for programs' },
  },
  words: 0,
  async run(_words, { 'data-dir': given, json }, work) {
    const { print } = work.terminal;
    const dataDir = dataFolder(given, work);
    const [found, origins] = await Promise.all([installedPlugins(dataDir), readOrigins(dataDir)]);
    const manifests = found.flatMap(({ manifest }) => manifest ?? []);
    const rows = await Promise.all(
      found.map(async ({ folder, manifest, findings }) => ({
        id: manifest?.id ?? folder.split('/').at(-1) ?? folder,
        version: manifest?.version ?? null,
        sdk: manifest?.sdk ?? null,
        source: (manifest && origins[manifest.id]?.source) ?? null,
        folder,
        findings: [...findings, ...(manifest ? await togetherFindings(manifest, manifests, work.checkout) : [])],
      })),
    );
    if (json) {
      print(JSON.stringify(rows, null, 2));
      return;
    }
    if (rows.length === 0) {
      print(`No plugin is installed in ${dataDir}.`);
      return;
    }
    const cells = rows.map((row) => [
      row.id,
      row.version ?? '?',
      `SDK ${row.sdk ?? '?'}`,
      row.findings.length === 0 ? 'sound' : 'will not load',
      row.source ?? 'put there by hand',
    ]);
    const widths = [0, 1, 2, 3].map((at) => Math.max(...cells.map((cell) => cell[at]?.length ?? 0)));
    rows.forEach((row, index) => {
      print(
        (cells[index] ?? [])
          .map((cell, at) => cell.padEnd(widths[at] ?? 0))
          .join('  ')
          .trimEnd(),
      );
      for (const finding of row.findings) print(findingText(finding));
    });
  },
});
