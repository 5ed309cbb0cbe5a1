import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { followSwitches } from '../follow-switches.ts';
import { fixture } from './kernel-fixtures.ts';

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

const received = (event: string) =>
  sockets.map((socket) => socket.received.filter((one) => one.event === event).map(({ data }) => data));

test('Twenty browsers receive the new value of a setting, so that none has to ask', async () => {
  await company.admin.put('/settings/shelfName', { value: 'Attic' });
  for (const socket of sockets) await socket.receives('setting', ({ key }) => key === 'shelfName');
  expect(received('setting')).toEqual(sockets.map(() => [{ key: 'shelfName', value: 'Attic' }]));
});

test('Neither value nor name of a secret or super user setting reaches a browser', async () => {
  await company.admin.put('/settings/shelfKey', { value: 'top-secret' });
  await host.kernel.identity.settings.set(company.id, 'storageQuota', 6543);
  await company.admin.put('/settings/shelfName', { value: 'Cellar' });
  for (const socket of sockets) await socket.receives('setting', ({ value }) => value === 'Cellar');
  const text = JSON.stringify(sockets.map((socket) => socket.received));
  for (const hidden of ['top-secret', 'shelfKey', '6543', 'storageQuota']) expect(text).not.toContain(hidden);
});

test('Twenty browsers receive a switched module with everything they need to follow', async () => {
  await company.disable('shelfEnabled');
  await company.enable('shelfEnabled');
  for (const socket of sockets) await socket.receives('module', ({ on }) => on === true);
  // The plugin has no browser part, so there is nothing to fetch.
  expect(received('module')).toEqual(
    sockets.map(() => [
      { plugin: 'shelf', on: false, version: '1.0.0' },
      { plugin: 'shelf', on: true, version: '1.0.0', entry: null },
    ]),
  );
});

test('A plugin that is switched on gets its recurring jobs, and those of others are not rewritten', async () => {
  const asked: ((plugin: string) => boolean)[] = [];
  const acted = Promise.withResolvers<void>();
  const { registry, switches, identity } = host.kernel;
  const { setting: follow } = followSwitches({
    registry,
    switches,
    settings: identity.settings,
    sockets: { closeRooms: () => undefined, emitHere: () => undefined },
    jobs: {
      resume: async () => undefined,
      ensureEvery: async (_companies: readonly number[], isAsked: (plugin: string) => boolean) =>
        void asked.push(isAsked),
    },
    leases: { close: async () => undefined },
    enabled: { notify: async () => undefined },
    sessions: { refresh: async () => acted.resolve() },
    company: () => undefined,
    clients: () => [],
    failed: acted.reject,
  } as unknown as Parameters<typeof followSwitches>[0]);
  follow(company.id, 'shelfEnabled');
  await acted.promise;
  expect(asked.map((isAsked) => ['shelf', 'reader'].filter((id) => isAsked(id)))).toEqual([['shelf']]);
});
