import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { eventually, startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { CircuitBreakers } from '../host/circuit-breakers.ts';
import { CircuitOpen } from '../host/limits.ts';
import { task, taskJob, unrulyRoom } from './fixtures/unruly/server/index.ts';
import { seen } from './fixtures/unruly/server/seen.ts';
import { figure, fixture } from './kernel-fixtures.ts';

let host: TestHost;
let company: TestCompany;
const openMs = 6_000;
let now = Date.now();
/** Lets the time pass after which every circuit lets a call through on trial. */
const waitUntilTried = (): void => {
  now += openMs * 6;
};
const settings = { 'plugin:reader': true, 'plugin:unruly': true };
const open = (where: string) => figure(host, 'balcao_plugin_breakers_open', { plugin: 'unruly', where });

beforeAll(async () => {
  host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: ['reader', 'unruly'].map(fixture),
    // The circuit does not close by itself between two lines of a test, however busy the machine is.
    limits: { failures: 3, openMs, contributionMs: 200, now: () => now },
  });
});
afterAll(() => host.close());
beforeEach(async () => {
  company = await host.company({ settings });
  Object.assign(seen, { broken: false, calls: 0, done: [] });
});

const site = { plugin: 'any', where: 'route', what: 'GET /any', company: 1 } as const;
const clocked = () => {
  const clock = { now: 0 };
  const breakers = new CircuitBreakers({ failures: 3, openMs: 1_000, now: () => clock.now });
  const fail = (times: number) => {
    for (let n = 0; n < times; n += 1) breakers.enter(site).failed();
  };
  return { clock, breakers, fail };
};

test('A call site that usually works stays closed, however often it fails in total', () => {
  const { breakers, fail } = clocked();
  for (let n = 0; n < 50; n += 1) {
    fail(1);
    breakers.enter(site).succeeded();
  }
  expect(() => breakers.enter(site)).not.toThrow();
});

test('Old failures do not count with current ones', () => {
  const { clock, breakers, fail } = clocked();
  fail(2);
  clock.now += 61_000;
  fail(1);
  expect(() => breakers.enter(site)).not.toThrow();
});

test('An open circuit lets one call through on trial, and the others wait while it runs and when it fails', () => {
  const { clock, breakers, fail } = clocked();
  fail(3);
  expect(() => breakers.enter(site)).toThrow(CircuitOpen);
  expect(() => breakers.enter({ ...site, company: 2 })).not.toThrow();
  clock.now += 1_000;
  const trial = breakers.enter(site);
  expect(() => breakers.enter(site)).toThrow(CircuitOpen);
  trial.failed();
  clock.now += 1_500;
  expect(() => breakers.enter(site)).toThrow(CircuitOpen);
  clock.now += 500;
  breakers.enter(site).abandoned();
  breakers.enter(site).succeeded();
  expect(breakers.open()).toEqual([]);
});

test('A route that keeps failing answers 503 with the time to retry, is not called, and works again once repaired', async () => {
  const call = () => company.admin.get('/unruly/work');
  const other = await host.company({ settings });
  seen.broken = true;
  for (let n = 0; n < 3; n += 1) expect((await call()).status).toBe(500);
  const { status, body, headers } = await call();
  expect([status, body]).toEqual([
    503,
    { error: 'ERR_PLUGIN_FAILING', context: { retryAfter: Number(headers.get('retry-after')) } },
  ]);
  expect(headers.get('retry-after')).toMatch(/^6$/);
  expect(seen.calls).toBe(3);
  expect(await open('route')).toBe(1);
  seen.broken = false;
  waitUntilTried();
  expect((await other.admin.get('/unruly/work')).status).toBe(200);
  await eventually(async () => (await call()).status === 200);
  expect(await open('route')).toBe(0);
});

test('A provider is asked to deliver again while the circuit of the plugin is open', async () => {
  const { address } = (await company.admin.get<{ address: string }>('/unruly/address')).body;
  const deliver = () => host.nobody.post(`/unruly/hook/${address}`);
  seen.broken = true;
  for (let n = 0; n < 3; n += 1) await deliver();
  const { status, headers } = await deliver();
  expect(status).toBe(503);
  expect(headers.get('retry-after')).toMatch(/^6$/);
  seen.broken = false;
  waitUntilTried();
  await eventually(async () => (await deliver()).status === 200);
});

test('Events of a listener with an open circuit wait without losing an attempt, and all arrive once it is repaired', async () => {
  seen.broken = true;
  const names = Array.from({ length: 8 }, (_, n) => `event ${n}`);
  for (const name of names.slice(0, 3)) await company.scope('unruly').emit(task, name, { name });
  await eventually(async () => (await open('event')) === 1);
  for (const name of names.slice(3)) await company.scope('unruly').emit(task, name, { name });
  const retrying = async () =>
    (
      await host.kernel.database.owner.query<{ attempts: number; dead: boolean }>(
        `select attempts, dead from kernel.event_retry where company_id = $1`,
        [company.id],
      )
    ).rows;
  await eventually(async () => (await retrying()).length === names.length);
  // Only calls cost an attempt.
  await eventually(async () => (await retrying()).reduce((sum, { attempts }) => sum + attempts, 0) === seen.calls);
  expect(seen.calls).toBeLessThan(names.length);
  seen.broken = false;
  waitUntilTried();
  await host.kernel.database.owner.query(
    `update kernel.event_retry set next_at = clock_timestamp()
      where company_id = $1 and not dead and next_at < clock_timestamp() + interval '1 day'`,
    [company.id],
  );
  await eventually(() => seen.done.length === names.length);
  expect(seen.done.toSorted()).toEqual(names);
  await eventually(async () => (await retrying()).length === 0);
});

test('Jobs of a kind that keeps failing are postponed without losing an attempt, and run once it is repaired', async () => {
  const { jobs } = company.scope('unruly');
  seen.broken = true;
  for (const name of ['one', 'two', 'three']) await jobs.schedule(taskJob, { name });
  await eventually(async () => (await open('job')) === 1);
  for (const name of ['four', 'five', 'six', 'seven']) await jobs.schedule(taskJob, { name });
  const waiting = async () =>
    (
      await host.kernel.database.owner.query<{ fails: number; later: boolean }>(
        `select coalesce(fail_count, 0)::int as fails, next_run_at > now() as later from jobs.job where name = $1`,
        [taskJob.id],
      )
    ).rows.filter(({ later }) => later);
  // Only calls cost an attempt.
  await eventually(async () => {
    const rows = await waiting();
    return rows.length === 7 && rows.reduce((sum, { fails }) => sum + fails, 0) === seen.calls;
  });
  expect(seen.calls).toBeLessThan(7);
  seen.broken = false;
  waitUntilTried();
  await eventually(() => seen.done.length === 7);
});

test('A room that keeps failing refuses with a code, and admits people again once it is repaired', async () => {
  const live = await company.admin.live();
  const join = () => live.join(unrulyRoom, { how: 'work' });
  seen.broken = true;
  for (let n = 0; n < 3; n += 1) expect(await join()).toEqual({ error: 'ERR_INTERNAL' });
  expect(await join()).toEqual({ error: 'ERR_PLUGIN_FAILING' });
  expect(seen.calls).toBe(3);
  expect(await live.join(unrulyRoom, { how: 'well' })).toEqual({ error: 'ERR_PLUGIN_FAILING' });
  seen.broken = false;
  waitUntilTried();
  await eventually(async () => 'ok' in (await join()));
});

test('A contribution that keeps failing is not called while its circuit is open, and is called again once it works', async () => {
  const ask = async () => (await company.admin.get<{ works: string }>('/reader/answers')).body.works;
  seen.broken = true;
  for (let n = 0; n < 3; n += 1) expect(await ask()).toBe('Error');
  expect(await ask()).toBe('CircuitOpen');
  expect(seen.calls).toBe(3);
  seen.broken = false;
  waitUntilTried();
  await eventually(async () => (await ask()) === 'Indisciplinado');
});
