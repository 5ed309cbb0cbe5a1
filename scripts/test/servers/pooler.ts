import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, programAt, startProgram, type Program } from './programs.ts';

/** PgBouncer refuses to run as root; it switches to this user. */
const unprivileged = { name: 'nobody', id: 65_534 };

export interface Pooler extends Program {
  /** Returns the address of the same database through the pooler. */
  urlOf(databaseUrl: string): string;
}

/** Returns the configuration of a pooler for a server on this machine. */
const settings = (server: URL, port: number, users: string, connections: number, user: string): string => `
[databases]
* = host=127.0.0.1 port=${server.port} auth_user=${decodeURIComponent(server.username)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
${user && `user = ${user}`}
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 500
auth_type = scram-sha-256
auth_file = ${users}
auth_query = select usename, passwd from pg_shadow where usename = $1
server_login_retry = 1
`;

export const poolerProgram = (): string | undefined => programAt('pgbouncer');

/**
 * Starts PgBouncer in transaction mode in front of a server, with so many connections for each login. The login of the
 * nodes, whose name and password they generate, is looked up in the server.
 */
export const startPooler = async (serverUrl: string, connections: number): Promise<Pooler> => {
  const command = poolerProgram();
  if (command === undefined) throw new Error('pgbouncer is not installed');
  const server = new URL(serverUrl);
  const port = await freePort();
  const folder = await mkdtemp(path.join(tmpdir(), 'balcao-pooler-'));
  const [file, users] = ['pgbouncer.ini', 'users.txt'].map((name) => path.join(folder, name)) as [string, string];
  const isRoot = process.getuid?.() === 0;
  const quoted = (text: string): string => `"${decodeURIComponent(text).replaceAll('"', '""')}"`;
  await writeFile(users, `${quoted(server.username)} ${quoted(server.password)}\n`, { mode: 0o600 });
  await writeFile(file, settings(server, port, users, connections, isRoot ? unprivileged.name : ''), { mode: 0o600 });
  if (isRoot) for (const place of [folder, file, users]) await chown(place, unprivileged.id, unprivileged.id);
  const program = await startProgram({ command, args: ['-q', file], port });
  return {
    ...program,
    urlOf: (databaseUrl) => {
      const url = new URL(databaseUrl);
      url.host = `127.0.0.1:${port}`;
      url.search = '';
      return url.href;
    },
    async stop() {
      await program.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
