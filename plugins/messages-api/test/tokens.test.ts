import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import { ApiFixture, startServer } from './api-fixture.ts';

interface Listed {
  connections: {
    id: number;
    tokens: { id: number; name: string; lastFour: string; lastUsedAt: string | null; token?: string }[];
  }[];
}
interface Who {
  ref: string;
  company: number;
  person: number | null;
  used: string[];
  error?: string;
}

let host: TestHost;
let shop: ApiFixture;
let other: ApiFixture;

beforeAll(async () => {
  host = await startServer(['security']);
  shop = await ApiFixture.open(host);
  other = await ApiFixture.open(host);
});
afterAll(() => host.close());

const tokensOf = async (owner: ApiFixture) =>
  (await owner.company.admin.get<Listed>('/messages-api')).body.connections.flatMap(({ tokens }) => tokens);
const send = { number: '5511987650001', body: 'Olá' };

test('A token has 30 letters and digits, is displayed once, and only its hash is stored', async () => {
  const made = await shop.newToken('Planilha');
  expect(made.token).toMatch(/^[A-Za-z0-9]{30}$/);
  expect(made.lastFour).toBe(made.token.slice(-4));
  const listed = (await tokensOf(shop)).find(({ id }) => id === made.id);
  expect(listed).toMatchObject({ name: 'Planilha', lastFour: made.lastFour, lastUsedAt: null });
  expect(JSON.stringify(listed)).not.toContain(made.token);
  const stored = await host.kernel.database.owner.query<{ text: string }>(
    `select (select string_agg(t::text, ' ') from kernel.token t) || (select string_agg(t::text, ' ') from messages_api.token t)
         || (select string_agg(a::text, ' ') from kernel.audit a) as text`,
  );
  expect(stored.rows[0]?.text).not.toContain(made.token);
});

test('A connection has as many tokens as programs use it, each with the time of its last use', async () => {
  const second = await shop.newToken('ERP');
  expect((await shop.call('POST', '/messages/send', send, {}, second.token)).status).toBe(200);
  const all = await tokensOf(shop);
  expect(all.length).toBeGreaterThan(1);
  expect(all.find(({ id }) => id === second.id)?.lastUsedAt).not.toBeNull();
});

test('A revoked token stops sending at once, and the others go on', async () => {
  const leaving = await shop.newToken('Antigo');
  expect((await shop.call('POST', '/messages/send', send, {}, leaving.token)).status).toBe(200);
  expect((await shop.company.admin.delete(`/messages-api/tokens/${leaving.id}`)).status).toBe(200);
  const refused = await shop.call('POST', '/messages/send', send, {}, leaving.token);
  expect([refused.status, refused.body.error]).toEqual([401, 'ERR_TOKEN_INVALID']);
  expect((await shop.send(send)).status).toBe(200);
  expect((await shop.company.admin.delete<{ error: string }>(`/messages-api/tokens/${leaving.id}`)).body.error).toBe(
    'ERR_NO_TOKEN_FOUND',
  );
});

test('Creating and revoking a token has an audit entry with its author, and never with the token', async () => {
  const made = await shop.newToken('Auditado');
  await shop.company.admin.delete(`/messages-api/tokens/${made.id}`);
  const { rows } = await host.kernel.database.owner.query<{ action: string; subject: string; user_name: string }>(
    `select action, subject, user_name from kernel.audit where company_id = $1 and subject = 'Auditado' order by id`,
    [shop.company.id],
  );
  expect(rows.map(({ action }) => action)).toEqual(['messages-api.token.created', 'messages-api.token.revoked']);
  expect(rows.every(({ user_name: name }) => name === 'Admin')).toBe(true);
});

test.each([
  ['no header', {}],
  ['another scheme', { authorization: 'Basic abc' }],
  ['nonsense', { authorization: 'Bearer nonsense' }],
  ['a token nobody has', { authorization: `Bearer ${'A'.repeat(30)}` }],
])('%s gives no access', async (_what, headers: Record<string, string>) => {
  const { status, body } = await host.nobody.call<{ error: string }>('POST', '/messages/send', send, headers);
  expect([status, body.error]).toEqual([401, 'ERR_TOKEN_INVALID']);
});

test('A session is no token and a token is no session', async () => {
  const bySession = await shop.company.admin.post<{ error: string }>('/messages/send', send);
  expect([bySession.status, bySession.body.error]).toEqual([401, 'ERR_TOKEN_INVALID']);
  expect((await shop.call('GET', '/tickets')).status).toBe(401);
});

test('A token of one company never reaches another: neither its messages, nor its queues and people', async () => {
  const sent = await other.send(send);
  const foreign = await shop.call<{ error: string }>('GET', `/messages/${sent.body.id}/status`);
  expect([foreign.status, foreign.body.error]).toEqual([404, 'ERR_NO_MESSAGE_FOUND']);
  const queue = await other.company
    .scope('queues')
    .sql.one<{ id: number }>(sql`insert into queues.queue (name, color) values ('Deles', '#123456') returning id`);
  expect((await shop.send({ ...send, queueId: queue?.id })).body.error).toBe('ERR_NO_QUEUE_FOUND');
  expect((await shop.send({ ...send, userId: other.company.admin.id })).body.error).toBe('ERR_NO_USER_FOUND');
  const revoking = await shop.company.admin.delete<{ error: string }>(`/messages-api/tokens/${other.tokenId}`);
  expect([revoking.status, revoking.body.error]).toEqual([404, 'ERR_NO_TOKEN_FOUND']);
  const making = await shop.company.admin.post<{ error: string }>('/messages-api/tokens', {
    connectionId: other.connectionId,
    name: 'Alheio',
  });
  expect([making.status, making.body.error]).toEqual([404, 'ERR_NO_WAPP_FOUND']);
});

test('A token is deleted with its connection', async () => {
  const short = await ApiFixture.open(host);
  await short.company
    .scope('connections')
    .sql.run(sql`delete from connections.connection where id = ${short.connectionId}`);
  expect((await short.send(send)).status).toBe(401);
});

test('People who may not see integrations create no token, and an attendant sees none', async () => {
  const attendant = await shop.company.person('user');
  expect((await attendant.get('/messages-api')).status).toBe(403);
  expect((await attendant.post('/messages-api/tokens', { connectionId: shop.connectionId, name: 'X' })).status).toBe(
    403,
  );
  const manager = await shop.company.person('gestor');
  expect((await manager.get('/messages-api')).status).toBe(200);
  expect((await manager.get('/webhooks')).status).toBe(403);
});

test.each([
  [{ connectionId: 1, name: '' }, 'name'],
  [{ connectionId: 1, name: 'x'.repeat(61) }, 'name'],
  [{ name: 'Sem conexão' }, 'connectionId'],
])('A token needs a connection and a name of its own', async (body, field) => {
  const answer = await shop.company.admin.post<{ error: string; fields: object }>('/messages-api/tokens', body);
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.body.fields)).toEqual([field]);
});

test('Calls over the limit per minute are refused with 429 and the seconds to wait', async () => {
  const busy = await ApiFixture.open(host);
  const first = await busy.send({});
  expect(first.status).toBe(400);
  expect(first.headers.get('ratelimit-limit')).toBe('120');
  expect(first.headers.get('ratelimit-remaining')).toBe('119');
  expect(Number(first.headers.get('ratelimit-reset'))).toBeGreaterThan(0);
  for (let batch = 0; batch < 7; batch += 1) await Promise.all(Array.from({ length: 17 }, () => busy.send({})));
  const over = await busy.send(send);
  expect([over.status, over.body.error]).toEqual([429, 'ERR_TOO_MANY_REQUESTS']);
  expect(over.headers.get('ratelimit-remaining')).toBe('0');
  expect(over.headers.get('retry-after')).toBe(over.headers.get('ratelimit-reset'));
  // Another token of the same company has its own limit.
  const { token } = await busy.newToken('Outro');
  expect((await busy.call('POST', '/messages/send', {}, {}, token)).headers.get('ratelimit-remaining')).toBe('119');
});

test('With an allow-list tokens are accepted from its addresses and networks only', async () => {
  const careful = await ApiFixture.open(host);
  const save = (value: string) => careful.company.admin.put('/settings/apiAllowedAddresses', { value });
  expect((await save('203.0.113.0/24\n2001:db8::/32')).status).toBe(200);
  const refused = await careful.send(send);
  expect([refused.status, refused.body.error]).toEqual([403, 'ERR_ADDRESS_NOT_ALLOWED']);
  // Third-party routes by token have the same list.
  const { token } = (await careful.company.admin.post<{ token: string }>('/line/key', { ref: 'sino' })).body;
  expect((await careful.call<Who>('GET', '/line/whoami', undefined, {}, token)).body.error).toBe(
    'ERR_ADDRESS_NOT_ALLOWED',
  );
  expect((await save('203.0.113.0/24, 127.0.0.0/8, ::1')).status).toBe(200);
  expect((await careful.send(send)).status).toBe(200);
  expect((await save('')).status).toBe(200);
  expect((await careful.send(send)).status).toBe(200);
});

test('POST /whatsapp-token/{id} of the connections returns a token of 30 letters and digits that sends', async () => {
  const { status, body } = await shop.company.admin.post<{ token: string }>(`/whatsapp-token/${shop.connectionId}`);
  expect(status).toBe(200);
  expect(body.token).toMatch(/^[A-Za-z0-9]{30}$/);
  expect((await shop.call('POST', '/messages/send', send, {}, body.token)).status).toBe(200);
  expect((await tokensOf(shop)).find(({ lastFour }) => lastFour === body.token.slice(-4))?.name).toBe(
    'Token da conexão',
  );
});

test('A third-party plugin has its own tokens, which give access to its routes only', async () => {
  const { token } = (await shop.company.admin.post<{ token: string }>('/line/key', { ref: 'portaria' })).body;
  const who = await shop.call<Who>('GET', '/line/whoami', undefined, {}, token);
  expect(who.body).toEqual({ ref: 'portaria', company: shop.company.id, person: null, used: ['portaria'] });
  expect((await shop.call('POST', '/messages/send', send, {}, token)).status).toBe(401);
  expect((await shop.call('GET', '/line/whoami')).status).toBe(401);

  await shop.company.disable('plugin:test-line');
  expect((await shop.call<Who>('GET', '/line/whoami', undefined, {}, token)).body.error).toBe('ERR_PLUGIN_DISABLED');
  await shop.company.enable('plugin:test-line');

  const replaced = (await shop.company.admin.post<{ token: string }>('/line/key', { ref: 'portaria' })).body.token;
  expect((await shop.call('GET', '/line/whoami', undefined, {}, token)).status).toBe(401);
  expect((await shop.call('GET', '/line/whoami', undefined, {}, replaced)).status).toBe(200);
  await shop.company.admin.delete('/line/key/portaria');
  expect((await shop.call('GET', '/line/whoami', undefined, {}, replaced)).status).toBe(401);
});
