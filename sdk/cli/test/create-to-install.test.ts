import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { freshDatabase } from '@balcao/testing/database';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { startProduct, type Product } from './start-product.ts';
import { temporaryFolder, runBalcao } from './run-balcao.ts';

// Each command is a process, and some start a product, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

let place: Awaited<ReturnType<typeof temporaryFolder>>;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let english = '';
let plugin: string;
let dataDir: string;
/** Runs from the first installation to the last removal, because starting it takes longest. */
let product: Product | undefined;

beforeAll(async () => {
  place = await temporaryFolder();
  database = await freshDatabase(inject('databaseUrl'));
  plugin = join(place.folder, 'guest-book');
  dataDir = join(place.folder, 'data');
});
afterAll(async () => {
  await product?.stop();
  await place?.remove();
  await database?.drop();
});

const running = (): Product => {
  if (!product) throw new Error('The product did not start.');
  return product;
};

const archive = (): string => join(plugin, 'guest-book-0.1.0.tgz');

test('A new plugin is created under its own names, with a title and a publisher that need quoting', async () => {
  const names = ['--title', `Guests' "book" \\ 1`, '--publisher', "D'Ávila & Cia"];
  const { code, text } = await runBalcao(place.folder, ['create', 'guest-book', ...names]);
  expect(code, text).toBe(0);
  expect(text).toContain('cd guest-book');
  expect(JSON.parse(await readFile(join(plugin, 'locales', 'pt.json'), 'utf8'))).toMatchObject({
    manifest: { title: `Guests' "book" \\ 1` },
  });
  const files = (await readdir(plugin, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && !entry.parentPath.includes('node_modules'),
  );
  for (const { parentPath, name } of files)
    expect(await readFile(join(parentPath, name), 'utf8')).not.toMatch(/example[-_ ]?notes|Example publisher/i);
});

test('A newly created plugin has no faults', async () => {
  const { code, text } = await runBalcao(plugin, ['check']);
  expect(code, text).toBe(0);
  expect(text).toContain('guest-book 0.1.0 is sound');
});

test('The tests of a newly created plugin and the common suite pass', async () => {
  const { code, text } = await runBalcao(plugin, ['test']);
  expect(code, text).toBe(0);
  expect(text).toMatch(/Test Files\s+3 passed/);
});

test('Packing a plugin twice gives the same bytes, with the printed sha256', async () => {
  const first = await runBalcao(plugin, ['pack']);
  expect(first.code, first.text).toBe(0);
  const bytes = await readFile(archive());
  expect(first.text).toContain(createHash('sha256').update(bytes).digest('hex'));
  await runBalcao(plugin, ['pack']);
  expect((await readFile(archive())).equals(bytes)).toBe(true);
});

test('Different versions in manifest.ts and package.json are reported by the check, and never packed', async () => {
  const manifest = join(plugin, 'manifest.ts');
  const text = await readFile(manifest, 'utf8');
  await writeFile(manifest, text.replace("version: '0.1.0'", "version: '0.2.0'"));
  // The check above has checked the types, which takes longest.
  await rename(join(plugin, 'tsconfig.json'), join(place.folder, 'tsconfig.json'));
  const checked = await runBalcao(plugin, ['check']);
  await rename(join(place.folder, 'tsconfig.json'), join(plugin, 'tsconfig.json'));
  expect(checked.code, checked.text).toBe(0);
  expect(checked.text).toMatch(/! VERSION_DIFFERS {2}package\.json\s+manifest\.ts is 0\.2\.0, package\.json 0\.1\.0/);
  const refused = await runBalcao(plugin, ['pack']);
  expect([refused.code, existsSync(join(plugin, 'guest-book-0.2.0.tgz'))]).toEqual([1, false]);
  expect(refused.text).toContain('npm version --no-git-tag-version 0.2.0');
  await writeFile(manifest, text);
});

test('An operator sees a plugin’s requirements, and nothing is installed without confirmation', async () => {
  const { code, text } = await runBalcao(place.folder, ['add', archive(), '--data-dir', dataDir]);
  expect(code).toBe(1);
  for (const requirement of ['guest-book:view', 'guestBookKeepDays', "D'Ávila & Cia", 'tickets ^0.1.0', '--yes'])
    expect(text).toContain(requirement);
  expect(await readdir(join(dataDir, 'plugins'))).toEqual([]);
});

test('An installed plugin runs in a product without a rebuild, including its page', async () => {
  const added = await runBalcao(place.folder, ['add', archive(), '--data-dir', dataDir, '--yes']);
  expect(added.code, added.text).toBe(0);
  const listed = await runBalcao(place.folder, ['list', '--data-dir', dataDir]);
  expect(listed.text).toMatch(/guest-book\s+0\.1\.0\s+SDK \^0\.1\.0\s+sound\s+.*guest-book-0\.1\.0\.tgz/);

  product = await startProduct(dataDir, database.url, 'guest-book');
  expect(product.faults.filter((fault) => fault.plugin === 'guest-book')).toEqual([]);
  expect(await product.call('GET', '/guest-book')).toEqual({ status: 200, body: [] });
  const { body } = await product.call<{ id: string; entry: string }[]>('GET', '/platform/plugins');
  const entry = body.find(({ id }) => id === 'guest-book')?.entry ?? '';
  expect((await fetch(product.url + entry)).headers.get('content-type')).toContain('javascript');
  // The tables of a running plugin must not be dropped.
  const refused = await runBalcao(
    place.folder,
    ['remove', 'guest-book', '--drop-data', '--yes', '--data-dir', dataDir],
    { DATABASE_URL: database.url },
  );
  expect([refused.code, refused.text]).toEqual([1, expect.stringContaining('The product is running')]);
});

test('A newer version replaces an older one, and a damaged one does not', async () => {
  const manifest = join(plugin, 'manifest.ts');
  await writeFile(manifest, (await readFile(manifest, 'utf8')).replace("version: '0.1.0'", "version: '0.2.0'"));
  const added = await runBalcao(place.folder, ['add', plugin, '--data-dir', dataDir, '--yes']);
  expect(added.code, added.text).toBe(0);
  expect(added.text).toContain('Replaces guest-book 0.1.0 by 0.2.0');
  const installed = join(dataDir, 'plugins', 'guest-book');
  const before = await readFile(join(installed, 'build.json'), 'utf8');
  english = await readFile(join(plugin, 'locales', 'en.json'), 'utf8');
  await writeFile(join(plugin, 'locales', 'en.json'), '{}');
  expect((await runBalcao(place.folder, ['add', plugin, '--data-dir', dataDir, '--yes'])).code).toBe(1);
  expect(await readFile(join(installed, 'build.json'), 'utf8')).toBe(before);
  expect((await readdir(join(dataDir, 'plugins'))).filter((name) => !name.startsWith('.')).toSorted()).toEqual([
    'guest-book',
    'installed.json',
  ]);
});

test('A running product loads a newer version, keeps it if the next one cannot run, and unloads it', async () => {
  const { call } = running();
  const write = async (file: string, change: (text: string) => string): Promise<void> =>
    writeFile(join(plugin, file), change(await readFile(join(plugin, file), 'utf8')));
  const add = () => runBalcao(place.folder, ['add', plugin, '--data-dir', dataDir, '--yes']);
  const entry = async (): Promise<string | undefined> =>
    (await call<{ id: string; version: string }[]>('GET', '/platform/plugins')).body.find(
      ({ id }) => id === 'guest-book',
    )?.version;
  await write('locales/en.json', () => english);
  await write('manifest.ts', (text) => text.replace("version: '0.2.0'", "version: '0.3.0'"));
  const added = await add();
  expect([added.code, added.text]).toEqual([0, expect.stringContaining('the running product has taken it up')]);
  expect([await entry(), (await call('GET', '/guest-book')).status]).toEqual(['0.3.0', 200]);

  const back = await runBalcao(place.folder, ['rollback', 'guest-book', '--data-dir', dataDir, '--yes']);
  expect(back.text).toContain('Puts guest-book 0.2.0 back in the place of 0.3.0');
  expect([back.code, back.text]).toEqual([0, expect.stringContaining('the running product has taken it up')]);
  expect([await entry(), (await call('GET', '/guest-book')).status]).toEqual(['0.2.0', 200]);
  expect((await add()).code).toBe(0);

  await write('manifest.ts', (text) => text.replace("version: '0.3.0'", "version: '0.4.0'"));
  await write('server/index.ts', (text) => `${text}\nthrow new Error('no such luck');\n`);
  const refused = await add();
  expect(refused.code).toBe(1);
  expect(refused.text).toContain(
    'guest-book 0.4.0 is installed, and the running product cannot run it: 0.3.0 goes on.',
  );
  expect(refused.text).toMatch(/IMPORT_FAILED[\s\S]*no such luck/);
  expect([await entry(), (await call('GET', '/guest-book')).status]).toEqual(['0.3.0', 200]);

  const removed = await runBalcao(place.folder, ['remove', 'guest-book', '--yes', '--data-dir', dataDir]);
  expect([removed.code, removed.text]).toEqual([0, expect.stringContaining('The running product has let go of it.')]);
  expect((await call('GET', '/guest-book')).status).toBe(404);
});

test('Removing a plugin retains its data; with --drop-data its own data is removed, and no other', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const count = async (statement: string): Promise<number> =>
    Number((await client.query<{ n: string }>(statement)).rows[0]?.n);
  const schemas = `select count(*) as n from pg_namespace where nspname = 'guest_book'`;
  const settings = `select count(*) as n from kernel.setting where key = 'plugin:guest-book'`;
  try {
    await running().stop();
    expect(existsSync(join(dataDir, 'plugins', 'guest-book'))).toBe(false);
    expect([await count(schemas), await count(settings)]).toEqual([1, 1]);

    await runBalcao(place.folder, ['add', archive(), '--data-dir', dataDir, '--yes']);
    await client.query(`insert into jobs.job (name, data, next_run_at, type) values
      ('guest-book.clean-up', '{"companyId": 1, "input": {}}', now(), 'normal'),
      ('other.work', '{"companyId": 1, "input": {}}', now(), 'normal')`);
    const dropped = await runBalcao(
      place.folder,
      ['remove', 'guest-book', '--drop-data', '--yes', '--data-dir', dataDir],
      {
        DATABASE_URL: database.url,
      },
    );
    expect(dropped.code, dropped.text).toBe(0);
    expect(dropped.text).toContain('table guest_book.note');
    expect([await count(schemas), await count(settings)]).toEqual([0, 0]);
    expect(await count(`select count(*) as n from jobs.job where name like 'guest-book.%'`)).toBe(0);
    expect(await count(`select count(*) as n from jobs.job where name = 'other.work'`)).toBe(1);
    expect(await count(`select count(*) as n from kernel.company`)).toBe(1);
  } finally {
    await client.end();
  }
});
