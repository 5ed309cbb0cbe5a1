import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A server of the cluster from another project. */
export interface Program {
  port: number;
  /** Stops it and waits for its exit. */
  stop(): Promise<void>;
  /** Kills it like a power cut, and starts it again on the same port. */
  restart(): Promise<void>;
}

// Folders of system services, which a person's search path may lack.
const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin', '/sbin'];

/** Returns the path of an installed program; undefined when it is missing. */
export const programAt = (name: string): string | undefined =>
  folders
    .filter(Boolean)
    .map((folder) => path.join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const answer = (isThere: boolean): void => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
  });

interface Start {
  command: string;
  args: readonly string[];
  port: number;
  env?: Record<string, string>;
}

const start = async ({ command, args, port, env }: Start): Promise<ChildProcess> => {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr?.on('data', (part: Buffer) => (output = (output + part.toString()).slice(-4000)));
  const failed = once(child, 'error').then(([error]) => Promise.reject(error as Error));
  failed.catch(() => undefined);
  for (let tries = 0; tries < 1_200; tries += 1) {
    if (await Promise.race([accepts(port), failed])) return child;
    if (child.exitCode !== null || child.signalCode !== null) break;
    await delay(50);
  }
  child.kill('SIGKILL');
  throw new Error(`${command} does not answer on port ${port}:\n${output}`);
};

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
};

/** Starts a program that listens on a local port, and resolves when it does. It ends with this process. */
export const startProgram = async (how: Start): Promise<Program> => {
  let child = await start(how);
  const last = (): void => void child.kill('SIGKILL');
  process.once('exit', last);
  return {
    port: how.port,
    async stop() {
      process.off('exit', last);
      // Its data is not needed any more, and some programs wait for their clients to leave.
      await end(child, 'SIGKILL');
    },
    async restart() {
      await end(child, 'SIGKILL');
      child = await start(how);
    },
  };
};
