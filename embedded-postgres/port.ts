import { once } from 'node:events';
import net from 'node:net';
import { codeOf } from './fault.ts';

/** Returns a free port of this machine, `wanted` if that is free. */
export async function freePort(wanted = 0): Promise<number> {
  const server = net.createServer();
  server.listen(wanted, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if (wanted !== 0 && codeOf(error) === 'EADDRINUSE') return freePort();
    throw error;
  }
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new TypeError('a TCP server has a port');
  return address.port;
}
