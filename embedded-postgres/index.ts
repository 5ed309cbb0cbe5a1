import { randomBytes } from 'node:crypto';
import { chownSync, mkdtempSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { canEnter, canRun, isRoot, unprivilegedAccount } from './account.ts';
import { claim } from './claim.ts';
import { checkVersion, createCluster, owner, resetPassword } from './cluster.ts';
import { DatabaseFault, codeOf } from './fault.ts';
import { clearLeftovers } from './leftover.ts';
import { containsDatabase, locationFor, storeFacts, storedFacts, shelteredProgram } from './database-location.ts';
import type { DatabaseLocation } from './database-location.ts';
import { freePort } from './port.ts';
import { installedProgram, postgresOf } from './program.ts';
import { socketFolderOf, startServer } from './server.ts';
import type { Server } from './server.ts';
import { Supervisor } from './supervisor.ts';

export { DatabaseFault } from './fault.ts';
export type { DatabaseFaultCode } from './fault.ts';

export interface EmbeddedPostgres {
  /**
   * URL of the database `balcao` as its owner, who is a superuser. It uses a Unix socket where possible; without its
   * `host` it is the address for programs that need TCP. The server listens on this machine only.
   */
  readonly url: string;
  /** Folder that holds the data. */
  readonly folder: string;
  /** Notice for the operator, such as data that had to be stored elsewhere. */
  readonly notice?: string;
  stop(): Promise<void>;
  /** Stops and starts on the same port; every connection breaks once. */
  restart(): Promise<void>;
}

export type EmbeddedPostgresOptions =
  | {
      /** Data folder. The database is in its subfolder `postgres`; the folder exists once `password` was called. */
      dataDir: string;
      /** Returns the password of the database's owner: the same at each start, or a new one that replaces a lost one. */
      password: (dataDir: string) => string;
      /** Port; absent or 0: a free one, reused by the next start. */
      port?: number;
      ephemeral?: false;
      log?: (line: string) => void;
    }
  | {
      /** For tests: nothing is synced to disk, and everything is deleted on stop or when the process ends. */
      ephemeral: true;
      log?: (line: string) => void;
    };

/** Starts PostgreSQL from the binaries in the npm package. Throws DatabaseFault, whose message tells what to do. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => undefined);
  if (options.ephemeral) return startEphemeral(log);

  const dataDir = path.resolve(options.dataDir);
  const password = options.password(dataDir);
  const place = await locationFor(dataDir, installedProgram());
  const held = await claim(place.cluster);
  try {
    if (containsDatabase(place.cluster)) {
      checkVersion(place);
      await clearLeftovers(place.cluster, log);
    } else {
      await createCluster(place, password, true);
    }
    const ports = options.port ? { fixed: options.port } : { wanted: storedFacts(dataDir).port };
    const running = await run({ place, password, ports, durable: true, log });
    storeFacts(dataDir, { port: running.port, ...(place.notice && { cluster: place.cluster }) });
    return {
      ...running.handle,
      async stop() {
        await running.handle.stop();
        await held.release();
      },
    };
  } catch (error) {
    await held.release();
    throw error;
  }
}

async function startEphemeral(log: (line: string) => void): Promise<EmbeddedPostgres> {
  let program = installedProgram();
  const account = isRoot() ? unprivilegedAccount() : undefined;
  const parents = [os.tmpdir(), '/tmp', '/var/tmp'];
  const parent = parents.find((folder) => !account || canEnter(account, folder)) ?? os.tmpdir();
  const folder = realpathSync(mkdtempSync(path.join(parent, 'balcao-postgres-')));
  if (account) chownSync(folder, account.uid, account.gid);
  if (account && !canRun(account, postgresOf(program))) program = await shelteredProgram(program);
  const place: DatabaseLocation = { cluster: path.join(folder, 'cluster'), program, account };
  const password = newPassword();
  try {
    await createCluster(place, password, false);
    const { handle } = await run({ place, password, ports: {}, durable: false, throwAway: folder, log });
    return {
      ...handle,
      async stop() {
        await handle.stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

const newPassword = () => randomBytes(24).toString('base64url');

interface Run {
  place: DatabaseLocation;
  password: string;
  ports: { fixed?: number; wanted?: number };
  durable: boolean;
  throwAway?: string;
  log: (line: string) => void;
}

async function run({ place, password, ports, durable, throwAway, log }: Run) {
  let port = ports.fixed ?? (await freePort(ports.wanted));
  const socketFolder = socketFolderOf(place.cluster);
  const start = (on: number) => startServer(place, { port: on, socketFolder, durable, throwAway, log });
  let server: Server;
  for (let attempt = 1; ; attempt += 1) {
    try {
      server = await start(port);
      break;
    } catch (error) {
      if (attempt >= 20 || !(error instanceof DatabaseFault)) throw error;
      if (error.code === 'ERR_DATABASE_PORT' && ports.fixed) {
        throw new DatabaseFault('ERR_DATABASE_PORT', `Port ${ports.fixed}, wanted for the database, is taken.`);
      }
      if (error.code === 'ERR_DATABASE_PORT') port = await freePort();
      else if (error.code === 'ERR_DATABASE_IN_USE') await wait(500);
      else throw error;
    }
  }

  // Drivers prefer the host in the query over the one in the address.
  const socket = socketFolder ? `?host=${encodeURIComponent(socketFolder)}` : '';
  const urlOf = (database: string) => `postgres://${owner}:${password}@127.0.0.1:${port}/${database}${socket}`;
  if ((await prepareDatabase(urlOf('postgres'))) === 'wrong password') {
    log('database password was lost or replaced, setting it again');
    await server.stop();
    await resetPassword(place, password);
    server = await start(port);
    await prepareDatabase(urlOf('postgres'));
  }

  const supervisor = new Supervisor(server, () => start(port), log);
  const handle: EmbeddedPostgres = {
    url: urlOf(owner),
    folder: place.cluster,
    notice: place.notice,
    stop: () => supervisor.stop(),
    restart: () => supervisor.restart(),
  };
  return { handle, port };
}

/** Checks that the server accepts our password, and creates the database the first time. */
async function prepareDatabase(url: string): Promise<'ready' | 'wrong password'> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
  } catch (error) {
    if (codeOf(error) === '28P01') return 'wrong password';
    throw error;
  }
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [owner]);
    if (rowCount === 0) await client.query(`create database ${owner}`);
    return 'ready';
  } finally {
    await client.end();
  }
}
