import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { room, sql } from '@balcao/sdk/server';
import { eventually, startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { PluginBuilds } from '../host/builds.ts';
import type { InstalledPlugin } from '../index.ts';
import { pluginFolder, type Installed, type PluginFolder } from './installation.ts';

const databaseUrl = inject('databaseUrl');
let folder: PluginFolder;
let host: TestHost;
let company: TestCompany;

/** Gates that plugin code waits at, by name, and how often each was reached. */
const gates: Record<string, { reached: number; open: Promise<void>; release: () => void }> = {};
Object.assign(globalThis, { installingGates: gates });
const gate = (name: string) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return (gates[name] = { reached: 0, open: promise, release: resolve });
};

const tables = `{ name: '0001-init', sql: [
  'create table counter.entry (id int generated always as identity primary key, company_id int not null references kernel.company (id) on delete cascade, what text not null)'] }`;
const later = `${tables}, { name: '0002-more', sql: ['alter table counter.entry add more text'] }`;
const version = (number: string, { more = '', migrations = tables, manifest = {} } = {}): Installed => ({
  built: true,
  manifest: {
    version: number,
    routes: { api: ['/counter'] },
    emits: { 'counter.counted': 1 },
    permissions: { 'counter:view': { label: 'view', profiles: ['admin'] } },
    ...manifest,
  },
  parts: `migrations: [${migrations}],`,
  setup: `
    const number = '${number}';
    const wait = async (name) => { const gate = globalThis.installingGates[name]; if (gate) { gate.reached += 1; await gate.open; } };
    const counted = event('counter.counted');
    const keep = job('counter.keep');
    const often = job('counter.often');
    const live = room('counter.live');
    const own = service('counter.own');
    const note = (scope, what) => scope.sql.run(sdk.sql\`insert into counter.entry (company_id, what) values (\${scope.company.id}, \${what})\`);
    host.provide(own, () => ({ number }));
    host.route('GET', '/counter', { access: 'counter:view', handle: async () => ({ number }) });
    host.route('GET', '/counter/slow', { access: 'signed-in', handle: async (_request, scope) => {
      await wait('route');
      return { number, service: scope.use(own).number };
    } });
    host.route('POST', '/counter', { access: 'signed-in', input: { body: z.object({ what: z.string() }) }, handle: async ({ body }, scope) => {
      await scope.emit(counted, 'all', body);
      return { number };
    } });
    host.route('POST', '/counter/jobs', { access: 'signed-in', input: { body: z.object({ what: z.string(), at: z.coerce.date().optional() }) }, handle: async ({ body: { what, at } }, scope) => {
      await scope.jobs.schedule(keep, { what }, { key: what, ...(at && { at }) });
      return {};
    } });
    host.route('POST', '/counter/live', { access: 'signed-in', handle: async (_request, scope) => {
      scope.rooms.emit(live, {}, 'number', { number });
      return {};
    } });
    host.on(counted, 'write', async ({ what }, scope, { id }) => note(scope, 'event ' + what));
    host.job(keep, { data: z.object({ what: z.string() }), handle: async ({ what }, scope) => {
      await wait(what);
      await note(scope, 'job ' + what + ' by ' + number);
    } });
    host.room(live, { params: z.object({}), may: async () => true });
    ${more}`,
});

beforeAll(async () => {
  folder = await pluginFolder({ counter: version('1.0.0') });
  host = await startTestHost({ databaseUrl, plugins: [folder.dir] });
  company = await host.company({ settings: { 'plugin:counter': true } });
});
afterAll(async () => {
  await host.close();
  await folder.remove();
});

const running = (id: string): string | undefined => host.kernel.registry.plugins.get(id)?.source.manifest.version;
const runs = (number: string | undefined, id = 'counter') => eventually(() => running(id) === number);
/** Waits for the reason too: a look that was under way while a version was replaced finds half of both, and looks again. */
const refused = (code: string) =>
  eventually(() => {
    const found = host.kernel.registry.refused.get('counter');
    return found?.faults.some((fault) => fault.code === code) && found;
  });
const entries = async (): Promise<string[]> =>
  (await company.scope('counter').sql.rows<{ what: string }>(sql`select what from counter.entry order by id`)).map(
    ({ what }) => what,
  );
const shown = async (id: string): Promise<InstalledPlugin | undefined> => {
  const root = await host.superUser();
  const { body } = await root.get<{ plugins: InstalledPlugin[] }>('/platform/installed');
  return body.plugins.find((plugin) => plugin.id === id);
};

test('An upgrade takes over while people work, without losing a request, event, job or socket', async () => {
  const route = gate('route');
  const job = gate('held');
  const live = await company.admin.live();
  expect(await live.join(room<object>('counter.live'), {})).toEqual({ ok: true });
  const slow = company.admin.get('/counter/slow');
  await company.admin.post('/counter/jobs', { what: 'held' });
  await company.admin.post('/counter/jobs', { what: 'later', at: new Date(Date.now() + 3_600_000) });
  await eventually(() => route.reached === 1 && job.reached === 1);

  const work = { isOver: false };
  const emitted: string[] = [];
  const answers = new Set<string>();
  const working = (async () => {
    for (let n = 0; !work.isOver; n += 1) {
      const { status, body } = await company.admin.post<{ number: string }>('/counter', { what: `${n}` });
      answers.add(`${status} ${body.number}`);
      emitted.push(`event ${n}`);
    }
  })();
  await eventually(() => emitted.length > 5);
  await folder.replace('counter', version('2.0.0', { migrations: later }));
  await runs('2.0.0');
  await eventually(() => answers.has('200 2.0.0'));
  work.isOver = true;
  await working;
  expect([...answers].toSorted()).toEqual(['200 1.0.0', '200 2.0.0']);

  route.release();
  job.release();
  expect((await slow).body).toEqual({ number: '1.0.0', service: '1.0.0' });
  await eventually(async () => (await entries()).includes('job held by 1.0.0'));
  await eventually(async () => (await entries()).filter((what) => what.startsWith('event')).length >= emitted.length);
  expect((await entries()).filter((what) => what.startsWith('event'))).toEqual(emitted);

  await company.admin.post('/counter/live', {});
  await live.receives('number', ({ number }) => number === '2.0.0');
  await company.admin.post('/counter/jobs', { what: 'later' });
  await eventually(async () => (await entries()).includes('job later by 2.0.0'));
  expect((await entries()).filter((what) => what.startsWith('job'))).toHaveLength(2);
  await live.receives('module', ({ plugin, version: number }) => plugin === 'counter' && number === '2.0.0');
});

test('A version that cannot run leaves the former one running, and its faults are reported', async () => {
  const { manifest } = version('3.0.0');
  const bad: Record<string, { upgrade: Installed; code: string }> = {
    'throws on import': {
      upgrade: { built: true, manifest: manifest ?? {}, server: 'throw new Error("no");' },
      code: 'IMPORT_FAILED',
    },
    'uses a permission it does not declare': {
      upgrade: version('3.0.0', { more: `route(host, '/elsewhere');` }),
      code: 'ROUTE_OUTSIDE_PREFIX',
    },
    'has a job with an invalid interval': {
      upgrade: version('3.0.0', {
        more: `host.job(often, { every: 'now and then', data: z.object({}), handle: async () => {} });`,
      }),
      code: 'SETUP_FAILED',
    },
    'has a migration that fails': {
      upgrade: version('3.0.0', {
        migrations: `${later}, { name: '0003-bad', sql: ['alter table counter.entry add more text'] }`,
      }),
      code: 'MIGRATION_FAILED',
    },
    'has browser code that was changed after the build': {
      upgrade: {
        ...version('3.0.0', { migrations: later }),
        client: { 'client.js': 'export default 1;' },
        changed: { 'client.js': 'export default 2;' },
      },
      code: 'BUNDLE_HASH',
    },
  };
  for (const [what, { upgrade, code }] of Object.entries(bad)) {
    await folder.replace('counter', upgrade);
    const { faults } = await refused(code);
    expect(
      faults.map((fault) => fault.code),
      what,
    ).toContain(code);
    expect((await company.admin.get('/counter')).body, what).toEqual({ number: '2.0.0' });
    expect(await shown('counter'), what).toMatchObject({
      state: 'running',
      version: '2.0.0',
      faults: [],
      refused: { version: '3.0.0', faults: expect.arrayContaining([expect.objectContaining({ code })]) as unknown },
    });
  }
  await folder.replace('counter', version('3.1.0', { migrations: later }));
  await runs('3.1.0');
  expect((await shown('counter'))?.refused).toBeNull();
  expect(await entries()).toContain('job held by 1.0.0');
});

test('A partial copy of a version is not taken for a removal of the plugin', async () => {
  await writeFile(path.join(folder.dir, 'counter', 'plugin.json'), '{');
  await host.kernel.plugins.look();
  expect((await company.admin.get('/counter')).body).toEqual({ number: '3.1.0' });
  await refused('BUNDLE_HASH');
  await folder.replace('counter', version('3.2.0', { migrations: later }));
  await runs('3.2.0');
});

test('A version that would stop another plugin is refused, and a new plugin cannot take over names of an existing one', async () => {
  await folder.add('leans', { built: true, manifest: { requires: { counter: '^3.0.0' } }, setup: '' });
  await runs('1.0.0', 'leans');
  await folder.replace('counter', version('4.0.0', { migrations: later }));
  expect((await refused('DEPENDENCY_VERSION')).faults[0]).toMatchObject({
    message: 'it would stop leans: it needs counter ^3.0.0, installed is 4.0.0',
  });
  expect([running('counter'), running('leans')]).toEqual(['3.2.0', '1.0.0']);
  await folder.replace('leans', {
    built: true,
    manifest: { version: '2.0.0', requires: { counter: '^4.0.0' } },
    setup: '',
  });
  await runs('4.0.0');
  await runs('2.0.0', 'leans');
  await folder.add('aardvark', {
    ...version('1.0.0', { migrations: '' }),
    manifest: { routes: { api: ['/counter'] } },
  });
  await eventually(() => host.kernel.registry.faults.some(({ plugin }) => plugin === 'aardvark'));
  expect([running('counter'), running('aardvark')]).toEqual(['4.0.0', undefined]);
  await folder.takeOut('aardvark');
  await eventually(() => host.kernel.registry.faults.length === 0);
});

test('A plugin that is absent for a moment while it is replaced keeps running, and so does what needs it', async () => {
  const absent: string[] = [];
  const watch = setInterval(() => absent.push(...['counter', 'leans'].filter((id) => !running(id))), 20);
  try {
    await folder.replace('counter', version('4.0.1', { migrations: later }), 1_500);
    await runs('4.0.1');
  } finally {
    clearInterval(watch);
  }
  expect(absent).toEqual([]);
});

test('Added and removed plugins appear and disappear for people who are signed in, and their data stay', async () => {
  const live = await company.admin.live();
  await folder.add('late', {
    built: true,
    manifest: { routes: { api: ['/late'] }, settings: { lateKey: { type: 'string', label: 'key', default: 'none' } } },
    setup: `route(host, '/late');`,
    client: { 'client.js': 'export default 1;' },
  });
  await live.receives('module', ({ plugin, on }) => plugin === 'late' && on === false);
  await company.enable('plugin:late');
  expect((await company.admin.put('/settings/lateKey', { value: 'mine' })).status).toBe(200);
  expect((await company.admin.get('/late')).status).toBe(200);
  const entry = async (): Promise<string | undefined> =>
    (await company.admin.get<{ id: string; entry: string }[]>('/platform/plugins')).body.find(({ id }) => id === 'late')
      ?.entry;
  const address = await entry();
  expect((await fetch(`${host.url}${address}`)).status).toBe(200);
  await folder.replace('late', {
    built: true,
    manifest: { version: '1.1.0', routes: { api: ['/late'] } },
    setup: `route(host, '/late');`,
    client: { 'client.js': 'export default 2;' },
  });
  await live.receives('module', ({ plugin, version: number }) => plugin === 'late' && number === '1.1.0');
  expect(await entry()).not.toBe(address);
  // A page that is open still fetches its parts of the version that it began with.
  for (const one of [address, await entry()]) expect((await fetch(`${host.url}${one}`)).status).toBe(200);
  await folder.takeOut('late');
  await eventually(async () => (await company.admin.get('/late')).status === 404);
  expect(
    (await company.admin.get<{ plugin: string }[]>('/platform/modules')).body.map(({ plugin }) => plugin),
  ).not.toContain('late');
  await folder.add('late', {
    built: true,
    manifest: { routes: { api: ['/late'] }, settings: { lateKey: { type: 'string', label: 'key', default: 'none' } } },
    setup: `route(host, '/late');`,
  });
  await eventually(async () => (await company.admin.get('/late')).status === 200);
  expect(company.scope('late').settings.get('lateKey')).toBe('mine');
});

test('Jobs of a version that was removed wait, and run once a version defines them again', async () => {
  await company.admin.post('/counter/jobs', { what: 'kept', at: new Date(Date.now() + 1_500) });
  const without = version('4.1.0', { migrations: later });
  await folder.replace('counter', {
    ...without,
    setup: without.setup?.replace('host.job(keep', '(() => {})(keep') ?? '',
  });
  await runs('4.1.0');
  const waiting = async (): Promise<number> => {
    const { rows } = await host.kernel.database.owner.query<{ name: string }>(
      `select name from jobs.job where name = 'counter.keep' and disabled`,
    );
    return rows.length;
  };
  await eventually(async () => (await waiting()) === 1);
  await folder.replace('counter', version('4.2.0', { migrations: later }));
  await eventually(async () => (await entries()).includes('job kept by 4.2.0'));
});

test('Both nodes of an installation run newly installed plugins, and one that starts on a refused version runs the former one', async () => {
  const second = await startTestHost({ databaseUrl, plugins: [folder.dir], sameDatabaseAs: host });
  const there = (): string | undefined => second.kernel.registry.plugins.get('counter')?.source.manifest.version;
  try {
    await folder.replace('counter', version('4.3.0', { migrations: later }));
    await runs('4.3.0');
    await eventually(() => there() === '4.3.0');
    await folder.replace('counter', {
      built: true,
      manifest: { version: '5.0.0' },
      server: 'throw new Error("never");',
    });
    await refused('IMPORT_FAILED');
    await eventually(() => second.kernel.registry.refused.has('counter'));
    expect([running('counter'), there()]).toEqual(['4.3.0', '4.3.0']);
  } finally {
    await second.close();
  }
  const third = await startTestHost({ databaseUrl, plugins: [folder.dir], sameDatabaseAs: host });
  try {
    expect(third.kernel.registry.plugins.get('counter')?.source.manifest.version).toBe('4.3.0');
    expect(third.kernel.registry.plugins.has('leans')).toBe(true);
    expect(third.kernel.registry.refused.get('counter')).toMatchObject({
      version: '5.0.0',
      faults: [{ code: 'IMPORT_FAILED' }],
    });
  } finally {
    await third.close();
  }
});

test('The former version can be restored, and the running product switches to it', async () => {
  const builds = PluginBuilds.of(host.dataDir);
  const target = path.join(folder.dir, 'counter');
  // The installed version was refused, so the running one is the one to go back to.
  expect(await builds.restore('counter', target)).toMatchObject({ version: '4.3.0' });
  await eventually(() => !host.kernel.registry.refused.has('counter'));
  expect(await builds.restore('counter', target)).toMatchObject({ version: '4.2.0' });
  await runs('4.2.0');
  expect((await company.admin.get('/counter')).body).toEqual({ number: '4.2.0' });
  expect(await builds.restore('never-installed', path.join(folder.dir, 'never-installed'))).toBeUndefined();
});
