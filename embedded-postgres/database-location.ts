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

/** Location of the database and the user who runs it. */
export interface DatabaseLocation {
  cluster: string;
  program: Program;
  /** User who runs it. Absent: the current user. */
  account?: Account;
  /** Notice for the operator when something is stored elsewhere than expected. */
  notice?: string;
}

const remedy = 'Start as root or as that user, or set another DATA_DIR.';

/** Facts about its database that a data folder stores. */
const Remembered = z.object({ cluster: z.string().optional(), port: z.number().optional() });
export type Remembered = z.output<typeof Remembered>;

const recordOf = (dataDir: string) => path.join(dataDir, 'postgres.json');

/** Reads the stored facts. A damaged file counts as empty, because the database is found without it. */
export function storedFacts(dataDir: string): Remembered {
  const file = recordOf(dataDir);
  if (!existsSync(file)) return {};
  try {
    return Remembered.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (codeOf(error) !== 'EACCES') return {};
    throw new DatabaseFault('ERR_DATABASE_UNREACHABLE', `${file} belongs to another user. ${remedy}`);
  }
}

export function storeFacts(dataDir: string, change: Remembered): void {
  const next = `${recordOf(dataDir)}.new`;
  writeFileSync(next, `${JSON.stringify({ ...storedFacts(dataDir), ...change })}\n`, { mode: 0o600 });
  renameSync(next, recordOf(dataDir));
}

export const containsDatabase = (cluster: string) => existsSync(path.join(cluster, 'PG_VERSION'));

/** Folder for data and program when root works in a folder that is closed to everybody else. */
const shelter = '/var/lib/balcao';

export async function locationFor(dataDir: string, program: Program): Promise<DatabaseLocation> {
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
  const recorded = storedFacts(dataDir).cluster;
  if (recorded) return existsSync(recorded) ? recorded : gone(dataDir, recorded);
  const near = path.join(dataDir, 'postgres');
  return [near, ...(isRoot() ? [shelterOf(dataDir)] : [])].find(containsDatabase);
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
  // Restored as root or from another machine: PostgreSQL requires that it owns its folder.
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

/** Creates a folder that belongs to the account. */
export function makeOwnFolder(folder: string, account: Account | undefined): void {
  makePassable(path.dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
  if (account) chownSync(folder, account.uid, account.gid);
}

/** Opens the folders that we create above the account's own for traversal, whatever the umask is. */
function makePassable(folder: string): void {
  if (existsSync(folder)) return;
  makePassable(path.dirname(folder));
  mkdirSync(folder);
  chmodSync(folder, 0o711);
}
