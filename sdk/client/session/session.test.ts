// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api, ApiError, hostSide, reloadSession, signIn, signOut } from '../index.ts';

type Answer = [status: number, body?: unknown];
let answers: Record<string, (token: string | undefined) => Answer | Promise<Answer>>;
let calls: string[];
let issued: number;

const session = () => ({
  token: `t${++issued}`,
  tokenPublicDir: 'm',
  user: {
    id: 1,
    name: 'Ana',
    email: 'a@b.c',
    profile: 'user',
    companyId: 1,
    permissions: [],
    company: { id: 1, name: 'C' },
  },
});
const status = () => hostSide.store.get(hostSide.statusAtom);

beforeEach(async () => {
  calls = [];
  issued = 0;
  answers = {
    'POST /api/auth/refresh_token': () => [200, session()],
    'POST /api/auth/login': () => [200, session()],
  };
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', headers = {} }: RequestInit = {}) => {
    const call = `${method} ${address}`;
    calls.push(call);
    const token = (headers as Record<string, string>)['authorization']?.replace('Bearer ', '');
    const [code, body] = (await answers[call]?.(token)) ?? [404, { error: 'ERR_NOT_FOUND' }];
    return new Response(body === undefined ? null : JSON.stringify(body), {
      status: code,
      headers: { 'content-type': 'application/json' },
    });
  });
  await signIn('a@b.c', 'x');
  calls.length = 0;
});
afterEach(() => {
  hostSide.dropSession('signed-out');
  vi.unstubAllGlobals();
});

const expired: Answer = [403, { error: 'ERR_SESSION_EXPIRED' }];

test('A sign-out without a connection is sent later, and nobody is signed in before', async () => {
  answers['DELETE /api/auth/logout'] = () => Promise.reject(new TypeError('network'));
  await signOut();
  expect(status()).toBe('signed-out');
  // The page is opened again, and the cookie is still valid.
  await expect(hostSide.refreshSession()).rejects.toMatchObject({ status: 0 });
  const ended: (string | undefined)[] = [];
  answers['DELETE /api/auth/logout'] = (token) => {
    ended.push(token);
    return [200, {}];
  };
  expect(await hostSide.refreshSession()).toBe(false);
  expect({ status: status(), ended }).toEqual({ status: 'signed-out', ended: [`t${issued}`] });
  await signIn('a@b.c', 'x');
  expect(await hostSide.refreshSession()).toBe(true);
});

test('A person who signs in after a pending sign-out stays signed in', async () => {
  answers['DELETE /api/auth/logout'] = () => [503];
  await signOut();
  await signIn('a@b.c', 'x');
  expect(await hostSide.refreshSession()).toBe(true);
  expect(status()).toBe('signed-in');
});

test('Of two concurrent requests for the session the later one applies, whichever responds first', async () => {
  const slow = Promise.withResolvers<Answer>();
  const me = (name: string): Answer => [200, { ...session().user, name, company: { settings: [] } }];
  answers['GET /api/auth/me'] = () => slow.promise;
  const first = reloadSession();
  answers['GET /api/auth/me'] = () => me('Ana Maria');
  await reloadSession();
  slow.resolve(me('Ana'));
  await first;
  expect(hostSide.store.get(hostSide.sessionAtom)?.user.name).toBe('Ana Maria');
});

test('A setting received from the server applies without a request, also over a response in flight', async () => {
  const slow = Promise.withResolvers<Answer>();
  answers['GET /api/auth/me'] = () => slow.promise;
  const reading = reloadSession();
  const requested = calls.length;
  hostSide.applySetting('colour', 'red');
  hostSide.applySetting('colour', 'blue');
  const colour = () => hostSide.store.get(hostSide.sessionAtom)?.setting('colour');
  expect([colour(), calls.length]).toEqual(['blue', requested]);
  const settings = [
    { key: 'colour', value: 'white' },
    { key: 'size', value: 3 },
  ];
  slow.resolve([200, { ...session().user, company: { settings } }]);
  await reading;
  expect([colour(), hostSide.store.get(hostSide.sessionAtom)?.setting('size')]).toEqual(['blue', 3]);
  await reloadSession();
  expect(colour()).toBe('white');
});

test('Many calls with an expired token cause one refresh, and each succeeds', async () => {
  answers['GET /api/things'] = (token) => (token === 't1' ? expired : [200, { token }]);
  const results = await Promise.all(Array.from({ length: 6 }, () => api.get<{ token: string }>('/things')));
  expect(results).toEqual(Array.from({ length: 6 }, () => ({ token: 't2' })));
  expect(calls.filter((call) => call.includes('refresh'))).toHaveLength(1);
});

test('A call is repeated once after a refresh; a second refusal is thrown', async () => {
  answers['GET /api/things'] = () => expired;
  await expect(api.get('/things')).rejects.toMatchObject({ status: 403, code: 'ERR_SESSION_EXPIRED' });
  expect(calls.filter((call) => call.includes('things'))).toHaveLength(2);
});

test('A missing permission does not end the session', async () => {
  answers['GET /api/things'] = () => [403, { error: 'ERR_NO_PERMISSION' }];
  await expect(api.get('/things')).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' });
  expect(calls).toEqual(['GET /api/things']);
  expect(status()).toBe('signed-in');
});

test('A browser without a sign-in requests no session, and one that may have a session does', async () => {
  const requested = () => calls.filter((call) => call.includes('refresh')).length;
  vi.stubGlobal('navigator', { serviceWorker: { controller: null } });
  localStorage.clear();
  hostSide.dropSession('signed-out');
  expect(await hostSide.findSession()).toBe(false);
  expect(await hostSide.findSession()).toBe(false);
  expect({ asked: requested(), status: status() }).toEqual({ asked: 0, status: 'signed-out' });

  // A person signs in, and the page is opened again.
  document.cookie = 'signedIn=one';
  expect(await hostSide.findSession()).toBe(true);
  // The session ended elsewhere: it is requested once, and not on every later page.
  answers['POST /api/auth/refresh_token'] = () => [401, { error: 'ERR_SESSION_EXPIRED' }];
  hostSide.dropSession('signed-out');
  expect([await hostSide.findSession(), await hostSide.findSession(), requested()]).toEqual([false, false, 2]);
  document.cookie = 'signedIn=two';
  await hostSide.findSession();
  expect(requested()).toBe(3);
  document.cookie = 'signedIn=; max-age=0';
});

test.each(['a kept choice', 'a service worker', 'no workers at all'])(
  'a session from before there were marks is found by what else the browser has: %s',
  async (trace) => {
    localStorage.clear();
    if (trace === 'a kept choice') localStorage.setItem('themeMode', 'dark');
    vi.stubGlobal(
      'navigator',
      trace === 'no workers at all' ? {} : { serviceWorker: { controller: trace === 'a service worker' ? {} : null } },
    );
    expect(await hostSide.findSession()).toBe(true);
    // Without a response it is requested again; after a refusal it is not.
    answers['POST /api/auth/refresh_token'] = () => [401, { error: 'ERR_SESSION_EXPIRED' }];
    hostSide.dropSession('signed-out');
    expect([await hostSide.findSession(), await hostSide.findSession()]).toEqual([false, false]);
    expect(calls.filter((call) => call.includes('refresh'))).toHaveLength(2);
  },
);

test('A rejected refresh ends the session, and keeps the person for the page behind the login', async () => {
  answers['GET /api/things'] = () => expired;
  answers['POST /api/auth/refresh_token'] = () => [401, { error: 'ERR_SESSION_EXPIRED' }];
  await expect(api.get('/things')).rejects.toBeInstanceOf(ApiError);
  expect(status()).toBe('expired');
  expect(hostSide.store.get(hostSide.sessionAtom)?.user.name).toBe('Ana');
});

test('A refresh rejected because of a login elsewhere shows the reason without a live message', async () => {
  answers['GET /api/things'] = () => expired;
  answers['POST /api/auth/refresh_token'] = () => [
    401,
    { error: 'ERR_SESSION_EXPIRED', context: { reason: 'elsewhere' } },
  ];
  await expect(api.get('/things')).rejects.toBeInstanceOf(ApiError);
  expect(status()).toBe('elsewhere');
});

test('An unreachable server does not end the session', async () => {
  answers['GET /api/things'] = () => expired;
  answers['POST /api/auth/refresh_token'] = () => Promise.reject(new TypeError('network'));
  await expect(api.get('/things')).rejects.toMatchObject({ status: 0, code: 'ERR_OFFLINE' });
  answers['POST /api/auth/refresh_token'] = () => [503];
  await expect(api.get('/things')).rejects.toMatchObject({ status: 503, code: 'ERR_UNAVAILABLE' });
  expect(status()).toBe('signed-in');
});

test('A 401 ends the session, except for a wrong password', async () => {
  answers['POST /api/auth/login'] = () => [401, { error: 'ERR_INVALID_CREDENTIALS' }];
  await expect(signIn('a@b.c', 'wrong')).rejects.toMatchObject({ code: 'ERR_INVALID_CREDENTIALS' });
  expect(status()).toBe('signed-in');
  answers['GET /api/things'] = () => [401, { error: 'ERR_SESSION_EXPIRED' }];
  await expect(api.get('/things')).rejects.toMatchObject({ status: 401 });
  expect(status()).toBe('expired');
});

test('A login for another company, or of another person, discards the page of the expired session', async () => {
  const reload = vi.fn<() => void>();
  vi.stubGlobal('location', { reload });
  const at = (change: object) => ({ ...session(), user: { ...session().user, ...change } });
  const present = () => hostSide.store.get(hostSide.personAtom);
  for (const change of [{ companyId: 2 }, { id: 9 }]) {
    hostSide.dropSession('expired');
    answers['POST /api/auth/login'] = () => [200, at(change)];
    await signIn('a@b.c', 'x');
    expect(present()).toMatchObject({ id: 1, companyId: 1 });
    expect({ status: status(), token: hostSide.accessToken() }).toEqual({ status: 'expired', token: undefined });
  }
  expect(reload).toHaveBeenCalledTimes(2);
  answers['POST /api/auth/login'] = () => [200, session()];
  await signIn('a@b.c', 'x');
  expect([status(), reload.mock.calls.length]).toEqual(['signed-in', 2]);
});

test('An ApiError contains the error of each field and the context of the refusal', async () => {
  answers['POST /api/things'] = () => [400, { error: 'ERR_VALIDATION', fields: { name: 'Too Short!' } }];
  await expect(api.post('/things', {})).rejects.toMatchObject({ fields: { name: 'Too Short!' } });
  answers['PUT /api/things'] = () => [409, { error: 'ERR_IN_USE', context: { by: ['a', 'b'] } }];
  await expect(api.put('/things', {})).rejects.toMatchObject({ context: { by: ['a', 'b'] } });
});

test('Empty parameters are omitted, lists repeat their name, dates are ISO 8601', async () => {
  answers['GET /api/things?a=1&b=x&b=y&day=2026-03-01T00%3A00%3A00.000Z'] = () => [200, []];
  await api.get('/things', { a: 1, none: undefined, nothing: null, b: ['x', 'y'], day: new Date('2026-03-01') });
  expect(calls).toHaveLength(1);
});

test('A cancelled call is an AbortError and no network failure', async () => {
  const abort = new AbortController();
  answers['GET /api/things'] = () => Promise.reject(abort.signal.reason);
  abort.abort();
  await expect(api.get('/things', {}, { signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' });
});

test('A response without a body is undefined', async () => {
  answers['DELETE /api/things'] = () => [204];
  expect(await api.delete('/things')).toBeUndefined();
});

/** The bootstrap request of the page's head. */
const requested = (answer: unknown, mark = 'm1') =>
  vi.stubGlobal('earlyStart', Promise.resolve(answer === undefined ? undefined : { answer, mark }));
const parts = { plugins: [{ id: 'tickets', version: '1.0.0', entry: '/client.js' }] };
const opens = async (): Promise<boolean> => {
  hostSide.dropSession('signed-out');
  return hostSide.findSession();
};
const markOfBrowser = (mark: string) => (document.cookie = `signedIn=${mark}`);
const refreshes = () => calls.filter((call) => call.includes('refresh')).length;

test('A page uses the session requested by its head, with the company’s modules, and requests none', async () => {
  markOfBrowser('m1');
  requested({ session: { ...session(), token: 'early' }, ...parts });
  expect(await opens()).toBe(true);
  expect({ token: hostSide.accessToken(), refreshes: refreshes() }).toEqual({ token: 'early', refreshes: 0 });
  expect(hostSide.claimPageComposition()).toEqual(parts);
  // The composition is returned once.
  expect(hostSide.claimPageComposition()).toBeUndefined();
});

test('A session requested before a sign-in or sign-out in another tab is requested again', async () => {
  markOfBrowser('m2');
  requested({ session: { ...session(), token: 'early', user: { ...session().user, id: 9 } }, ...parts }, 'm1');
  expect(await opens()).toBe(true);
  expect(hostSide.store.get(hostSide.personAtom)?.id).toBe(1);
  expect(refreshes()).toBe(1);
  expect(hostSide.claimPageComposition()).toBeUndefined();
});

test('A page whose early request failed requests the session as usual', async () => {
  markOfBrowser('m1');
  requested(undefined);
  expect(await opens()).toBe(true);
  expect(refreshes()).toBe(1);
});

test('The early modules of a company are not used for another person who signs in later', async () => {
  markOfBrowser('m1');
  requested({ session: { ...session(), token: 'early' }, ...parts });
  expect(await opens()).toBe(true);
  await signIn('a@b.c', 'x');
  expect(hostSide.claimPageComposition()).toBeUndefined();
});
