import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRegistry, type Registry } from './npm-registry.ts';
import { temporaryFolder, runBalcao } from './run-balcao.ts';

const name = 'balcao-plugin-guest-book';
let place: Awaited<ReturnType<typeof temporaryFolder>>;
let registry: Registry;

/** Starts a registry with one package, as `npm publish` of a packed plugin leaves it. */
beforeAll(async () => {
  place = await temporaryFolder();
  await runBalcao(place.folder, ['create', 'guest-book']);
  await runBalcao(join(place.folder, 'guest-book'), ['pack']);
  const archive = join(place.folder, 'guest-book', 'guest-book-0.1.0.tgz');
  registry = await startRegistry([{ name, version: '0.1.0', archive }], join(place.folder, 'npm-cache'));
});
afterAll(async () => {
  registry?.close();
  await place?.remove();
});

test('A plugin published to npm is installed by its name', async () => {
  const dataDir = join(place.folder, 'data');
  const { code, text } = await runBalcao(place.folder, ['add', name, '--data-dir', dataDir, '--yes'], registry.env);
  expect(code, text).toBe(0);
  const listed = await runBalcao(place.folder, ['list', '--data-dir', dataDir]);
  expect(listed.text).toMatch(/guest-book\s+0\.1\.0.*sound\s+npm:balcao-plugin-guest-book@0\.1\.0/);
});

test('A name unknown to npm is reported in one line, and leaves no files', async () => {
  const dataDir = join(place.folder, 'empty');
  const args = ['add', 'no-such-plugin', '--data-dir', dataDir, '--yes'];
  const { code, text } = await runBalcao(place.folder, args, registry.env);
  expect([code, text]).toEqual([1, expect.stringContaining('npm could not give no-such-plugin')]);
  expect(await readdir(join(dataDir, 'plugins'))).toEqual([]);
});
