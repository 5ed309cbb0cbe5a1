import { createHash } from 'node:crypto';
import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { readArchive } from './archive.ts';
import type { Work } from './command.ts';
import { linkPlugin } from './link.ts';
import { buildInstallable } from './plugin-build.ts';
import { Problem } from './problem.ts';
import { isSourceFolder, readSource } from './source-folder.ts';

/** A plugin before its installation: unpacked in a temporary folder. */
export interface Incoming {
  folder: string;
  /** Its origin, for the list of installed plugins. */
  source: string;
  /** Hash of the archive. */
  sha256?: string;
}

const npmName = /^(@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*(@[\w.^~<>=*-]+)?$/i;

async function fromArchive(file: string, into: string, wanted: string | undefined, source: string): Promise<Incoming> {
  const sha256 = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  if (wanted !== undefined && wanted.toLowerCase() !== sha256)
    throw new Problem(
      `${source} is not what was promised: its sha256 is\n  ${sha256}\nand not\n  ${wanted}`,
      'Nothing was installed. Download it again, or ask its publisher for the right sha256.',
    );
  return { folder: await readArchive(file, join(into, 'unpacked')), source, sha256 };
}

async function fromNpm(name: string, into: string, wanted: string | undefined, { cwd, env }: Work): Promise<Incoming> {
  const place = join(into, 'npm');
  await mkdir(place, { recursive: true });
  // Without install scripts: no code of a third party runs before it was checked.
  const packed = await promisify(execFile)(
    'npm',
    ['pack', name, '--json', '--ignore-scripts', '--pack-destination', place],
    { cwd, env, maxBuffer: 16 * 1024 * 1024 },
  ).catch((error: unknown) => {
    const { stderr = '', message } = error as Error & { stderr?: string };
    const reason = stderr.split('\n').find((line) => /\bE\d{3}\b|ENOTFOUND|ECONN|ETARGET/.test(line)) ?? message;
    throw new Problem(
      `npm could not give ${name}: ${reason.replace(/^npm (error|ERR!) /, '').trim()}`,
      'Correct the name, or give a path: balcao add ./my-plugin-1.0.0.tgz',
    );
  });
  const [{ filename = '', version = '' } = {}] = JSON.parse(packed.stdout) as { filename?: string; version?: string }[];
  const bare = name.replace(/(?<=.)@.*$/, '');
  return fromArchive(join(place, filename), into, wanted, `npm:${bare}@${version}`);
}

async function fromFolder(folder: string, into: string, work: Work): Promise<Incoming> {
  if (isSourceFolder(folder)) {
    const source = await readSource(folder);
    await linkPlugin(source, work.checkout, work.env);
    work.terminal.print(`Building ${source.manifest.id} from its source…`);
    const target = join(into, 'built', source.manifest.id);
    return { folder: (await buildInstallable(source, { checkout: work.checkout, target })).folder, source: folder };
  }
  const copy = join(into, 'copied');
  // Links are copied as links, and rejected as such afterwards.
  await cp(folder, copy, { recursive: true, verbatimSymlinks: true });
  return { folder: copy, source: folder };
}

/** Fetches an archive, a folder or an npm package into `into`. `sha256` is the expected hash of an archive. */
export async function fetchPlugin(
  what: string,
  { into, sha256, work }: { into: string; sha256: string | undefined; work: Work },
): Promise<Incoming> {
  const path = resolve(work.cwd, what);
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) return fromArchive(path, into, sha256, path);
    if (sha256 !== undefined)
      throw new Problem('--sha256 is the hash of an archive, and this is a folder.', `balcao add ${what}`);
    return fromFolder(path, into, work);
  }
  if (/^[./~]|\.(tgz|tar\.gz)$/.test(what) || !npmName.test(what))
    throw new Problem(`There is no file or folder ${path}.`, 'Give a path that exists, or the name of an npm package.');
  return fromNpm(what, into, sha256, work);
}
