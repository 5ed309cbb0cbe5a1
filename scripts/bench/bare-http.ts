import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

export interface BareHttp {
  url: string;
  close(): Promise<void>;
}

const own = fileURLToPath(import.meta.url);

/**
 * Runs a statement behind Node's own HTTP server and nothing else, in a separate process: the cost of a call without
 * authentication. A tiny statement costs less than that, so its route cannot come near it.
 */
export const bareHttp = async (databaseUrl: string, query: string): Promise<BareHttp> => {
  const child = fork(own, [], { env: { ...process.env, DATABASE_URL: databaseUrl, QUERY: query } });
  const [url] = (await once(child, 'message')) as [string];
  return {
    url,
    async close() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
};

const serve = (): void => {
  const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10, options: '-c role=balcao_app' });
  const query = process.env['QUERY'] ?? '';
  const server = createServer((_request, response) => {
    void pool.query(query).then((results) => {
      const last = (Array.isArray(results) ? results : [results]).at(-1) as pg.QueryResult;
      const body = JSON.stringify(last.rows);
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
      response.end(body);
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object' && address) process.send?.(`http://127.0.0.1:${address.port}`);
  });
  process.once('disconnect', () => process.exit());
};

if (process.argv[1] === own) serve();
