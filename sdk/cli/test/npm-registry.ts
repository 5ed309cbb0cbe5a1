import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Registry {
  /** Variables that make npm use only this registry. */
  env: Record<string, string>;
  /** Names of the requested packages. */
  asked: Set<string>;
  close(): void;
}

/**
 * Starts an npm registry on this machine with these packages: name, version and the archive that `npm publish` would
 * produce.
 */
export async function startRegistry(
  packages: readonly { name: string; version: string; archive: string }[],
  cache: string,
): Promise<Registry> {
  const asked = new Set<string>();
  const archives = new Map(
    await Promise.all(packages.map(async (one) => [one.name, { ...one, bytes: await readFile(one.archive) }] as const)),
  );
  const server = createServer((request, response) => {
    const [, name = '', rest] = decodeURIComponent(request.url ?? '').split('/');
    if (!name.startsWith('-')) asked.add(name);
    const found = archives.get(name);
    if (!found) return void response.writeHead(404).end('{}');
    if (rest === '-') return void response.end(found.bytes);
    const { version, bytes } = found;
    const dist = {
      tarball: `http://${request.headers.host}/${name}/-/a.tgz`,
      integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
    };
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: { name, version, dist } } }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    asked,
    env: {
      npm_config_registry: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      npm_config_cache: cache,
      npm_config_fetch_retries: '0',
    },
    close: () => void server.close(),
  };
}
