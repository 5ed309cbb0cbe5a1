import { createHash } from 'node:crypto';
import { unlinkSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import { DatabaseFault, codeOf } from './fault.ts';

/**
 * Makes this process the only one that may start or stop the database in `cluster`, until `release` or the end of the
 * process. A listening socket is used because the system closes it with the process, so no stale lock is left behind.
 */
export async function claim(cluster: string): Promise<{ release(): Promise<void> }> {
  const name = `balcao-postgres-${createHash('sha256').update(cluster).digest('hex').slice(0, 24)}`;
  const address = process.platform === 'linux' ? `\0${name}` : path.join(os.tmpdir(), `${name}.sock`);
  const server = net.createServer((socket) => socket.destroy());
  if (!(await listens(server, address))) {
    const stale = process.platform !== 'linux' && !(await answers(address));
    if (stale) unlinkSync(address);
    if (!stale || !(await listens(server, address))) {
      throw new DatabaseFault(
        'ERR_DATABASE_IN_USE',
        `Another Balcão is running with the database in ${cluster}. Stop it first, or set another DATA_DIR.`,
      );
    }
  }
  server.unref();
  return {
    async release() {
      server.close();
      await once(server, 'close');
    },
  };
}

async function listens(server: net.Server, address: string): Promise<boolean> {
  server.listen(address);
  try {
    await once(server, 'listening');
    return true;
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') return false;
    throw error;
  }
}

async function answers(address: string): Promise<boolean> {
  const socket = net.connect(address);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
