import net from 'node:net';
import { addressOf } from '../../database/pools.ts';

/** The last message that a client writes on a connection it closes. */
const goodbye = Buffer.from([0x58, 0, 0, 0, 4]);

const fatal = (): Buffer => {
  const fields = ['SFATAL', 'VFATAL', 'C57P01', 'Mterminating connection due to administrator command', ''];
  const body = Buffer.from(fields.map((field) => `${field}\0`).join(''));
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

/**
 * Opens a proxy to the database whose server always shuts down while a client closes its connection, and answers as
 * PostgreSQL does then. Returns its address, and whether all clients are disconnected.
 */
export const closingServer = async (databaseUrl: string) => {
  const { host, port } = addressOf(databaseUrl);
  const open = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const upstream = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => open.delete(socket));
    }
    upstream.pipe(client);
    client.on('data', (sent) => {
      if (sent.subarray(-goodbye.length).equals(goodbye)) {
        upstream.unpipe(client);
        client.end(fatal());
      }
      upstream.write(sent);
    });
    client.on('end', () => upstream.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('a TCP server has a port');
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(address.port);
  return {
    url: url.href,
    isEmpty: (): boolean => open.size === 0,
    async close(): Promise<void> {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
