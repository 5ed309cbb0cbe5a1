import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { type TestHost } from '@balcao/testing';
import type { AppView, CheckResult, ConnectResult } from '../contract.ts';
import { logIn, MetaFixture, startFixtures, startMeta } from './meta-fixture.ts';
import type { MetaSimulator } from './meta/simulator.ts';
import * as wire from './meta/vectors.ts';

let meta: MetaSimulator;
let stop: () => Promise<void>;
let host: TestHost;
const log: string[] = [];

beforeAll(async () => {
  ({ meta, stop } = await startMeta());
  host = await startFixtures({ log: (line) => log.push(line) });
});
afterAll(async () => {
  await host?.close();
  await stop?.();
});

/** Enters a company’s own app in its settings. */
const useOwnApp = async ({ admin }: MetaFixture, app: { appId: string; appSecret: string }): Promise<void> => {
  const { appId, appSecret } = app;
  const own = { metaOwnAppId: appId, metaOwnAppSecret: appSecret, metaOwnVerifyToken: 'palavra da empresa' };
  for (const [key, value] of Object.entries(own))
    expect((await admin.put(`/settings/${key}`, { value })).status).toBe(200);
};

test('The picker names what is missing for each channel, over all pages of Meta’s list', async () => {
  const [one, other] = [await MetaFixture.open(host, meta), await MetaFixture.open(host, meta)];
  const pages = [
    one.page,
    other.page,
    meta.page({ name: 'Página livre' }),
    meta.page({ name: 'Sem tarefa', tasks: ['ANALYZE'] }),
    meta.page({ name: 'Sem Instagram', hasInstagram: false }),
  ];
  const login = await logIn(one.admin, meta, meta.person('Carla Prado', pages));
  const obstacles = Object.fromEntries(
    login.pages.map(({ name, channels }) => [name, channels.map(({ obstacle }) => obstacle)]),
  );
  expect(obstacles).toEqual({
    [one.page.name]: ['connected', null],
    [other.page.name]: ['elsewhere', null],
    'Página livre': [null, null],
    'Sem tarefa': ['task', 'page-task'],
    'Sem Instagram': [null, 'no-instagram'],
  });
  const choose = async (pageId: string, channel: string): Promise<ConnectResult | undefined> =>
    (
      await one.admin.post<ConnectResult[]>('/meta/connect', {
        login: login.id,
        queueId: one.queueId,
        channels: [{ pageId, channel }],
      })
    ).body[0];
  const [, elsewhere, , withoutTask, withoutInstagram] = pages;
  expect((await choose(elsewhere?.pageId ?? '', 'facebook'))?.fault).toBe('ERR_META_TAKEN');
  expect((await choose(withoutTask?.pageId ?? '', 'facebook'))?.fault).toBe('ERR_META_TASK');
  expect((await choose(withoutInstagram?.pageId ?? '', 'instagram'))?.fault).toBe('ERR_META_NO_INSTAGRAM');
  expect((await choose('1', 'facebook'))?.fault).toBe('ERR_META_NO_PAGE_FOUND');
  expect((await one.admin.get<unknown[]>('/whatsapp')).body).toHaveLength(1);
});

test('Two companies that connect the same page at once: one gets it, the other a reason', async () => {
  const [one, other] = [await MetaFixture.open(host, meta), await MetaFixture.open(host, meta)];
  const page = meta.page();
  const person = meta.person('Sócia das duas', [page]);
  const results = await Promise.all(
    [one, other].map(async (fixture) => {
      const login = await logIn(fixture.admin, meta, person);
      const body = {
        login: login.id,
        queueId: fixture.queueId,
        channels: [{ pageId: page.pageId, channel: 'facebook' }],
      };
      return (await fixture.admin.post<ConnectResult[]>('/meta/connect', body)).body[0]?.fault ?? null;
    }),
  );
  expect(results.toSorted()).toEqual(['ERR_META_TAKEN', null].toSorted());
});

test('A login can be ended once, only by the person who started it', async () => {
  const fixture = await MetaFixture.open(host, meta);
  const colleague = await fixture.company.person('admin', 'Outra administradora');
  const started = await fixture.admin.post<{ url: string }>('/meta/login', { origin: 'http://localhost:3000' });
  const state = new URL(started.body.url).searchParams.get('state');
  const finish = (person: typeof colleague) =>
    person.post('/meta/login/finish', { state, code: meta.code(fixture.person) });
  expect((await finish(colleague)).status).toBe(404);
  expect((await finish(fixture.admin)).status).toBe(200);
  expect((await finish(fixture.admin)).status).toBe(404);
  expect((await fixture.admin.post('/meta/login', { origin: 'nada' })).status).toBe(400);
});

test('The published call connects the free pages of a token of our app, and refuses a token of another person', async () => {
  const fixture = await MetaFixture.open(host, meta);
  const page = meta.page();
  const person = meta.person('Marina', [page]);
  const body = { facebookUserId: person.id, facebookUserToken: meta.userToken(person), addInstagram: true };
  expect((await fixture.admin.post('/facebook', { ...body, facebookUserId: '1' })).status).toBe(400);
  const made = await fixture.admin.post<ConnectResult[]>('/facebook', body);
  expect(made.body).toMatchObject([{ channel: 'instagram', pageId: page.pageId, fault: null }]);
  expect((await fixture.admin.get<{ channel: string; status: string }[]>('/whatsapp')).body).toContainEqual(
    expect.objectContaining({ channel: 'instagram', status: 'CONNECTED' }),
  );
});

test('The check finds a missing subscription, and repairs it', async () => {
  const fixture = await MetaFixture.open(host, meta);
  meta.state.subscribed.delete(fixture.page.pageId);
  const path = `/meta/connections/${fixture.connectionId}`;
  const findings = ({ body }: { body: CheckResult[] }) =>
    Object.fromEntries(body.map(({ check, finding }) => [check, finding]));
  expect(findings(await fixture.admin.post<CheckResult[]>(`${path}/check`))).toMatchObject({
    token: 'ok',
    permissions: 'ok',
    page: 'ok',
    subscription: 'none',
    webhook: 'quiet',
  });
  expect(findings(await fixture.admin.post<CheckResult[]>(`${path}/subscribe`))).toMatchObject({ subscription: 'ok' });
  meta.state.endedTokens.set(fixture.page.token, 463);
  expect(findings(await fixture.admin.post<CheckResult[]>(`${path}/check`))).toMatchObject({
    token: 'invalid',
    subscription: 'skipped',
  });
});

test('The subscription of a page ends with its last connection', async () => {
  const fixture = await MetaFixture.open(host, meta);
  const login = await logIn(fixture.admin, meta, fixture.person);
  const { pageId } = fixture.page;
  const made = await fixture.admin.post<ConnectResult[]>('/meta/connect', {
    login: login.id,
    queueId: fixture.queueId,
    channels: [{ pageId, channel: 'instagram' }],
  });
  await fixture.admin.delete(`/whatsapp/${made.body[0]?.connectionId}`);
  expect(meta.state.subscribed.has(pageId)).toBe(true);
  await fixture.admin.delete(`/whatsapp/${fixture.connectionId}`);
  expect(meta.state.subscribed.has(pageId)).toBe(false);
});

test('A person who removes the app, or asks for the deletion of data, is forgotten, with a page that confirms it', async () => {
  const fixture = await MetaFixture.open(host, meta);
  const call = (path: string, signed: string) =>
    fetch(`${host.url}/api${path}`, { method: 'POST', body: new URLSearchParams({ signed_request: signed }) });
  const signed = meta.webhooks.signedRequest(fixture.person.id);
  expect((await call('/meta/deletion', `x${signed}`)).status).toBe(401);
  expect(await fixture.status()).toBe('CONNECTED');
  const answer = await call('/meta/deletion', signed);
  expect(answer.status).toBe(200);
  const { confirmation_code: code } = (await answer.json()) as { confirmation_code: string };
  expect(await fixture.status()).toBe('DISCONNECTED');
  const row = await fixture.company
    .scope('channel-meta')
    .sql.one(sql`select token, person_id as person, connected_as as name from channel_meta.account`);
  expect(row).toEqual({ token: '', person: '', name: '' });
  expect((await fetch(`${host.url}/api/meta/deletion/${code}`)).status).toBe(200);
  expect(
    (await fetch(`${host.url}/api/meta/deletion/${code.replace(/.$/, code.endsWith('0') ? '1' : '0')}`)).status,
  ).toBe(404);
  expect((await call('/meta/deauthorize', signed)).status).toBe(200);
});

test('A person who removes a company’s own app is forgotten there only, and the secret of another company changes nothing', async () => {
  const [one, other] = [await MetaFixture.open(host, meta), await MetaFixture.open(host, meta)];
  const callbacks: Record<string, string> = {};
  for (const [fixture, secret] of [
    [one, 'segredo da primeira'],
    [other, 'segredo da segunda'],
  ] as const) {
    await useOwnApp(fixture, { appId: '7001', appSecret: secret });
    const sqlOf = fixture.company.scope('channel-meta').sql;
    // The same person at both, whom an app of each company knows by the same id.
    await sqlOf.run(sql`update channel_meta.account set own_app = true, person_id = ${one.person.id}`);
    const { body } = await fixture.admin.get<AppView>('/meta/app');
    callbacks[secret] = body.deletionPath;
    expect(body.deauthorizePath).toBe(body.deletionPath.replace(/deletion$/, 'deauthorize'));
  }
  const call = (path: string, secret?: string) =>
    fetch(`${host.url}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ signed_request: meta.webhooks.signedRequest(one.person.id, secret) }),
    });
  const at = callbacks['segredo da primeira'] ?? '';
  for (const secret of ['segredo da segunda', meta.state.app.appSecret, 'um palpite'])
    for (const path of [at, at.replace(/deletion$/, 'deauthorize')])
      expect((await call(path, secret)).status).toBe(401);
  // The installation’s app does not know the people of a company’s own app.
  expect((await call('/api/meta/deauthorize')).status).toBe(200);
  expect([await one.status(), await other.status()]).toEqual(['CONNECTED', 'CONNECTED']);
  const answer = await call(at, 'segredo da primeira');
  expect(answer.status).toBe(200);
  expect([await one.status(), await other.status()]).toEqual(['DISCONNECTED', 'CONNECTED']);
  const { url } = (await answer.json()) as { url: string };
  const { pathname } = new URL(url);
  expect((await fetch(`${host.url}${pathname}`)).status).toBe(200);
  const elsewhere = pathname.replace(at, callbacks['segredo da segunda'] ?? '');
  expect((await fetch(`${host.url}${elsewhere}`)).status).toBe(404);
});

test('A company’s own app has its own webhook, whose events reach that company only', async () => {
  const [fixture, other] = [await MetaFixture.open(host, meta), await MetaFixture.open(host, meta)];
  await useOwnApp(fixture, meta.state.app);
  const { body } = await fixture.admin.get<AppView>('/meta/app');
  expect(body.owner).toBe('company');
  const address = `${host.url}${body.webhookPath}`;
  expect(await meta.webhooks.verify(address, 'outra palavra')).toBe(403);
  expect(await meta.webhooks.verify(address, 'palavra da empresa')).toBe(200);
  const entries = [fixture, other].map(({ account }) =>
    wire.entry(account, [wire.written('901', account, wire.text('Oi'))]),
  );
  expect(await meta.webhooks.deliver('page', entries, { secret: 'um palpite' })).toBe(401);
  expect(await meta.webhooks.deliver('page', entries)).toBe(200);
  expect(await fixture.tickets()).toHaveLength(1);
  expect(await other.tickets()).toEqual([]);
});

test('Tokens and secrets are in no log, and not readable in the database', async () => {
  const fixture = await MetaFixture.open(host, meta);
  const rows = await fixture.company
    .scope('channel-meta')
    .sql.rows(
      sql`select to_jsonb(a) as account from channel_meta.account a union all select to_jsonb(l) from channel_meta.login l`,
    );
  const stored = JSON.stringify(rows);
  for (const secret of [fixture.page.token, meta.state.app.appSecret]) {
    expect(stored).not.toContain(secret);
    expect(log.some((line) => line.includes(secret))).toBe(false);
  }
});
