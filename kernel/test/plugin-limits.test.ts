import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { drop, unrulyRoom } from './fixtures/unruly/server/index.ts';
import { seen } from './fixtures/unruly/server/seen.ts';
import { figure, fixture, readerNotes } from './kernel-fixtures.ts';

let host: TestHost;
let company: TestCompany;
const lines: string[] = [];
const logged = (text: string): string | undefined => lines.find((line) => line.includes(text));
const failures = (where: string) => figure(host, 'balcao_plugin_failures_total', { plugin: 'unruly', where });
const limited = (what: string) => figure(host, 'balcao_plugin_limited_total', { plugin: 'unruly', what });
const settings = { shelfEnabled: true, 'plugin:reader': true, 'plugin:unruly': true };

beforeAll(async () => {
  host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: ['shelf', 'reader', 'unruly'].map(fixture),
    limits: { events: 400, failures: 1_000 },
    log: (line) => lines.push(line),
  });
  company = await host.company({ settings });
});
afterAll(() => host.close());
afterEach(() => clearInterval(seen.timer));

test('Ten thousand events in one request are refused as a whole, with a reason, and none is delivered', async () => {
  const before = await limited('events');
  const { status, body } = await company.admin.post('/unruly/flood', { count: 10_000 });
  expect([status, body]).toEqual([500, { error: 'ERR_TOO_MANY_EVENTS' }]);
  expect(logged('after 400 events in one go: split the work into jobs')).toContain('"plugin":"unruly"');
  expect(await limited('events')).toBe(before + 1);
  const { rows } = await host.kernel.database.owner.query(`select from kernel.outbox where event = 'unruly.drop'`);
  expect(rows).toEqual([]);
});

test('A flood of events of the largest allowed size delays no other company and no other plugin', async () => {
  const other = await host.company({ settings });
  expect((await company.admin.post('/unruly/flood', { count: 400 })).status).toBe(200);
  const waiting = async () =>
    (
      await host.kernel.database.owner.query<{ n: number }>(
        `select count(*)::int as n from kernel.outbox where event = $1`,
        [drop.id],
      )
    ).rows[0]?.n ?? 0;
  await company.admin.post('/shelf/books', { title: 'the same company' });
  await other.admin.post('/shelf/books', { title: 'another company' });
  await eventually(async () => (await readerNotes(other)).includes('heard another company'));
  await eventually(async () => (await readerNotes(company)).includes('heard the same company'));
  await eventually(async () => (await waiting()) === 0);
});

test('A live message of a megabyte is refused at the call with a code, and counted', async () => {
  const before = await limited('message');
  const { status, body } = await company.admin.post('/unruly/message');
  expect([status, body]).toEqual([500, { error: 'ERR_MESSAGE_TOO_LARGE' }]);
  const live = await company.admin.live();
  await live.join(unrulyRoom, { how: 'well' });
  expect(await live.send(unrulyRoom, { how: 'well' }, 'shout', {})).toEqual({ error: 'ERR_MESSAGE_TOO_LARGE' });
  expect(await limited('message')).toBe(before + 2);
  expect(logged('the limit is 262144: send an id and let the browser fetch')).toBeDefined();
  expect(live.received.filter(({ event }) => event === 'words')).toEqual([]);
});

test('A timer that a plugin starts by itself is reported and counted while it runs', async () => {
  await company.admin.post('/unruly/timer');
  expect(await figure(host, 'balcao_plugin_intervals', { plugin: 'unruly' })).toBe(1);
  expect(await failures('process')).toBe(1);
  const line = lines.find((one) => one.includes('it keeps a timer of its own'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    plugin: 'unruly',
    what: expect.stringMatching(/^server\/index\.ts:\d+$/) as string,
  });
  clearInterval(seen.timer);
  expect(await figure(host, 'balcao_plugin_intervals', { plugin: 'unruly' })).toBe(0);
});

test('A process listener of a plugin is removed and reported', async () => {
  const before = process.listenerCount('SIGUSR2');
  await company.admin.post('/unruly/listens');
  expect(process.listenerCount('SIGUSR2')).toBe(before);
  expect(logged('it listens to \\"SIGUSR2\\" of the process')).toContain('"plugin":"unruly"');
});

test('A plugin reads its own settings, module toggles and modules inside plugins, and those of others only as it declares', async () => {
  const value = (key: string) => company.admin.get(`/unruly/setting/${key}`);
  expect((await value('unrulyKey')).status).toBe(200);
  expect((await value('shelfEnabled')).body).toEqual({ value: 'enabled' });
  expect((await value('shelfName')).body).toEqual({ value: 'Main' });
  expect((await value('shelfKey')).status).toBe(500);
  expect(logged('unruly uses the setting \\"shelfKey\\", which belongs to shelf')).toContain('use a service of shelf');
  expect((await value('nowhere')).body).toEqual({ error: 'ERR_NO_SETTING_FOUND' });
  const reader = company.scope('reader');
  expect(reader.settings.get('unrulyMode')).toBe('enabled');
  expect(() => reader.settings.get('unrulyKey')).toThrow(/SETTING_UNDECLARED|belongs to unruly/);
  expect(await reader.sql.rows(sql`select 1 as one`)).toEqual([{ one: 1 }]);
});
