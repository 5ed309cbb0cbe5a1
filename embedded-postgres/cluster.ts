import { spawn } from 'node:child_process';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runAs } from './account.ts';
import { DatabaseFault } from './fault.ts';
import { makeOwnFolder } from './database-location.ts';
import type { DatabaseLocation } from './database-location.ts';
import { initdbOf, postgresOf } from './program.ts';

export const owner = 'balcao';

/**
 * Character types in order of preference: sorting is Portuguese by ICU, which is part of the program, and with these,
 * trigrams and words keep accented letters.
 */
const ctypes = ['C.UTF-8', 'C.utf8', 'en_US.UTF-8'];

/** Creates an empty database cluster. It gets its name only when it is complete. */
export async function createCluster(place: DatabaseLocation, password: string, durable: boolean): Promise<void> {
  const work = `${place.cluster}.new`;
  rmSync(work, { recursive: true, force: true });
  makeOwnFolder(work, place.account);
  const passwordFile = path.join(work, 'password');
  const unfinished = path.join(work, 'cluster');
  makeOwnFolder(unfinished, place.account);
  writeFileSync(passwordFile, `${password}\n`, { mode: place.account ? 0o644 : 0o600 });
  try {
    for (const ctype of ctypes) {
      const { status, output } = await run(initdbOf(place.program), place, [
        '-D',
        unfinished,
        '-U',
        owner,
        `--pwfile=${passwordFile}`,
        '-A',
        'scram-sha-256',
        '-E',
        'UTF8',
        '--locale-provider=icu',
        '--icu-locale=pt-BR',
        '--lc-collate=C',
        `--lc-ctype=${ctype}`,
        '--lc-messages=C',
        '--no-instructions',
        '-T',
        'portuguese',
        ...(durable ? [] : ['--no-sync']),
      ]);
      if (status === 0) {
        renameSync(unfinished, place.cluster);
        return;
      }
      if (!output.includes('invalid locale name') || ctype === ctypes.at(-1)) {
        throw new DatabaseFault(
          'ERR_DATABASE_START',
          `The database could not be created in ${place.cluster}:\n${output}`,
        );
      }
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Refuses files of another major version, with a clearer message than PostgreSQL's own. */
export function checkVersion(place: DatabaseLocation): void {
  const found = readFileSync(path.join(place.cluster, 'PG_VERSION'), 'utf8').trim();
  if (found === place.program.major) return;
  throw new DatabaseFault(
    'ERR_DATABASE_VERSION',
    `The database in ${place.cluster} was made by PostgreSQL ${found}; this is PostgreSQL ${place.program.major}. Export it with the release that made it (pg_dumpall), start with an empty DATA_DIR, and import it.`,
  );
}

/**
 * Sets the password again, for a data folder whose secrets were lost or restored from elsewhere. The server must be
 * stopped.
 */
export async function resetPassword(place: DatabaseLocation, password: string): Promise<void> {
  const statement = `alter role ${owner} password '${password}'\n`;
  const { status, output } = await run(
    postgresOf(place.program),
    place,
    ['--single', '-D', place.cluster, 'postgres'],
    statement,
  );
  if (status !== 0) throw new DatabaseFault('ERR_DATABASE_START', `The database password could not be set:\n${output}`);
}

function run(
  program: string,
  place: DatabaseLocation,
  args: string[],
  input = '',
): Promise<{ status: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...runAs(place.account), stdio: ['pipe', 'ignore', 'pipe'] });
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', reject);
    child.on('close', (status) => resolve({ status: status ?? 1, output }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
