import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestHost, type TestCompany, type TestHost } from '@balcao/sdk/testing';
import { followSettings } from '../live.ts';
import { fixture } from './stage.ts';

let host: TestHost;
let company: TestCompany;
let sockets: Awaited<ReturnType<TestCompany['admin']['live']>>[];

beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: ['shelf', 'reader'].map(fixture) });
  company = await host.company({ settings: { shelfEnabled: true, 'plugin:reader': true } });
  const attendant = await company.person('user', 'Ana');
  sockets = await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? attendant : company.admin).live()));
});
afterAll(() => host.close());

const heard = (event: string) =>
  sockets.map((socket) => socket.received.filter((one) => one.event === event).map(({ data }) => data));

test('twenty browsers hear what a setting is now, so that none has to ask', async () => {
  await company.admin.put('/settings/shelfName', { value: 'Attic' });
  for (const socket of sockets) await socket.receives('setting', ({ key }) => key === 'shelfName');
  expect(heard('setting')).toEqual(sockets.map(() => [{ key: 'shelfName', value: 'Attic' }]));
});

test('a secret and a setting of super users reach no browser, neither by value nor by name', async () => {
  await company.admin.put('/settings/shelfKey', { value: 'top-secret' });
  await host.kernel.identity.settings.set(company.id, 'storageQuota', 6543);
  await company.admin.put('/settings/shelfName', { value: 'Cellar' });
  for (const socket of sockets) await socket.receives('setting', ({ value }) => value === 'Cellar');
  const text = JSON.stringify(sockets.map((socket) => socket.received));
  for (const hidden of ['top-secret', 'shelfKey', '6543', 'storageQuota']) expect(text).not.toContain(hidden);
});

test('twenty browsers hear a switched module with all that they need to follow', async () => {
  await company.disable('shelfEnabled');
  await company.enable('shelfEnabled');
  for (const socket of sockets) await socket.receives('module', ({ on }) => on === true);
  // The plugin has no browser part, so there is nothing to fetch.
  expect(heard('module')).toEqual(
    sockets.map(() => [
      { plugin: 'shelf', on: false, version: '1.0.0' },
      { plugin: 'shelf', on: true, version: '1.0.0', entry: null },
    ]),
  );
});

test('a plugin that is switched on gets its recurring jobs, and those of no other are written again', async () => {
  const asked: ((plugin: string) => boolean)[] = [];
  const acted = Promise.withResolvers<void>();
  const { registry, switches, identity } = host.kernel;
  const follow = followSettings({
    registry,
    switches,
    settings: identity.settings,
    sockets: { closeRooms: () => undefined, emitHere: () => undefined },
    jobs: {
      resume: async () => undefined,
      ensureEvery: async (_company: number, _zone: undefined, isAsked: (plugin: string) => boolean) =>
        void asked.push(isAsked),
    },
    leases: { close: async () => undefined },
    enabled: { look: async () => undefined },
    sessions: { look: async () => acted.resolve() },
    company: () => undefined,
    clients: () => [],
    failed: acted.reject,
  } as unknown as Parameters<typeof followSettings>[0]);
  follow(company.id, 'shelfEnabled');
  await acted.promise;
  expect(asked.map((isAsked) => ['shelf', 'reader'].filter((id) => isAsked(id)))).toEqual([['shelf']]);
});
