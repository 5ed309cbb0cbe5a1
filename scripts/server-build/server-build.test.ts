import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { freshDatabase, Person } from '@balcao/testing';
import { demoPassword } from '@balcao/kernel/config';
import { upload, workbook } from '../../plugins/contacts/test/spreadsheet.ts';
import { buildServerCode, openServerBuild } from './index.ts';
import { markOfInputs, repository } from './inputs.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'balcao-build-'));
  await chmod(folder, 0o711);
  await buildServerCode({ log: () => undefined });
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

const freePort = async (): Promise<string> => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return String(port);
};

/** Writes the address of every module that the main thread loads into a file. */
const recorder = (file: string): string => `
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';
if (isMainThread) registerHooks({ load(url, context, next) { appendFileSync(${JSON.stringify(file)}, url + '\\n'); return next(url, context); } });`;

const signedIn = async (url: string, email: string): Promise<Person> => {
  const anonymous = new Person(url, { id: 0, email: '', password: '', token: '' });
  const login = { email, password: demoPassword };
  const { body } = await anonymous.post<{ token: string; user: { id: number } }>('/auth/login', login);
  return new Person(url, { id: body.user.id, ...login, token: body.token });
};

test('the product runs from its bundles: every plugin is there, a worker thread reads a spreadsheet, and no source of a plugin is loaded', async () => {
  const [loaded, hooks] = [path.join(folder, 'loaded.txt'), path.join(folder, 'recorder.mjs')];
  await writeFile(hooks, recorder(loaded));
  const [database, port] = await Promise.all([freshDatabase(inject('databaseUrl')), freePort()]);
  let printed = '';
  const product: ChildProcess = spawn(
    process.execPath,
    ['--import', hooks, path.join(repository, 'scripts/start.ts')],
    {
      env: {
        ...process.env,
        NODE_ENV: 'development',
        PORT: port,
        DATA_DIR: path.join(folder, 'data'),
        DATABASE_URL: database.url,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  for (const stream of [product.stdout, product.stderr])
    stream?.setEncoding('utf8').on('data', (text) => (printed += text));
  try {
    const url = `http://127.0.0.1:${port}`;
    await vi.waitFor(() => expect(printed).toContain('Balcão no ar'), { timeout: 50_000, interval: 50 });
    const platform = await signedIn(url, 'super@balcao.local');
    const { body } = await platform.get<{ plugins: { id: string; state: string }[] }>('/platform/installed');
    expect(body.plugins.map(({ id }) => id)).toEqual(expect.arrayContaining(['tickets', 'kanban', 'channel-whatsapp']));
    expect(body.plugins.filter(({ state }) => state !== 'running')).toEqual([]);

    const admin = await signedIn(url, 'admin@balcao.local');
    const rows = [
      ['Nome', 'Celular'],
      ['Ana Prado', '5511987650001'],
    ];
    expect((await upload(admin, 'contatos.xlsx', workbook(rows))).body).toMatchObject({
      columns: ['Nome', 'Celular'],
      total: 1,
    });

    const files = (await readFile(loaded, 'utf8')).split('\n');
    expect(files.filter((file) => /\/(kernel|sdk|plugins\/[^/]+)\/.*\.ts$/.test(file))).toEqual([]);
    expect(files.some((file) => file.includes('/dist/server/'))).toBe(true);
  } finally {
    product.kill('SIGTERM');
    if (product.exitCode === null) await once(product, 'exit');
    await database.drop();
  }
});

test('a build counts until a source file is changed, added or replaced by another', async () => {
  expect(openServerBuild()?.moduleOf(path.join(repository, 'kernel/index.ts'))).toMatch(/dist\/server\/\w+\/kernel\//);
  const [file, other] = [path.join(folder, 'one.ts'), path.join(folder, 'two.ts')];
  for (const each of [file, other]) {
    await writeFile(each, 'export const one = 1;\n');
    await utimes(each, 1_000, 1_000);
  }
  const mark = markOfInputs([file]);
  expect(markOfInputs([file])).toBe(mark);
  expect(markOfInputs([file, other])).not.toBe(mark);
  expect(markOfInputs([other])).not.toBe(mark);
  await utimes(file, 1_001, 1_001);
  expect(markOfInputs([file])).not.toBe(mark);
});
