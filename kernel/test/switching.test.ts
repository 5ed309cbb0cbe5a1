import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { companyRoom } from '@balcao/sdk/server';
import { eventually, startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { followSwitches } from '../follow-switches.ts';
import { readJob } from './fixtures/reader/server/index.ts';
import { bookRoom, stockJob } from './fixtures/shelf/contract.ts';
import { fixture, readerNotes, shelfNotes } from './kernel-fixtures.ts';

const databaseUrl = inject('databaseUrl');
const plugins = ['shelf', 'reader'].map(fixture);
let host: TestHost;
let company: TestCompany;

beforeAll(async () => {
  host = await startTestHost({ databaseUrl, plugins });
  company = await host.company({ settings: { shelfEnabled: true, 'plugin:reader': true } });
});
afterAll(() => host.close());

const add = async (title: string) => (await company.admin.post<{ id: number }>('/shelf/books', { title })).body.id;
const received = async (what: string) => eventually(async () => (await readerNotes(company)).includes(what));

test('Events are delivered to modules that are on, and skip a module that is off', async () => {
  await add('one');
  await received('heard one');
  await eventually(async () => (await shelfNotes(company)).includes('added one'));
  const scope = company.scope('shelf');
  await company.disable('shelfEnabled');
  const { bookAdded } = await import('./fixtures/shelf/contract.ts');
  await scope.emit(bookAdded, 'book:2', { id: 2, title: 'two' });
  await received('heard two');
  await company.enable('shelfEnabled');
  await add('three');
  await eventually(async () => (await shelfNotes(company)).includes('added three'));
  expect((await shelfNotes(company)).filter((what) => what.startsWith('added'))).toEqual(['added one', 'added three']);
});

test('Jobs of a module that is off are stored, wait, and run once it is on again', async () => {
  const scope = company.scope('shelf');
  await company.disable('shelfEnabled');
  await scope.jobs.schedule(stockJob, { title: 'late' });
  await company.scope('reader').jobs.schedule(readJob, { title: 'marker' });
  await eventually(async () => (await readerNotes(company)).includes('read marker'));
  expect(await shelfNotes(company)).not.toContain('stock late');
  await company.enable('shelfEnabled');
  await eventually(async () => (await shelfNotes(company)).includes('stock late'));
  expect((await shelfNotes(company)).filter((what) => what === 'stock late')).toHaveLength(1);
});

test('An open browser is notified when a module is switched off and on, and is out of its rooms in between', async () => {
  const id = await add('live');
  const live = await company.admin.live();
  expect(await live.join(bookRoom, { id })).toEqual({ ok: true });
  await company.admin.put(`/shelf/books/${id}`, { title: 'first' });
  await live.receives('title', ({ title }) => title === 'first');
  await company.disable('shelfEnabled');
  await live.receives('module', ({ plugin, on }) => plugin === 'shelf' && on === false);
  expect(await live.join(bookRoom, { id })).toEqual({ error: 'ERR_PLUGIN_DISABLED' });
  expect(await live.send(bookRoom, { id }, 'page', 3)).toEqual({ error: 'ERR_PLUGIN_DISABLED' });

  await company.enable('shelfEnabled');
  await live.receives('module', ({ on }) => on === true);
  await company.admin.put(`/shelf/books/${id}`, { title: 'second' });
  expect(await live.join(bookRoom, { id })).toEqual({ ok: true });
  await company.admin.put(`/shelf/books/${id}`, { title: 'third' });
  await live.receives('title', ({ title }) => title === 'third');
  const titles = live.received.filter(({ event }) => event === 'title').map(({ data }) => data['title']);
  expect(titles).toEqual(['first', 'third']);
});

test('A company that was switched off works no more, from outside or by itself, and goes on when it is on again', async () => {
  const closed = await host.company({ settings: { shelfEnabled: true, 'plugin:reader': true } });
  const { tenants } = host.kernel.identity;
  const scope = closed.scope('shelf');
  const { address } = (await closed.admin.get<{ address: string }>('/shelf/address')).body;
  const call = (text: string) => fetch(`${host.url}/api/shelf/hook/${address}`, { method: 'POST', body: text });
  expect((await call('before')).status).toBe(200);
  await tenants.update(closed.id, { status: false });

  const { bookAdded } = await import('./fixtures/shelf/contract.ts');
  await scope.emit(bookAdded, 'book:1', { id: 1, title: 'waiting' });
  await scope.jobs.schedule(stockJob, { title: 'waiting' });
  expect((await call('while off')).status).toBe(200);
  expect((await fetch(`${host.url}/api/shelf/window/${address}`)).status).toBe(404);
  // Jobs and events of another company run meanwhile.
  await company.scope('shelf').jobs.schedule(stockJob, { title: 'of another company' });
  await add('of another company');
  await received('heard of another company');
  await eventually(async () => (await shelfNotes(company)).includes('stock of another company'));
  expect(await shelfNotes(closed)).toEqual(['hook before']);
  expect(await readerNotes(closed)).toEqual([]);

  await tenants.update(closed.id, { status: true });
  await eventually(async () => (await shelfNotes(closed)).includes('stock waiting'));
  await eventually(async () => (await readerNotes(closed)).includes('heard waiting'));
  expect(await shelfNotes(closed)).not.toContain('hook while off');
  expect((await call('after')).status).toBe(200);
});

test('Nothing of a removed company is left in jobs and undelivered events', async () => {
  const gone = await host.company({ settings: { shelfEnabled: true, 'plugin:reader': true } });
  const { owner } = host.kernel.database;
  const left = async () =>
    (
      await owner.query<{ jobs: number; events: number }>(
        `select (select count(*)::int from jobs.job where data->>'companyId' = $1) as jobs,
                (select count(*)::int from kernel.event_retry where company_id = $1::int) as events`,
        [String(gone.id)],
      )
    ).rows[0];
  const scope = gone.scope('shelf');
  const { bookAdded } = await import('./fixtures/shelf/contract.ts');
  await host.kernel.identity.tenants.update(gone.id, { status: false });
  await scope.jobs.schedule(stockJob, { title: 'never' });
  await scope.emit(bookAdded, 'book:1', { id: 1, title: 'never' });
  await eventually(async () => ((await left())?.events ?? 0) > 0);
  await host.kernel.identity.tenants.remove(gone.id);
  expect(await left()).toEqual({ jobs: 0, events: 0 });

  // A node that was killed in between left a job behind: its first run removes it with all others of the company.
  await owner.query(`delete from kernel.outbox where company_id = $1`, [gone.id]);
  await host.kernel.jobs.schedule(
    stockJob.id,
    gone.id,
    { title: 'left behind' },
    { at: new Date(Date.now() + 3_600_000) },
  );
  await host.kernel.jobs.schedule(stockJob.id, gone.id, { title: 'due' });
  await eventually(async () => (await left())?.jobs === 0);
});

test('Another company keeps its module while this one switches its own off', async () => {
  const other = await host.company({ settings: { shelfEnabled: true, 'plugin:reader': true } });
  await company.disable('shelfEnabled');
  expect((await other.admin.get('/shelf/books')).status).toBe(200);
  expect((await company.admin.get('/shelf/books')).status).toBe(404);
  await company.enable('shelfEnabled');
});

test('Switching on one node takes effect on the other, for calls, sockets and jobs', async () => {
  const second = await startTestHost({ databaseUrl, plugins, sameDatabaseAs: host });
  try {
    const status = async () => {
      const response = await fetch(`${second.url}/api/shelf/books`, {
        headers: { authorization: `Bearer ${company.admin.token}` },
      });
      return response.status;
    };
    await eventually(async () => (await status()) === 200);
    const there = await second.logIn(company.admin.email, company.admin.password);
    company.admin.token = there.token;
    const live = await there.live();
    await company.disable('shelfEnabled');
    await eventually(async () => (await status()) === 404);
    await live.receives('module', ({ on }) => on === false);
    await company.enable('shelfEnabled');
    await eventually(async () => (await status()) === 200);
    await live.receives('module', ({ on }) => on === true);
    expect(live.received.filter(({ event, room }) => event === 'module' && room === companyRoom.id)).toHaveLength(2);
    await second.kernel.scope(company.id, 'shelf').jobs.schedule(stockJob, { title: 'across' });
    await eventually(async () => (await shelfNotes(company)).includes('stock across'));
  } finally {
    await second.close();
  }
});

test('The last of many concurrent switches is the one that applies, for calls and jobs alike', async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => (n % 2 ? company.enable('shelfEnabled') : company.disable('shelfEnabled'))),
  );
  await company.enable('shelfEnabled');
  expect((await company.admin.get('/shelf/books')).status).toBe(200);
  await company.scope('shelf').jobs.schedule(stockJob, { title: 'in the end' });
  await eventually(async () => (await shelfNotes(company)).includes('stock in the end'));
});

test('Jobs that are resumed while their pause is still running end up enabled', async () => {
  const { registry, switches } = host.kernel;
  const acts: string[] = [];
  let paused: (() => void) | undefined;
  const jobs = {
    pause: () =>
      new Promise<void>((resolve) => {
        paused = () => {
          acts.push('pause');
          resolve();
        };
      }),
    resume: async () => void acts.push('resume'),
    ensureEvery: async () => undefined,
  };
  const sockets = { closeRooms: () => undefined, emitHere: () => undefined };
  const parts = {
    registry,
    switches,
    settings: host.kernel.identity.settings,
    sockets,
    jobs,
    leases: { close: async () => undefined },
    enabled: { notify: async () => undefined },
    sessions: { refresh: async () => undefined },
    company: () => undefined,
    clients: () => [],
    failed: () => undefined,
  };
  const { setting: follow } = followSwitches(parts as unknown as Parameters<typeof followSwitches>[0]);
  await company.disable('shelfEnabled');
  follow(company.id, 'shelfEnabled');
  await eventually(() => paused);
  await company.enable('shelfEnabled');
  follow(company.id, 'shelfEnabled');
  await new Promise(setImmediate);
  expect(acts).toEqual([]);
  paused?.();
  await eventually(() => acts.length === 2);
  expect(acts).toEqual(['pause', 'resume']);
});
