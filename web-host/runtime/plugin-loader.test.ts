// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hostSide } from '@balcao/sdk/client';
import { removePlugins, syncPlugins, loadPublicPlugins, applySwitch } from './plugin-loader.ts';

/** Responses that are still open, by path, in the order of their requests. */
let open: Record<string, ((ids: readonly string[]) => void)[]>;

beforeEach(() => {
  open = {};
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', (address: string) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const give = (ids: readonly string[]): void => {
      const list = ids.map((id) => ({ id, version: '1.0.0', entry: `/plugins/${id}/none/client.js` }));
      resolve(new Response(JSON.stringify(list), { headers: { 'content-type': 'application/json' } }));
    };
    (open[address] ??= []).push(give);
    return promise;
  });
});
afterEach(async () => {
  // None of them has code to fetch.
  await vi.waitUntil(() => vi.mocked(console.error).mock.calls.length === modules().length);
  removePlugins();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const own = '/api/platform/plugins';
const asked = (address: string, turn: number) => open[address]?.[turn] ?? (() => undefined);
const modules = () => [...hostSide.store.get(hostSide.modulesAtom)].toSorted();

test('of two lists of enabled plugins the one requested last is applied, however late the other arrives', async () => {
  const first = syncPlugins();
  const second = syncPlugins();
  asked(own, 1)(['tickets', 'kanban']);
  await second;
  asked(own, 0)(['tickets']);
  await first;
  expect(modules()).toEqual(['kanban', 'tickets']);
});

test('a list that arrives before one requested later is applied meanwhile', async () => {
  const first = syncPlugins();
  void syncPlugins();
  asked(own, 0)(['tickets']);
  await first;
  expect(modules()).toEqual(['tickets']);
});

test('a list requested before another person signed in is not applied for that person', async () => {
  const visitors = loadPublicPlugins();
  removePlugins();
  const persons = syncPlugins();
  asked(own, 0)(['tickets', 'kanban']);
  await persons;
  asked('/api/platform/public-plugins', 0)(['announcements']);
  await visitors;
  expect(modules()).toEqual(['kanban', 'tickets']);
});

const entryOf = (id: string) => ({ id, version: '1.0.0', entry: `/plugins/${id}/none/client.js` });

test('a switch message with its entry is applied without a request', async () => {
  const listed = syncPlugins();
  asked(own, 0)(['tickets']);
  await listed;
  expect(applySwitch({ plugin: 'kanban', on: true, entry: entryOf('kanban') })).toBe(true);
  expect(modules()).toEqual(['kanban', 'tickets']);
  expect(applySwitch({ plugin: 'kanban', on: false })).toBe(true);
  expect(applySwitch({ plugin: 'jobs-only', on: true, entry: null })).toBe(true);
  expect(applySwitch({ plugin: 'kanban', on: true, entry: entryOf('kanban') })).toBe(true);
  expect(modules()).toEqual(['kanban', 'tickets']);
  expect(open[own]).toHaveLength(1);
  await vi.waitUntil(() => vi.mocked(console.error).mock.calls.length === 3);
  vi.mocked(console.error).mockClear();
  removePlugins();
});

test('the list is requested when a switch message has no entry, or while an older list is being fetched', async () => {
  const listed = syncPlugins();
  expect(applySwitch({ plugin: 'kanban', on: false })).toBe(false);
  asked(own, 0)(['tickets']);
  await listed;
  expect(applySwitch({})).toBe(false);
  expect(applySwitch({ plugin: 'kanban', on: true })).toBe(false);
  expect(modules()).toEqual(['tickets']);
});

test('a new version of a shown plugin is loaded once nobody is typing', async () => {
  const address = (version: string, source: string): string =>
    `data:text/javascript,${encodeURIComponent(`export default { manifest: { id: 'late', title: '${version}' }, setup() { ${source} } }`)}`;
  let version = '1';
  vi.stubGlobal('fetch', async () => Response.json([{ id: 'late', version, entry: address(version, '') }]));
  const title = () => hostSide.store.get(hostSide.registeredAtom).get('late')?.title;
  await syncPlugins();
  await vi.waitUntil(() => title() === '1');
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  version = '2';
  await syncPlugins();
  await syncPlugins();
  expect(title()).toBe('1');
  field.blur();
  await vi.waitUntil(() => title() === '2');
  field.remove();
  removePlugins();
});
