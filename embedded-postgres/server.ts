import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import readline from 'node:readline';
import { runAs } from './account.ts';
import { DatabaseFault } from './fault.ts';
import type { DatabaseFaultCode } from './fault.ts';
import type { DatabaseLocation } from './database-location.ts';
import { postgresOf } from './program.ts';

export interface Server {
  /** Fast shutdown: open transactions are rolled back, committed ones are written. */
  stop(): Promise<void>;
  /** Resolves when the process ends, whether intended or not. */
  readonly ended: Promise<void>;
}

export interface ServerOptions {
  port: number;
  /** Folder of the socket it listens on besides the port; absent: none. */
  socketFolder?: string;
  durable: boolean;
  /** Folder that the guard removes when this process ends. */
  throwAway?: string;
  log: (line: string) => void;
}

/** Settings that keep customer data out of server messages: no statements, parameters or row values. */
const quiet = {
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_error_verbosity: 'terse',
  log_destination: 'stderr',
  logging_collector: 'off',
  lc_messages: 'C',
};

function settings({ port, socketFolder = '', durable }: ServerOptions): Record<string, string> {
  return {
    ...quiet,
    listen_addresses: '127.0.0.1',
    // A list of names, each quoted like an identifier.
    unix_socket_directories: socketFolder && `"${socketFolder.replaceAll('"', '""')}"`,
    port: String(port),
    max_connections: '200',
    shared_buffers: durable ? '256MB' : '128MB',
    password_encryption: 'scram-sha-256',
    timezone: 'UTC',
    log_timezone: 'UTC',
    jit: 'off',
    random_page_cost: '1.1',
    ...(durable
      ? { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
}

/**
 * Returns the folder of the server's Unix socket, which costs a third less per query than TCP: its own folder, which
 * nobody else may enter. Undefined where there are no such sockets, or where the path is longer than a socket's name
 * may be. https://www.postgresql.org/docs/18/runtime-config-connection.html#GUC-UNIX-SOCKET-DIRECTORIES
 */
export const socketFolderOf = (cluster: string): string | undefined =>
  process.platform !== 'win32' && Buffer.byteLength(path.join(cluster, '.s.PGSQL.65535')) <= longestSocket
    ? cluster
    : undefined;
// macOS allows 103 bytes, Linux 107.
const longestSocket = 103;

/** Starts PostgreSQL and waits until it accepts connections. Throws DatabaseFault when it does not. */
export async function startServer(place: DatabaseLocation, options: ServerOptions): Promise<Server> {
  const args = Object.entries(settings(options)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // A process group of its own, so that Ctrl-C in the terminal reaches only us and we stop in the right order.
  const child = spawn(postgresOf(place.program), ['-D', place.cluster, ...args], {
    ...runAs(place.account),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const guard = child.pid ? guardOf(child.pid, place, options.throwAway) : undefined;
  let stopping = false;
  void ended.then(() => guard?.dismiss());
  await ready(child, (line) => {
    // The client of a connection that was ended or refused gets the error itself.
    if (
      !stopping &&
      /\b(WARNING|PANIC|FATAL):(?! +(terminating connection|password authentication|role|database) )/.test(line)
    )
      options.log(`postgres: ${line}`);
  });
  child.unref();
  return {
    ended,
    async stop() {
      stopping = true;
      child.ref();
      child.kill('SIGINT');
      const harder = setTimeout(() => child.kill('SIGQUIT'), 20_000);
      const hardest = setTimeout(() => child.kill('SIGKILL'), 30_000);
      await ended;
      clearTimeout(harder);
      clearTimeout(hardest);
    },
  };
}

function ready(child: ChildProcess, onLine: (line: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const lines: string[] = [];
    let started = false;
    const output = child.stderr;
    if (!output) throw new TypeError('the server was spawned without a pipe');
    readline.createInterface({ input: output }).on('line', (line) => {
      if (started) return onLine(line);
      lines.push(line);
      if (!line.includes('database system is ready to accept connections')) return;
      started = true;
      // A pipe is a socket here and must not keep a finished program alive.
      if ('unref' in output && typeof output.unref === 'function') output.unref();
      resolve();
    });
    child.once('error', (error) => reject(new DatabaseFault('ERR_DATABASE_START', error.message)));
    child.once('close', () => reject(faultOf(lines)));
  });
}

function faultOf(lines: string[]): DatabaseFault {
  const text = lines.slice(-12).join('\n');
  const known: [RegExp, DatabaseFaultCode][] = [
    [/could not bind|could not create any TCP\/IP sockets/, 'ERR_DATABASE_PORT'],
    [/lock file .* already exists|pre-existing shared memory/, 'ERR_DATABASE_IN_USE'],
    [/incompatible with server/, 'ERR_DATABASE_VERSION'],
  ];
  const code = known.find(([pattern]) => pattern.test(text))?.[1] ?? 'ERR_DATABASE_START';
  return new DatabaseFault(code, `PostgreSQL did not start:\n${text}`);
}

/**
 * Starts a shell that waits for the end of its input, which comes when this process ends for any reason, and then
 * shuts the server down. Without it a killed process would leave its database running.
 */
function guardOf(pid: number, place: DatabaseLocation, throwAway: string | undefined): { dismiss(): void } | undefined {
  if (process.platform === 'win32') return undefined;
  const script = `trap '' INT TERM HUP; read -r _ && exit; kill -INT "$1"; [ -n "$2" ] || exit
    n=0; while kill -0 "$1" 2>/dev/null && [ $n -lt 100 ]; do sleep 0.1; n=$((n + 1)); done; rm -rf -- "$2"`;
  const guard = spawn('/bin/sh', ['-c', script, 'sh', String(pid), throwAway ?? ''], {
    ...runAs(place.account),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.unref();
  if ('unref' in guard.stdin && typeof guard.stdin.unref === 'function') guard.stdin.unref();
  return { dismiss: () => guard.stdin.end('done\n') };
}
