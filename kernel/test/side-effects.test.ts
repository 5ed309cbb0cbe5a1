import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { eventually, Person, startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { seen } from './fixtures/unruly/server/seen.ts';
import { pluginFolder } from './installation.ts';
import { figure, fixture } from './kernel-fixtures.ts';

const databaseUrl = inject('databaseUrl');
let host: TestHost;
/** A node in a process of its own, because the errors in question could end the process of the tests. */
let child: ChildProcess;
let url: string;
let company: TestCompany;
let isClosed = false;
let there: Person;
const failures = () => figure({ url }, 'balcao_plugin_failures_total', { plugin: 'unruly', where: 'process' });

beforeAll(async () => {
  host = await startTestHost({ databaseUrl, plugins: [fixture('unruly')] });
  const file = path.join(import.meta.dirname, 'worker.ts');
  child = fork(file, [host.databaseUrl, host.dataDir, fixture('unruly')], { execArgv: [], silent: true });
  const [said] = (await once(child, 'message')) as [{ url: string }];
  ({ url } = said);
  company = await host.company({ settings: { 'plugin:unruly': true } });
  there = new Person(url, company.admin);
  await eventually(async () => (await there.get('/auth/me')).status === 200);
});
afterAll(async () => {
  child.kill('SIGKILL');
  if (!isClosed) await host.close();
});

test('An exception in a plugin’s timer does not end the process, and is counted for the plugin', async () => {
  expect((await there.post('/unruly/throws-later')).status).toBe(200);
  await eventually(async () => (await failures()) === 1);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

test('An unhandled rejection in a plugin does not end the process, and is counted for the plugin', async () => {
  expect((await there.post('/unruly/loses')).status).toBe(200);
  await eventually(async () => (await failures()) === 2);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

test('The plugins page shows the failures of a plugin on other nodes', async () => {
  const root = await host.superUser();
  const { body } = await root.get<{ plugins: { id: string; errors: { byPlace: object; recent: object[] } }[] }>(
    '/platform/installed',
  );
  const { errors } = body.plugins.find(({ id }) => id === 'unruly') ?? { errors: undefined };
  expect(errors?.byPlace).toEqual({ process: 2 });
  expect(errors?.recent.map((one) => (one as { message: string }).message)).toEqual([
    'nobody waits for the promise',
    'nobody waits for the timer',
  ]);
});

test('An unhandled rejection of unknown origin does not end the process', async () => {
  child.send('lose');
  await eventually(async () => (await fetch(`${url}/healthz`)).status === 200);
  expect(child.exitCode).toBeNull();
  expect(await failures()).toBe(2);
});

test('An exception without a plugin in its stack ends the process, because its state is unknown', async () => {
  const ended = once(child, 'exit');
  child.send('throw');
  const [code] = (await ended) as [number];
  expect(code).not.toBe(0);
});

test('Side effects of a plugin’s import are detected too: its process listener is removed, its timer is counted', async () => {
  const { dir, remove } = await pluginFolder({
    early: {
      server: `
        process.on('SIGUSR2', () => undefined);
        setInterval(() => undefined, 60_000);
        export default { parts: { setup() {} } };`,
    },
  });
  const before = process.listenerCount('SIGUSR2');
  const early = await startTestHost({ databaseUrl, plugins: [path.join(dir, 'early')] });
  const root = await early.superUser();
  const { body } = await root.get<{ plugins: { intervals: number; errors: { recent: { code: string }[] } }[] }>(
    '/platform/installed',
  );
  expect(process.listenerCount('SIGUSR2')).toBe(before);
  expect(body.plugins[0]?.intervals).toBe(1);
  expect(body.plugins[0]?.errors.recent.map(({ code }) => code)).toEqual(['INTERVAL_STARTED', 'PROCESS_LISTENER']);
  await early.close();
  await remove();
});

test('Timers that a plugin left running end with its kernel', async () => {
  await company.admin.post('/unruly/timer');
  const timer = seen.timer as (NodeJS.Timeout & { _destroyed?: boolean }) | undefined;
  expect(timer?._destroyed).toBe(false);
  isClosed = true;
  await host.close();
  expect(timer?._destroyed).toBe(true);
});
