import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

interface Up {
  url: string;
  token: string;
  faults: { code: string; plugin: string; message: string }[];
}
export interface Product extends Up {
  call<T>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }>;
  stop(): Promise<void>;
}

/** Starts the product on a data folder, as an operator does after installing something. */
export async function startProduct(dataDir: string, databaseUrl: string, plugin: string): Promise<Product> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'product.ts'), plugin], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH ?? '',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'fatal',
    },
  });
  const up = await new Promise<Up>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{"url"')) resolve(JSON.parse(line) as Up);
    });
    child.once('exit', (code) => reject(new Error(`the product ended with ${code}`)));
  });
  return {
    ...up,
    async call<T>(method: string, path: string, body?: unknown) {
      const response = await fetch(`${up.url}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${up.token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as T };
    },
    async stop() {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
