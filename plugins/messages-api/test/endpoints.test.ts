import { expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { LiveClient } from '@balcao/testing';
import { webhooksRoom } from '../contract.ts';
import { ApiFixture } from './api-fixture.ts';
import { webhookStage, type Endpoint } from './webhook-fixture.ts';
import { eventually } from '@balcao/testing';

const { at, add, log, endpoint, ring } = webhookStage();

test.each([
  'http://127.0.0.1/',
  'http://10.0.0.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://[::1]/',
  'http://[fd12:3456::1]/',
  'http://2130706433/',
])('An address that is not public is refused: %s', async (url) => {
  expect(await add(['bell.rang'], { url })).toMatchObject({
    error: 'ERR_VALIDATION',
    fields: { url: 'ERR_ADDRESS_NOT_PUBLIC' },
  });
});

test.each([
  '',
  'não é url',
  'ftp://sistema.example/',
  'file:///etc/passwd',
  'https://user:pass@sistema.example/',
  'javascript:1',
])('An address that cannot be called is refused: %s', async (url) => {
  expect(await add(['bell.rang'], { url })).toMatchObject({
    error: 'ERR_VALIDATION',
    fields: { url: expect.any(String) },
  });
});

test.each(['interna.example', 'duas-caras.example'])(
  'A name that resolves into our own network is never called: %s',
  async (name) => {
    const { id } = await add(['bell.rang'], { url: at.receiver.url(name) });
    await ring();
    const row = await eventually(async () => (await log(id)).find(({ attempts }) => attempts > 0));
    expect(row).toMatchObject({ fault: 'ERR_ADDRESS_NOT_PUBLIC', answerStatus: null });
    expect(at.receiver.received).toHaveLength(0);
  },
);

test('A redirect counts as an answer and is not followed', async () => {
  const { id } = await add(['bell.rang']);
  at.receiver.answer = (response) =>
    response.writeHead(302, { location: at.receiver.url('sistema.example', '/other'), 'retry-after': '3600' }).end();
  await ring();
  const row = await eventually(async () => (await log(id)).find(({ attempts }) => attempts > 0));
  expect(row).toMatchObject({ answerStatus: 302, status: 'waiting' });
  expect(at.receiver.received).toHaveLength(1);
});

test.each([
  [{ name: '' }, 'name'],
  [{ events: [] }, 'events'],
  [{ events: ['nobody.knows'] }, 'events'],
  [{ name: 'x'.repeat(61) }, 'name'],
])('A fault of an endpoint is reported by field: %j', async (wrong, field) => {
  const made = await add(['bell.rang'], wrong);
  expect(Object.keys(made.fields ?? {})).toEqual([field]);
});

test('Another company sees, changes, tests and repeats nothing of an endpoint', async () => {
  const { id } = await add(['bell.rang']);
  await ring();
  const row = await eventually(async () => (await log(id))[0]);
  const { admin } = (await ApiFixture.open(at.host)).company;
  const body = { name: 'X', url: at.receiver.url('sistema.example'), events: ['bell.rang'] };
  const answers = await Promise.all([
    admin.put<Endpoint>(`/webhooks/${id}`, body),
    admin.delete<Endpoint>(`/webhooks/${id}`),
    admin.post<Endpoint>(`/webhooks/${id}/secret`),
    admin.post<Endpoint>(`/webhooks/${id}/test`),
    admin.post<Endpoint>(`/webhooks/${id}/replay`, { ids: [row.id] }),
    admin.get<Endpoint>(`/webhooks/${id}/deliveries`),
    admin.get<Endpoint>(`/webhooks/deliveries/${row.id}`),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
  expect(await endpoint(id)).toMatchObject({ isActive: true });
});

test('Two people who change one endpoint keep each other’s changes; a field that both changed needs a choice, and a deleted one is reported', async () => {
  interface Conflict extends Endpoint {
    context: { fields: Record<string, string | null>; row: { name: string } };
  }
  const { id } = await add(['bell.rang', 'message.ack']);
  const { admin } = at.shop.company;
  const save = (body: object) => admin.put<Conflict>(`/webhooks/${id}`, body);
  await save({ events: ['bell.rang'], known: { events: ['bell.rang', 'message.ack'] } });
  expect((await save({ name: 'Novo ERP', known: { name: 'ERP' } })).body).toMatchObject({
    name: 'Novo ERP',
    events: ['bell.rang'],
    isActive: true,
  });
  const late = await save({ name: 'CRM', known: { name: 'ERP' } });
  expect([late.status, late.body.error]).toEqual([409, 'ERR_CHANGED_MEANWHILE']);
  expect(late.body.context).toMatchObject({ row: { name: 'Novo ERP' }, fields: { name: expect.any(String) } });
  expect((await save({ url: 'http://127.0.0.1/' })).body.fields).toEqual({ url: 'ERR_ADDRESS_NOT_PUBLIC' });
  await admin.delete(`/webhooks/${id}`);
  const gone = await save({ name: 'CRM', known: { name: 'Novo ERP' } });
  expect([gone.status, gone.body.context]).toEqual([404, { deleted: true }]);
});

test('Receipts cost nothing while no endpoint subscribes to them', async () => {
  const watched = () => at.shop.company.scope('tickets').sql.rows(sql`select 1 from tickets.status_watch`);
  const { id } = await add(['message.ack']);
  expect(await watched()).toHaveLength(1);
  await at.shop.company.admin.delete(`/webhooks/${id}`);
  expect(await watched()).toHaveLength(0);
});

test('People who may manage endpoints see deliveries live, and nobody else does', async () => {
  const { id } = await add(['bell.rang']);
  const live: LiveClient = await at.shop.company.admin.live();
  expect(await live.join(webhooksRoom, {})).toEqual({ ok: true });
  await ring();
  await live.receives('delivery', ({ webhookId, status }) => webhookId === id && status === 'sent');
  live.close();
  const gestor = await (await at.shop.company.person('gestor')).live();
  expect(await gestor.join(webhooksRoom, {})).not.toEqual({ ok: true });
  gestor.close();
});

test('The audit entry of a new endpoint describes it, without its salt', async () => {
  const { id } = await add(['bell.rang']);
  const { rows } = await at.host.kernel.database.owner.query<{ changes: string; salt: string }>(
    `select a.changes::text as changes, encode(w.salt, 'hex') as salt
       from messages_api.webhook w join kernel.audit a on a.company_id = w.company_id
      where w.id = $1 order by a.id desc limit 1`,
    [id],
  );
  expect(rows[0]?.changes).toContain('bell.rang');
  expect(rows[0]?.changes).not.toContain(rows[0]?.salt);
});
