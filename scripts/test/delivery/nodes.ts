import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freshDatabase, Person } from '@balcao/testing';
import { migratedTemplate } from '../../../sdk/testing/database-template.ts';
import { startPooler, type Pooler } from '../servers/pooler.ts';
import { nodePlugins } from './node-plugins.ts';

/** A node in a separate process. */
export interface Node {
  url: string;
  pid: number;
  stop(): Promise<void>;
  /** Kills the process like a power cut: nothing is finished, nothing is closed. */
  kill(): Promise<void>;
}

export const superUser = { email: 'super@entrega.local', password: 'Senha-123' };

/** Connections of a pooler to PostgreSQL for each login. */
const poolSize = 12;

/** Creates a database that has the tables of the nodes already: only a test of the first start needs an empty one. */
export const nodeDatabase = async (serverUrl: string): Promise<{ url: string; drop(): Promise<void> }> =>
  freshDatabase(serverUrl, await migratedTemplate(serverUrl, nodePlugins, { sandbox: true }));

/** Nodes of one installation: one database, one data folder. */
export class Installation {
  readonly databaseUrl: string;
  readonly #dataDir: string;
  readonly #running = new Set<Node>();

  readonly #pooler: Pooler | undefined;

  private constructor(databaseUrl: string, dataDir: string, pooler: Pooler | undefined) {
    this.databaseUrl = databaseUrl;
    this.#dataDir = dataDir;
    this.#pooler = pooler;
  }

  static async on(databaseUrl: string): Promise<Installation> {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'balcao-delivery-'));
    // Set by `npm run cluster -- --tests`, as are Redis and the bucket, which nodes read from the environment
    // themselves.
    const pooler = process.env['DELIVERY_POOLER'] ? await startPooler(databaseUrl, poolSize) : undefined;
    return new Installation(databaseUrl, dataDir, pooler);
  }

  async startNode(): Promise<Node> {
    const child = fork(path.join(import.meta.dirname, 'node.ts'), [], {
      execArgv: [],
      env: {
        ...process.env,
        NODE_ENV: 'test',
        HOST: '127.0.0.1',
        PORT: '0',
        LOG_LEVEL: 'fatal',
        DATABASE_URL: this.databaseUrl,
        ...(this.#pooler && { DATABASE_POOLER_URL: this.#pooler.urlOf(this.databaseUrl) }),
        DATA_DIR: this.#dataDir,
        ADMIN_EMAIL: superUser.email,
        ADMIN_PASSWORD: superUser.password,
      },
    });
    const ended = once(child, 'exit');
    const message = await Promise.race([once(child, 'message'), ended.then(() => undefined)]);
    if (message === undefined) throw new Error('the node exited before it was ready');
    const [{ url, faults }] = message as [{ url: string; faults: string[] }];
    if (faults.length > 0) throw new Error(`the node runs with faults: ${faults.join(', ')}`);
    const end = async (how: () => void): Promise<void> => {
      this.#running.delete(node);
      if (child.exitCode === null && child.signalCode === null) how();
      await ended;
    };
    const node: Node = {
      url,
      pid: child.pid ?? 0,
      stop: () => end(() => child.disconnect()),
      kill: () => end(() => child.kill('SIGKILL')),
    };
    this.#running.add(node);
    return node;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running].map((node) => node.stop()));
    await this.#pooler?.stop();
    await rm(this.#dataDir, { recursive: true, force: true });
  }
}

/** Logs in over HTTP, as the browser does. `cookie`: the refresh token of the session. */
export const openSession = async (
  url: string,
  { email, password }: { email: string; password: string },
): Promise<{ person: Person; cookie: string }> => {
  const anonymous = new Person(url, { id: 0, email: '', password: '', token: '' });
  const { status, body, headers } = await anonymous.post<{
    token: string;
    tokenPublicDir: string;
    user: { id: number };
  }>('/auth/login', { email, password });
  if (status !== 200) throw new Error(`the login of ${email} answered ${status} ${JSON.stringify(body)}`);
  const { token, tokenPublicDir: mediaToken, user } = body;
  return { person: new Person(url, { id: user.id, email, password, token, mediaToken }), cookie: cookieOf(headers) };
};

export const cookieOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');

export const logIn = async (url: string, account: { email: string; password: string }): Promise<Person> =>
  (await openSession(url, account)).person;
