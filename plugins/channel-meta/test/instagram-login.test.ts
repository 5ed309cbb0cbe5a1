import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, type TestCompany, type TestHost } from '@balcao/testing';
import type { MessageView, TicketView } from '@balcao/tickets/contract';
import { maintain, type AccountView, type CheckResult, type ConnectResult, type LoginView } from '../contract.ts';
import { enterApp, MetaFixture, startFixtures, startMeta } from './meta-fixture.ts';
import type { MetaSimulator, SimulatedAccount } from './meta/simulator.ts';
import * as wire from './meta/vectors.ts';

let meta: MetaSimulator;
let stop: () => Promise<void>;
let host: TestHost;
const log: string[] = [];
const thais = '5519970010001';

beforeAll(async () => {
  ({ meta, stop } = await startMeta());
  host = await startFixtures({ log: (line) => log.push(line) });
});
afterEach(() => {
  meta.state.aheadMs = 0;
});
afterAll(async () => {
  await host?.close();
  await stop?.();
});

interface Shop {
  company: TestCompany;
  account: SimulatedAccount;
  connectionId: number;
}

const messageScopes = 'instagram_business_basic,instagram_business_manage_messages';
const logIn = async (
  company: TestCompany,
  account: SimulatedAccount,
  { comments = false }: { comments?: boolean } = {},
): Promise<LoginView> => {
  const started = await company.admin.post<{ url: string }>('/meta/login', {
    origin: host.url,
    via: 'instagram',
    comments,
  });
  const { searchParams, pathname } = new URL(started.body.url);
  expect(pathname).toBe('/www.instagram.com/oauth/authorize');
  expect(searchParams.get('client_id')).toBe(meta.state.instagramApp.appId);
  expect(searchParams.get('scope')).toBe(
    comments ? `${messageScopes},instagram_business_manage_comments` : messageScopes,
  );
  const state = searchParams.get('state');
  const finished = await company.admin.post<LoginView>('/meta/login/finish', {
    state,
    code: meta.instagramCode(account),
  });
  expect(finished.status).toBe(200);
  return finished.body;
};
const connect = async (company: TestCompany, account: SimulatedAccount): Promise<ConnectResult | undefined> => {
  const queues = await company.admin.get<{ id: number }[]>('/queue');
  const login = await logIn(company, account);
  const channels = login.pages.map(({ pageId }) => ({ pageId, channel: 'instagram' }));
  const body = { login: login.id, queueId: queues.body[0]?.id, channels };
  return (await company.admin.post<ConnectResult[]>('/meta/connect', body)).body[0];
};
const opened = async (): Promise<Shop> => {
  const company = await host.company();
  await enterApp(host, meta, company);
  await company.admin.post('/queue', { name: 'Vendas', color: '#2e9e7a' });
  const account = meta.account();
  const made = await connect(company, account);
  return { company, account, connectionId: made?.connectionId ?? 0 };
};
/** Delivers events as Meta signs them for accounts without a page. */
const deliver = ({ account: { igId } }: Shop, ...events: wire.WireEvent[]): Promise<number> =>
  meta.webhooks.deliver('instagram', [wire.entry(igId, events)], { secret: meta.state.instagramApp.appSecret });
const conversation = async (shop: Shop): Promise<number> => {
  const { admin } = shop.company;
  expect(await deliver(shop, wire.written(thais, shop.account.igId, wire.text('Oi')))).toBe(200);
  const list = await admin.get<{ tickets: TicketView[] }>('/tickets?showAll=true&status=pending');
  const id = list.body.tickets[0]?.id ?? 0;
  await admin.put(`/tickets/${id}`, { status: 'open', userId: admin.id });
  return id;
};
const said = async ({ company }: Shop, ticketId: number): Promise<MessageView[]> =>
  (await company.admin.get<{ messages: MessageView[] }>(`/messages/${ticketId}`)).body.messages;
const viewOf = async ({ company, connectionId }: Shop): Promise<AccountView> =>
  (await company.admin.get<AccountView>(`/meta/connections/${connectionId}`)).body;
const statusOf = async ({ company, connectionId }: Shop): Promise<string> =>
  (await company.admin.get<{ status: string }>(`/whatsapp/${connectionId}`)).body.status;
/** Turns the clock: that of Meta forward, and what is stored here backward. */
const daysPass = async ({ company }: Shop, days: number): Promise<void> => {
  meta.later(24 * days);
  await company
    .scope('channel-meta')
    .sql.run(
      sql`update channel_meta.account set issued_at = issued_at - make_interval(days => ${days}), expires_at = expires_at - make_interval(days => ${days})`,
    );
};
const daysLeft = async (shop: Shop): Promise<number> =>
  Math.round((Date.parse((await viewOf(shop)).expiresAt ?? '') - Date.now()) / 86_400_000);
const lookAfter = ({ company }: Shop): Promise<unknown> =>
  company.scope('channel-meta').jobs.schedule(maintain, {}, { key: 'now' });

test('An account of Instagram without a page is connected by its own login, and receives and answers messages and files', async () => {
  const shop = await opened();
  const { company, account } = shop;
  expect(await viewOf(shop)).toMatchObject({ via: 'instagram', username: account.username, pageId: '', trouble: '' });
  expect(await statusOf(shop)).toBe('CONNECTED');
  const ticketId = await conversation(shop);
  await company.admin.post(`/messages/${ticketId}`, { body: 'Olá!' });
  const form = new FormData();
  form.append('body', 'Segue a foto');
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  const bytes = Uint8Array.from(Buffer.from(png, 'base64'));
  form.append('medias', new Blob([bytes], { type: 'image/png' }), 'foto.png');
  await company.admin.post(`/messages/${ticketId}`, form);
  const reached = () => meta.accepted.filter(({ pageId }) => pageId === account.igId);
  await eventually(() => reached().length === 3);
  expect(reached().map(({ file, message }) => file?.bytes.equals(bytes) ?? message['text'])).toEqual([
    'Olá!',
    true,
    'Segue a foto',
  ]);
  await eventually(async () => (await said(shop, ticketId)).every(({ failure }) => failure === null));
});

test('The check of an account without a page tells until when its access lasts, and asks for nothing of a page', async () => {
  const shop = await opened();
  const { body } = await shop.company.admin.post<CheckResult[]>(`/meta/connections/${shop.connectionId}/check`);
  expect(body.map(({ check, state, finding }) => [check, state, finding])).toEqual([
    ['app', 'ok', 'ok'],
    ['token', 'ok', 'renewed'],
    ['permissions', 'ok', 'ok'],
    ['subscription', 'ok', 'ok'],
    ['instagram', 'ok', 'alone'],
    ['access', 'warn', 'unknown'],
    ['webhook', 'warn', 'quiet'],
  ]);
  expect(body.find(({ check }) => check === 'token')?.values).toEqual({ days: '60' });
});

test('The token of 60 days is renewed although nobody writes, and the account works past its first end', async () => {
  const shop = await opened();
  const tokens = (): number =>
    [...meta.state.instagramTokens.values()].filter(({ igId }) => igId === shop.account.igId).length;
  const before = tokens();
  meta.state.subscribed.delete(shop.account.igId);
  await lookAfter(shop);
  // The job has come to this account: its token is too young to be renewed.
  await eventually(() => meta.state.subscribed.has(shop.account.igId));
  expect(tokens()).toBe(before);
  for (let times = 0; times < 7; times += 1) {
    await daysPass(shop, 11);
    expect(await daysLeft(shop)).toBe(49);
    await lookAfter(shop);
    await eventually(async () => (await daysLeft(shop)) === 60);
  }
  const ticketId = await conversation(shop);
  await shop.company.admin.post(`/messages/${ticketId}`, { body: 'Ainda aqui' });
  await eventually(async () => (await said(shop, ticketId)).at(-1)?.ack === 1);
  expect(await statusOf(shop)).toBe('CONNECTED');
});

test('A token that could not be renewed in time takes the connection down, and the same account is connected anew', async () => {
  const shop = await opened();
  await daysPass(shop, 61);
  await lookAfter(shop);
  await eventually(async () => (await statusOf(shop)) === 'DISCONNECTED');
  expect((await viewOf(shop)).trouble).toBe('token');
  expect(await connect(shop.company, shop.account)).toMatchObject({ connectionId: shop.connectionId, fault: null });
  expect([await statusOf(shop), await daysLeft(shop)]).toEqual(['CONNECTED', 60]);
});

test('An account is connected once, whichever login is used, and a company that removes the app is forgotten', async () => {
  const byPage = await MetaFixture.open(host, meta, 'instagram');
  const same = meta.account({ igId: byPage.page.igId, username: byPage.page.igUsername });
  const login = await logIn(byPage.company, same);
  expect(login.pages.map(({ channels }) => channels.map(({ channel, obstacle }) => [channel, obstacle]))).toEqual([
    [['instagram', 'connected']],
  ]);
  const shop = await opened();
  expect((await connect(shop.company, same))?.fault).toBe('ERR_META_TAKEN');
  const other = await host.company();
  await other.admin.post('/queue', { name: 'Vendas', color: '#2e9e7b' });
  expect((await connect(other, shop.account))?.fault).toBe('ERR_META_TAKEN');
  const person = await shop.company
    .scope('channel-meta')
    .sql.one<{ id: string }>(sql`select person_id as id from channel_meta.account`);
  const signed = meta.webhooks.signedRequest(person?.id ?? '', meta.state.instagramApp.appSecret);
  const call = await fetch(`${host.url}/api/meta/deauthorize`, {
    method: 'POST',
    body: new URLSearchParams({ signed_request: signed }),
  });
  expect([call.status, await statusOf(shop)]).toEqual([200, 'DISCONNECTED']);
});

test('The subscription of an account without a page ends with its connection, whatever other accounts there are', async () => {
  const [shop, other] = [await opened(), await opened()];
  expect(meta.state.subscribed.has(shop.account.igId)).toBe(true);
  await shop.company.admin.delete(`/whatsapp/${shop.connectionId}`);
  await eventually(() => !meta.state.subscribed.has(shop.account.igId));
  expect(meta.state.subscribed.has(other.account.igId)).toBe(true);
});

test('A company’s own app logs in with its own Instagram ids, and its events come to its own address', async () => {
  const company = await host.company();
  await company.admin.post('/queue', { name: 'Vendas', color: '#2e9e7c' });
  const { appId, appSecret } = meta.state.app;
  const own = { metaOwnAppId: appId, metaOwnAppSecret: appSecret, metaOwnVerifyToken: 'palavra da empresa' };
  for (const [key, value] of Object.entries(own)) await company.admin.put(`/settings/${key}`, { value });
  const start = () => company.admin.post('/meta/login', { origin: host.url, via: 'instagram' });
  expect((await start()).body).toMatchObject({ error: 'ERR_META_NO_INSTAGRAM_APP' });
  const { instagramApp } = meta.state;
  const instagram = { metaOwnInstagramAppId: instagramApp.appId, metaOwnInstagramAppSecret: instagramApp.appSecret };
  for (const [key, value] of Object.entries(instagram)) await company.admin.put(`/settings/${key}`, { value });
  const account = meta.account();
  const shop = { company, account, connectionId: (await connect(company, account))?.connectionId ?? 0 };
  const { usesOwnApp, webhookPath } = await viewOf(shop);
  expect(usesOwnApp).toBe(true);
  expect(await meta.webhooks.verify(`${host.url}${webhookPath}`, 'palavra da empresa')).toBe(200);
  const ticketId = await conversation(shop);
  expect((await said(shop, ticketId)).map(({ body }) => body)).toEqual(['Oi']);
});

test('Tokens and the secret of Instagram’s login are in no log, and not readable in the database', async () => {
  const shop = await opened();
  await daysPass(shop, 11);
  // A renewal that Meta refuses is logged.
  meta.refuse({ status: 500, code: 2, fits: ({ path }) => path === 'refresh_access_token' });
  await lookAfter(shop);
  await eventually(() => log.some((line) => line.includes('connection could not be checked')));
  const rows = await shop.company
    .scope('channel-meta')
    .sql.rows(
      sql`select to_jsonb(a) as row from channel_meta.account a union all select to_jsonb(l) from channel_meta.login l`,
    );
  const readable = `${JSON.stringify(rows)}${log.join('')}`;
  const secrets = [...meta.state.instagramTokens.keys(), meta.state.instagramApp.appSecret];
  expect(secrets.filter((secret) => readable.includes(secret))).toEqual([]);
});

test('The comments of an account without a page are switched on by another login of the same account, and end at Meta with the switch', async () => {
  const shop = await opened();
  const { company, account, connectionId } = shop;
  const path = `/meta/connections/${connectionId}/comments`;
  expect(await company.admin.put(path, { isOn: true })).toMatchObject({
    status: 409,
    body: { error: 'ERR_META_COMMENTS_PERMISSION', context: { permission: 'instagram_business_manage_comments' } },
  });
  const stranger = meta.account();
  meta.state.commentGrants.add(stranger.igId).add(account.igId);
  const wrong = await logIn(company, stranger, { comments: true });
  expect(await company.admin.put(path, { isOn: true, login: wrong.id })).toMatchObject({
    status: 404,
    body: { error: 'ERR_META_NO_PAGE_FOUND' },
  });
  const right = await logIn(company, account, { comments: true });
  const on = await company.admin.put<AccountView>(path, { isOn: true, login: right.id });
  expect(on).toMatchObject({ status: 200, body: { comments: { isOn: true, missing: [] } } });
  expect(meta.state.fields.get(account.igId)).toEqual(
    expect.arrayContaining(['messages', 'comments', 'live_comments']),
  );

  const postId = meta.post('Novidade da semana');
  const comment = meta.comment({ ownerId: account.igId, postId, person: thais, text: 'Tem azul?' });
  const secret = meta.state.instagramApp.appSecret;
  await meta.webhooks.deliver('instagram', [wire.instagramComment(account.igId, comment)], { secret });
  const list = await company.admin.get<{ tickets: TicketView[] }>('/tickets?showAll=true&status=pending');
  const ticketId = list.body.tickets[0]?.id ?? 0;
  await company.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: company.admin.id });
  const [message] = await said(shop, ticketId);
  expect(message).toMatchObject({ body: 'Tem azul?', context: { title: 'Novidade da semana' } });
  for (const way of ['public', 'private'])
    expect(
      (await company.admin.post(`/meta/comments/${message?.id}/answers`, { way, body: `Tem (${way})` })).status,
    ).toBe(200);
  await eventually(async () => (await said(shop, ticketId)).filter(({ ack }) => ack === 1).length === 2);
  expect(meta.accepted.at(-1)?.body['recipient']).toEqual({ comment_id: comment.id });
  expect([...meta.state.comments.values()].at(-1)).toMatchObject({ text: 'Tem (public)', parentId: comment.id });
  await company.admin.put(path, { isOn: false });
  expect(meta.state.fields.get(account.igId)).not.toContain('comments');
});
