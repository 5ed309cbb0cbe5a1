import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { eventually, startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { hangingJob, stuck, unrulyRoom } from './fixtures/unruly/server/index.ts';
import { seen } from './fixtures/unruly/server/seen.ts';
import { figure, fixture, readerNotes } from './kernel-fixtures.ts';

let host: TestHost;
let company: TestCompany;
const lines: string[] = [];
const logged = (text: string): string | undefined => lines.find((line) => line.includes(text));
const failures = (where: string) => figure(host, 'balcao_plugin_failures_total', { plugin: 'unruly', where });
const settings = { shelfEnabled: true, 'plugin:reader': true, 'plugin:unruly': true };

beforeAll(async () => {
  host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: ['shelf', 'reader', 'unruly'].map(fixture),
    // Long enough for what ends by itself, on a busy machine too.
    limits: { routeMs: 9_000, eventMs: 3_000, jobMs: 3_000, roomMs: 3_000, contributionMs: 3_000, failures: 1_000 },
    log: (line) => lines.push(line),
  });
  company = await host.company({ settings });
});
afterAll(() => host.close());

test('A route that never answers gets 504, is aborted and counted, and delays nobody', async () => {
  const before = await failures('route');
  const [{ status, body }, other] = await Promise.all([
    company.admin.get('/unruly/hang'),
    company.admin.get('/auth/me'),
  ]);
  expect([status, body]).toEqual([504, { error: 'ERR_TIMEOUT' }]);
  expect(other.status).toBe(200);
  expect(seen.aborted).toContain('route: TimeLimit');
  expect(await failures('route')).toBe(before + 1);
});

test('Writes of a route after its time limit are rolled back, so that a repeated call does not do it twice', async () => {
  expect((await company.admin.post('/unruly/late')).status).toBe(504);
  await eventually(() => seen.done.includes('late'));
  await eventually(() => seen.done.includes('refused'));
  const { rows } = await host.kernel.database.owner.query(`select from kernel.outbox where key = 'late'`);
  expect(rows).toEqual([]);
});

test('A listener that never ends is aborted, its event is retried later, and other listeners get theirs', async () => {
  await company.scope('unruly').emit(stuck, 'stuck:1', {});
  await company.admin.post('/shelf/books', { title: 'beside it' });
  await eventually(async () => (await readerNotes(company)).includes('heard beside it'));
  await eventually(() => seen.aborted.includes('event: TimeLimit'));
  const retrying = async () =>
    (
      await host.kernel.database.owner.query<{ last_error: string; dead: boolean }>(
        `select last_error, dead from kernel.event_retry where subscriber = 'unruly/hangs'`,
      )
    ).rows;
  await eventually(async () => (await retrying()).length === 1);
  expect(await retrying()).toEqual([{ last_error: 'TimeLimit: it did not end within 3 s', dead: false }]);
  expect(await failures('event')).toBeGreaterThan(0);
});

test('A job that never ends is aborted and retried later', async () => {
  await company.scope('unruly').jobs.schedule(hangingJob, {});
  await eventually(() => seen.aborted.includes('job: TimeLimit'));
  await eventually(async () => (await failures('job')) > 0);
  await eventually(() => logged('job failed, will be retried'));
});

test('A room whose check never ends refuses, and the socket can join others', async () => {
  const live = await company.admin.live();
  const [hanging, well] = await Promise.all([
    live.join(unrulyRoom, { how: 'hang' }),
    live.join(unrulyRoom, { how: 'well' }),
  ]);
  expect(hanging).toEqual({ error: 'ERR_TIMEOUT' });
  expect(well).toEqual({ ok: true });
  expect(seen.aborted).toContain('room: TimeLimit');
  expect(await failures('room')).toBeGreaterThan(0);
});

test('an item of a point that never answers is given up and told to end, counts for its own plugin, and the others answer', async () => {
  const ofReader = () => figure(host, 'balcao_plugin_failures_total', { plugin: 'reader', where: 'route' });
  const before = await failures('contribution');
  const { status, body } = await company.admin.get('/reader/answers');
  expect([status, body]).toEqual([200, { hangs: 'TimeLimit', works: 'Indisciplinado' }]);
  expect(seen.aborted).toContain('contribution: TimeLimit');
  expect(await failures('contribution')).toBe(before + 1);
  expect(await ofReader()).toBe(0);
});
