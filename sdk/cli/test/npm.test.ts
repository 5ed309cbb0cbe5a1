import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faraway, typed } from './typed.ts';

let place: Awaited<ReturnType<typeof faraway>>;
let registry: Server;
let env: Record<string, string>;

/** A registry with one package: what `npm publish` of a packed plugin leaves there. */
beforeAll(async () => {
  place = await faraway();
  await typed(place.folder, ['create', 'guest-book']);
  await typed(join(place.folder, 'guest-book'), ['pack']);
  const archive = await readFile(join(place.folder, 'guest-book', 'guest-book-0.1.0.tgz'));
  const name = 'balcao-plugin-guest-book';
  registry = createServer((request, response) => {
    if (request.url === `/${name}/-/a.tgz`) return void response.end(archive);
    if (request.url !== `/${name}`) return void response.writeHead(404).end('{}');
    const dist = {
      tarball: `http://${request.headers.host}/${name}/-/a.tgz`,
      integrity: `sha512-${createHash('sha512').update(archive).digest('base64')}`,
    };
    const versions = { '0.1.0': { name, version: '0.1.0', dist } };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ name, 'dist-tags': { latest: '0.1.0' }, versions }));
  });
  registry.listen(0, '127.0.0.1');
  await once(registry, 'listening');
  env = {
    npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`,
    npm_config_cache: join(place.folder, 'npm-cache'),
    npm_config_fetch_retries: '0',
  };
});
afterAll(async () => {
  registry?.close();
  await place?.remove();
});

test('a plugin that was published to npm is installed by its name', async () => {
  const dataDir = join(place.folder, 'data');
  const args = ['add', 'balcao-plugin-guest-book', '--data-dir', dataDir, '--yes'];
  const { code, text } = await typed(place.folder, args, env);
  expect(code, text).toBe(0);
  const listed = await typed(place.folder, ['list', '--data-dir', dataDir]);
  expect(listed.text).toMatch(/guest-book\s+0\.1\.0.*sound\s+npm:balcao-plugin-guest-book@0\.1\.0/);
});

test('a name that npm does not know is told in one line, and leaves nothing', async () => {
  const dataDir = join(place.folder, 'empty');
  const { code, text } = await typed(place.folder, ['add', 'no-such-plugin', '--data-dir', dataDir, '--yes'], env);
  expect([code, text]).toEqual([1, expect.stringContaining('npm could not give no-such-plugin')]);
  expect(await readdir(join(dataDir, 'plugins'))).toEqual([]);
});
