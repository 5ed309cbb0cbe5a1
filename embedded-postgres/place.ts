import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { accountOfUid, canEnter, canRun, isRoot, unprivilegedAccount } from './account.ts';
import type { Account } from './account.ts';
import { DatabaseFault, codeOf } from './fault.ts';
import { copiedProgram, postgresOf } from './program.ts';
import type { Program } from './program.ts';

/** Where the database lies and who runs it. */
export interface Place {
  cluster: string;
  program: Program;
  /** Absent: the current user. */
  account?: Account;
  /** Told to the operator when something lies elsewhere than expected. */
  notice?: string;
}

const remedy = 'Start as root or as that user, or set another DATA_DIR.';

/** What a data folder remembers of its database. */
const Remembered = z.object({ cluster: z.string().optional(), port: z.number().optional() });
export type Remembered = z.output<typeof Remembered>;

const recordOf = (dataDir: string) => path.join(dataDir, 'postgres.json');

/** Damaged counts as empty: the database itself is found without it. */
export function remembered(dataDir: string): Remembered {
  const file = recordOf(dataDir);
  if (!existsSync(file)) return {};
  try {
    return Remembered.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (codeOf(error) !== 'EACCES') return {};
    throw new DatabaseFault('ERR_DATABASE_UNREACHABLE', `${file} belongs to another user. ${remedy}`);
  }
}

export function remember(dataDir: string, change: Remembered): void {
  const next = `${recordOf(dataDir)}.new`;
  writeFileSync(next, `${JSON.stringify({ ...remembered(dataDir), ...change })}\n`, { mode: 0o600 });
  renameSync(next, recordOf(dataDir));
}

export const holdsDatabase = (cluster: string) => existsSync(path.join(cluster, 'PG_VERSION'));

/** For data and program when root works in a folder that is closed to everybody else. */
const shelter = '/var/lib/balcao';

export async function placeFor(dataDir: string, program: Program): Promise<Place> {
  const existing = existingCluster(dataDir);
  if (!isRoot()) {
    const cluster = existing ?? path.join(dataDir, 'postgres');
    checkOwner(cluster);
    return { cluster, program };
  }
  const account = existing ? ownerOf(existing) : unprivilegedAccount();
  const reachable = canRun(account, postgresOf(program));
  const usable = reachable ? program : await shelteredProgram(program);
  if (existing) {
    if (!canEnter(account, existing)) {
      throw new DatabaseFault(
        'ERR_DATABASE_UNREACHABLE',
        `The database in ${existing} belongs to the user ${account.name}, who cannot enter that folder. Let others pass through the folders above it (chmod o+x), or move it.`,
      );
    }
    return { cluster: existing, program: usable, account, notice: noticeOf(dataDir, existing, account) };
  }
  const near = path.join(dataDir, 'postgres');
  const cluster = canEnter(account, dataDir) ? near : shelterOf(dataDir);
  return { cluster, program: usable, account, notice: noticeOf(dataDir, cluster, account) };
}

export function shelteredProgram(program: Program): Promise<Program> {
  makePassable(shelter);
  return copiedProgram(program, shelter);
}

const shelterOf = (dataDir: string) =>
  path.join(shelter, createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 16), 'postgres');

function existingCluster(dataDir: string): string | undefined {
  const recorded = remembered(dataDir).cluster;
  if (recorded) return existsSync(recorded) ? recorded : gone(dataDir, recorded);
  const near = path.join(dataDir, 'postgres');
  return [near, ...(isRoot() ? [shelterOf(dataDir)] : [])].find(holdsDatabase);
}

function gone(dataDir: string, recorded: string): never {
  throw new DatabaseFault(
    'ERR_DATABASE_GONE',
    `The database was kept in ${recorded}, which no longer exists. Restore it from a backup, or delete ${recordOf(dataDir)} to begin with an empty one.`,
  );
}

function ownerOf(cluster: string): Account {
  const { uid } = statSync(cluster);
  const owner = uid === 0 ? undefined : accountOfUid(uid);
  if (owner) return owner;
  // Restored as root, or from another machine: PostgreSQL insists on owning its folder.
  const account = unprivilegedAccount();
  spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, cluster]);
  return account;
}

function checkOwner(cluster: string): void {
  const owner = statSync(cluster, { throwIfNoEntry: false })?.uid;
  if (owner === undefined || owner === process.getuid?.()) return;
  throw new DatabaseFault(
    'ERR_DATABASE_UNREACHABLE',
    `The database in ${cluster} belongs to another user (${accountOfUid(owner)?.name ?? owner}). ${remedy}`,
  );
}

function noticeOf(dataDir: string, cluster: string, account: Account): string | undefined {
  if (cluster === path.join(dataDir, 'postgres')) return undefined;
  return `The database is kept in ${cluster}: it runs as the user ${account.name}, who cannot enter ${dataDir}.`;
}

/** A new folder of the account's own. */
export function makeOwnFolder(folder: string, account: Account | undefined): void {
  makePassable(path.dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
  if (account) chownSync(folder, account.uid, account.gid);
}

/** Whatever the umask says, the account must be able to pass through the folders that we make above its own. */
function makePassable(folder: string): void {
  if (existsSync(folder)) return;
  makePassable(path.dirname(folder));
  mkdirSync(folder);
  chmodSync(folder, 0o711);
}
