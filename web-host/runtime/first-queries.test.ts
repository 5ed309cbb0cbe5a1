// @vitest-environment jsdom
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  api,
  appRoute,
  defineClient,
  hostSide,
  lazyPart,
  queryClient,
  type AppRoute,
  type Contribution,
} from '@balcao/sdk/client';
import { startPage } from './first-queries.ts';

const query = queryOptions({
  queryKey: ['board'],
  queryFn: () => api.get<{ of: string }>('/board'),
  staleTime: 30_000,
});
let asked: (string | undefined)[];
let answer: () => Promise<Response>;
const page = vi.fn<() => Promise<{ default: () => null }>>(async () => ({ default: () => null }));

const signIn = (id: number, companyId = 1): void =>
  hostSide.acceptSession({
    token: `t${id}-${companyId}`,
    tokenPublicDir: '',
    user: { id, name: 'Ana', email: 'a@b.c', profile: 'user', companyId, permissions: ['board:view'] },
  });

beforeEach(() => {
  asked = [];
  answer = async () => Response.json({ of: 'the company' });
  page.mockClear();
  vi.stubGlobal('fetch', async (_address: string, { headers = {} }: RequestInit = {}) => {
    asked.push((headers as Record<string, string>)['authorization']);
    return answer();
  });
  history.replaceState(null, '', '/board/7?status=late');
  signIn(1);
});
afterEach(() => {
  hostSide.unregister('board');
  hostSide.dropSession('signed-out');
  queryClient.clear();
  vi.unstubAllGlobals();
});

const manifest = {
  id: 'board',
  version: '1.0.0',
  title: 'Board',
  description: 'Board',
  publisher: 'Nobody',
  license: 'MIT',
  sdk: '*',
};
const opened = (route: Partial<AppRoute & Contribution> = {}): Promise<void> => {
  const plugin = defineClient(manifest, (host) =>
    host.add(appRoute, {
      id: 'board',
      path: '/board/:id?',
      component: lazyPart(page),
      prefetch: () => [query],
      ...route,
    }),
  );
  return hostSide.register('board', plugin, undefined, startPage);
};
const inCache = () => queryClient.getQueryData(['board']);
const rest = () => new Promise((resolve) => setTimeout(resolve, 20));

test('a page opened by its address finds its first queries in the cache, and its code is fetched meanwhile', async () => {
  const first = vi.fn<NonNullable<AppRoute['prefetch']>>(() => [query]);
  await opened({ prefetch: first });
  await vi.waitFor(() => expect(inCache()).toEqual({ of: 'the company' }));
  expect(page).toHaveBeenCalledOnce();
  const match = first.mock.calls[0]?.[0];
  expect([match?.params['id'], match?.search.get('status'), match?.session.user.id]).toEqual(['7', 'late', 1]);
  // The same fetch as when the page is drawn; it sends no request.
  await queryClient.fetchQuery(query);
  expect(asked).toEqual(['Bearer t1-1']);
});

test('an infinite query can be a first query, and its first page is fetched', async () => {
  const pages = infiniteQueryOptions({
    queryKey: ['board', 'pages'],
    queryFn: ({ pageParam }) => api.get<{ of: string }>('/board', { pageNumber: pageParam }),
    initialPageParam: 1,
    getNextPageParam: () => undefined,
  });
  await opened({ prefetch: () => [pages] });
  await vi.waitFor(() =>
    expect(queryClient.getQueryData(pages.queryKey)).toEqual({ pages: [{ of: 'the company' }], pageParams: [1] }),
  );
});

test('first queries are not sent for a route that is not open, is public, or is not allowed for the person', async () => {
  for (const route of [{ path: '/elsewhere' }, { public: true }, { permission: 'board:change' }, { when: () => false }])
    await opened(route);
  await rest();
  expect(asked).toEqual([]);
  expect(page).not.toHaveBeenCalled();
});

test('a failing first query or a throwing route stops no plugin, and the page sends its queries as usual', async () => {
  answer = async () => Response.json({ error: 'ERR_NOT_FOUND' }, { status: 404 });
  await opened();
  await vi.waitFor(() => expect(queryClient.getQueryState(['board'])?.status).toBe('error'));
  answer = async () => Response.json({ of: 'the company' });
  await expect(queryClient.fetchQuery(query)).resolves.toEqual({ of: 'the company' });
  const first = () => {
    throw new Error('not sure');
  };
  await expect(opened({ prefetch: first })).resolves.toBeUndefined();
});

test.each([
  ['another person signs in', () => signIn(2)],
  ['the person goes to another company', () => signIn(1, 2)],
  ['the person signs out', () => hostSide.dropSession('signed-out')],
])('no first query is sent when %s before the queries are known', async (_what, change) => {
  const { promise, resolve } = Promise.withResolvers<[typeof query]>();
  await opened({ prefetch: () => promise });
  change();
  resolve([query]);
  await rest();
  expect(asked).toEqual([]);
});

test('an answer that arrives after another person signed in is discarded', async () => {
  const late = Promise.withResolvers<Response>();
  answer = () => late.promise;
  await opened();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  // The host does this when another person signs in.
  queryClient.clear();
  signIn(2);
  late.resolve(Response.json({ of: 'the first person' }));
  await rest();
  expect(inCache()).toBeUndefined();
});
