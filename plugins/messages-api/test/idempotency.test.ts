import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import { ApiFixture, form, numbersFrom, png, startServer } from './api-fixture.ts';

let host: TestHost;
let shop: ApiFixture;
const someone = numbersFrom(5_511_987_670_000);

beforeAll(async () => {
  host = await startServer();
  shop = await ApiFixture.open(host);
});
afterAll(() => host.close());

test('The same Idempotency-Key with the same message sends once and returns the same answer', async () => {
  const to = someone();
  const headers = { 'idempotency-key': 'pedido-17' };
  const first = await shop.send({ number: to, body: 'Pedido 17' }, headers);
  const again = await shop.send({ body: 'Pedido 17', number: to }, headers);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(await shop.bodiesOf(first.body.ticketId)).toEqual(['Pedido 17']);
});

test('Of five calls at once under one Idempotency-Key one sends, and all get the same answer', async () => {
  const to = someone();
  const headers = { 'idempotency-key': 'pedido-18' };
  const sent = await Promise.all(
    Array.from({ length: 5 }, () => shop.send({ number: to, body: 'Pedido 18' }, headers)),
  );
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1);
  expect(await shop.bodiesOf(sent[0]?.body.ticketId ?? 0)).toEqual(['Pedido 18']);
});

test('The same Idempotency-Key with another message, or another file, is refused: 422', async () => {
  const to = someone();
  const headers = { 'idempotency-key': 'pedido-19' };
  const first = await shop.call(
    'POST',
    '/messages/send',
    form({ number: to, body: 'Nota' }, { 'a.png': png }),
    headers,
  );
  expect(first.status).toBe(200);
  const texts = await shop.send({ number: to, body: 'Outra' }, headers);
  expect([texts.status, texts.body.error]).toEqual([422, 'ERR_IDEMPOTENCY_KEY_REUSED']);
  const other = Buffer.concat([png, Buffer.from('x')]);
  const files = await shop.call(
    'POST',
    '/messages/send',
    form({ number: to, body: 'Nota' }, { 'a.png': other }),
    headers,
  );
  expect([files.status, files.body.error]).toEqual([422, 'ERR_IDEMPOTENCY_KEY_REUSED']);
  expect(await shop.bodiesOf(first.body.ticketId)).toEqual(['Nota']);
});

test('A refused message stores no key: corrected, it is sent under the same one', async () => {
  const headers = { 'idempotency-key': 'pedido-20' };
  expect((await shop.send({ number: someone(), body: 'Oi', queueId: 999_999 }, headers)).status).toBe(404);
  expect((await shop.send({ number: someone(), body: 'Oi' }, headers)).status).toBe(200);
});

test('A key belongs to one token, and expires after 24 hours', async () => {
  const to = someone();
  const headers = { 'idempotency-key': 'pedido-21' };
  const { body: first } = await shop.send({ number: to, body: 'Oi' }, headers);
  const { token } = await shop.newToken('Outro programa');
  const others = await shop.call('POST', '/messages/send', { number: to, body: 'Oi' }, headers, token);
  expect(others.body.id).not.toBe(first.id);
  await shop.company
    .scope('messages-api')
    .sql.run(sql`update messages_api.answer set created_at = now() - interval '25 hours' where key = 'pedido-21'`);
  const later = await shop.send({ number: to, body: 'Outra coisa' }, headers);
  expect([later.status, later.body.id === first.id]).toEqual([200, false]);
});

test.each(['com espaço', 'x'.repeat(256)])('An invalid Idempotency-Key is refused: %s', async (key) => {
  const { status, body } = await shop.send({ number: someone(), body: 'Oi' }, { 'idempotency-key': key });
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['Idempotency-Key']]);
});
