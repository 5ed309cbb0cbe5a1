import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { channelInbox } from '@balcao/connections/contract';
import { ApiFixture } from './api-fixture.ts';
import { continueReplay, type RestOfReplay } from '../server/webhooks/replay.ts';
import { webhookStage, type Endpoint } from './webhook-fixture.ts';
import { eventually } from '@balcao/testing';

const { at, add, log, endpoint, heard, ring, arrives } = webhookStage();

test('A call is signed by Standard Webhooks: its own library accepts it, and no changed one', async () => {
  const { secret } = await add(['message.received']);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/=]+$/);
  await arrives('Bom dia');
  const [call] = await heard('message.received');
  const headers = call?.headers as Record<string, string>;
  const verified = new Webhook(secret).verify(call?.body ?? '', headers) as { type: string; data: object };
  expect(verified).toMatchObject({
    type: 'message.received',
    data: {
      message: { body: 'Bom dia', fromMe: false },
      ticket: { status: 'pending', channel: 'line', contact: { name: 'Ana', number: '5511977770001' } },
    },
  });
  expect(() => new Webhook(secret).verify(`${call?.body} `, headers)).toThrow('No matching signature');
  expect(() => new Webhook(secret).verify(call?.body ?? '', { ...headers, 'webhook-id': 'another' })).toThrow(
    'No matching signature',
  );
  const { secret: others } = await add(['message.received']);
  expect(() => new Webhook(others).verify(call?.body ?? '', headers)).toThrow('No matching signature');
});

test('The secret is returned once and not stored in the database; a new one is valid beside the previous one for a day', async () => {
  const { id, secret } = await add(['bell.rang']);
  expect(JSON.stringify(await endpoint(id))).not.toContain('whsec_');
  const { rows } = await at.host.kernel.database.owner.query<{ text: string }>(
    `select string_agg(w::text, ' ') as text from messages_api.webhook w`,
  );
  expect(rows[0]?.text).not.toContain(secret.slice(6));
  const rotated = (await at.shop.company.admin.post<Endpoint>(`/webhooks/${id}/secret`)).body.secret;
  expect(rotated).not.toBe(secret);
  await ring();
  const [call] = await heard('bell.rang');
  for (const one of [secret, rotated])
    expect(() => new Webhook(one).verify(call?.body ?? '', call?.headers as Record<string, string>)).not.toThrow();
  await at.shop.company
    .scope('messages-api')
    .sql.run(sql`update messages_api.webhook set former_until = now() - interval '1 second' where id = ${id}`);
  await ring(8);
  const later = (await heard('bell.rang', 2))[1];
  expect(() => new Webhook(secret).verify(later?.body ?? '', later?.headers as Record<string, string>)).toThrow(
    'No matching signature',
  );
  expect(() => new Webhook(rotated).verify(later?.body ?? '', later?.headers as Record<string, string>)).not.toThrow();
});

test('A ticket’s events are delivered from its first message to its end, in order', async () => {
  await add([
    'contact.created',
    'ticket.opened',
    'message.received',
    'ticket.accepted',
    'message.created',
    'message.sent',
    'message.ack',
    'ticket.transferred',
    'ticket.closed',
  ]);
  const { admin } = at.shop.company;
  const { ticketId } = await arrives('Oi');
  // Two events of different kinds at one moment are delivered in either order.
  await heard('ticket.opened');
  await heard('message.received');
  await heard('contact.created');
  at.receiver.received.splice(0);
  await admin.put(`/tickets/${ticketId}`, { status: 'open', userId: admin.id });
  await heard('ticket.accepted');
  const bodies = await admin.post<{ id: number }>(`/messages/${ticketId}`, { body: 'Pois não?' });
  await heard('message.sent');
  await at.shop.company
    .scope('tickets')
    .use(channelInbox)
    .ack(at.shop.connectionId, `out-${at.shop.connectionId}-${bodies.body.id}`, 3);
  await heard('message.ack');
  await admin.put(`/tickets/${ticketId}`, { status: 'pending' });
  await heard('ticket.transferred');
  await admin.put(`/tickets/${ticketId}`, { status: 'closed' });
  await heard('ticket.closed');
  expect(at.receiver.received.map(({ type }) => type)).toEqual([
    'ticket.accepted',
    'message.created',
    'message.sent',
    'message.ack',
    'ticket.transferred',
    'ticket.closed',
  ]);
  expect(at.receiver.of('message.ack')[0]?.data).toMatchObject({ status: 'read', message: { id: bodies.body.id } });
});

test('Only subscribed events are delivered, and only to this company’s endpoints', async () => {
  const stranger = await ApiFixture.open(at.host);
  await add(['bell.rang'], {}, stranger);
  await add(['bell.rang']);
  await arrives('Oi');
  await ring(1);
  await heard('bell.rang');
  await ring(2);
  await heard('bell.rang', 2);
  expect(at.receiver.received.map(({ data }) => data)).toEqual([{ bell: 1 }, { bell: 2 }]);
});

test('An internal note is not delivered', async () => {
  await add(['message.created', 'bell.rang']);
  const { ticketId } = await arrives('Oi');
  await at.shop.company.admin.post(`/messages/${ticketId}/internal`, { body: 'Cuidado' });
  await ring();
  await heard('bell.rang');
  expect(at.receiver.of('message.created')).toHaveLength(0);
});

test('An event that a third-party plugin contributes can be subscribed to and is delivered like our own', async () => {
  const { body } = await at.shop.company.admin.get<{
    events: { id: string; label: string; group: string; sample: object }[];
  }>('/webhooks/events');
  expect(body.events.find(({ id }) => id === 'bell.rang')).toEqual({
    id: 'bell.rang',
    label: 'Campainha',
    group: 'Campainhas',
    sample: { bell: 1 },
  });
  await at.shop.company.disable('plugin:test-line');
  const without = await at.shop.company.admin.get<{ events: { id: string }[] }>('/webhooks/events');
  expect(without.body.events.map(({ id }) => id)).not.toContain('bell.rang');
});

test('A failed call is retried with the same webhook-id, and other tickets’ calls go on meanwhile', async () => {
  const { id } = await add(['bell.rang']);
  let refusals = 2;
  at.receiver.answer = (response, { data }) => {
    if (data['bell'] !== 7 || refusals === 0) return void response.end('ok');
    refusals -= 1;
    response.writeHead(503, { 'retry-after': '1' }).end('depois');
  };
  await ring(7);
  await heard('bell.rang');
  await ring(8);
  await eventually(() => at.receiver.received.some(({ data }) => data['bell'] === 8));
  // A call waits before it is made, too; the answer is stored a moment after it was given.
  const isRefused = ({ answerStatus }: { answerStatus: number | null }) => answerStatus === 503;
  const waiting = await eventually(async () => (await log(id, '?status=waiting')).find(isRefused));
  expect(waiting).toMatchObject({ event: 'bell.rang' });
  const calls = await eventually(() => {
    const sevens = at.receiver.received.filter(({ data }) => data['bell'] === 7);
    return sevens.length === 3 && sevens;
  });
  expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  await eventually(async () => (await log(id)).every(({ status }) => status === 'sent'));
  expect((await log(id)).find(({ uid }) => uid === calls[0]?.headers['webhook-id'])).toMatchObject({ attempts: 3 });
});

test('While a call with an ordering key fails, the next one with that key waits', async () => {
  await add(['message.received']);
  let isAway = true;
  at.receiver.answer = (response) => (isAway ? response.writeHead(500, { 'retry-after': '1' }).end() : response.end());
  await arrives('um');
  await heard('message.received');
  await arrives('dois');
  await heard('message.received', 2);
  isAway = false;
  const delivered = () => at.receiver.received.map(({ data }) => (data['message'] as { body: string }).body);
  await eventually(() => delivered().includes('dois'));
  expect(delivered().indexOf('dois')).toBe(delivered().length - 1);
});

test('An answer is stored with its duration, truncated at 4 kB', async () => {
  const { id } = await add(['bell.rang']);
  at.receiver.answer = (response) => response.end(`\0${'á'.repeat(5000)}`);
  await ring();
  const row = await eventually(async () => (await log(id)).find(({ status }) => status === 'sent'));
  const { body } = await at.shop.company.admin.get<{ body: string; answerBody: string; durationMs: number }>(
    `/webhooks/deliveries/${row.id}`,
  );
  expect(Buffer.byteLength(body.answerBody)).toBeLessThan(4200);
  expect(body.answerBody.endsWith('…')).toBe(true);
  expect(JSON.parse(body.body)).toMatchObject({ type: 'bell.rang', data: { bell: 7 } });
  expect(body.durationMs).toBeGreaterThanOrEqual(0);
});

test('The log is searched by content, event and state', async () => {
  const { id } = await add(['bell.rang', 'message.received']);
  await ring(4242);
  await arrives('Quero um orçamento');
  await eventually(async () => (await log(id, '?status=sent')).length === 2);
  expect(await log(id, '?searchParam=ORÇAMENTO')).toMatchObject([{ event: 'message.received' }]);
  expect(await log(id, '?event=bell.rang')).toHaveLength(1);
  expect(await log(id, '?status=failed')).toEqual([]);
  expect(await log(id, '?searchParam=%25')).toEqual([]);
  expect((await at.shop.company.admin.get(`/webhooks/${id}/deliveries?status=x`)).status).toBe(400);
});

test('A call is repeated by its id, or all of a period in order, under the same webhook-id', async () => {
  const { id } = await add(['bell.rang']);
  for (const bell of [1, 2, 3]) {
    await ring(bell);
    await heard('bell.rang', bell);
  }
  await eventually(async () => (await log(id, '?status=sent')).length === 3);
  const before = new Map(at.receiver.received.map(({ data, headers }) => [data['bell'], headers['webhook-id']]));
  at.receiver.received.length = 0;
  const [newest] = await log(id);
  const replay = (body: object) => at.shop.company.admin.post<{ replayed: number }>(`/webhooks/${id}/replay`, body);
  expect((await replay({ ids: [newest?.id] })).body).toEqual({ replayed: 1 });
  await heard('bell.rang');
  expect(at.receiver.received[0]?.data).toEqual({ bell: 3 });
  await eventually(async () => (await log(id, '?status=sent')).length === 3);
  at.receiver.received.length = 0;
  const from = new Date(Date.now() - 3_600_000).toISOString();
  expect((await replay({ from, to: new Date().toISOString() })).body).toEqual({ replayed: 3 });
  await heard('bell.rang', 3);
  expect(new Map(at.receiver.received.map(({ data, headers }) => [data['bell'], headers['webhook-id']]))).toEqual(
    before,
  );
  expect((await replay({ from, status: 'failed' })).body).toEqual({ replayed: 0 });
  expect((await replay({})).status).toBe(400);
});

test('More than a thousand deliveries of a period are all repeated, each once', async () => {
  const { id } = await add(['contact.created']);
  const { sql: database } = at.shop.company.scope('messages-api');
  await database.run(
    sql`insert into messages_api.delivery (webhook_id, source, event, key, body, status, attempts, created_at)
        select ${id}, 'contact.created:' || n, 'contact.created', 'contact:' || n, '{}', 'failed', 5, now() - interval '1 hour'
          from generate_series(1, 1005) n`,
  );
  const { body } = await at.shop.company.admin.post<{ replayed: number }>(`/webhooks/${id}/replay`, {
    from: new Date(Date.now() - 7_200_000).toISOString(),
    status: 'failed',
  });
  expect(body).toEqual({ replayed: 1005 });
  const rounds = async () =>
    (
      await database.rows<{ round: number; n: number }>(
        sql`select round, count(*)::int as n from messages_api.delivery group by round order by round`,
      )
    ).map(({ round, n }) => [round, n]);
  await expect.poll(rounds).toEqual([[expect.any(Number), 1005]]);
});

/** Stores failed deliveries, made so many hours ago. */
const storeFailed = (webhookId: number, count: number, hoursAgo: number): Promise<number> =>
  at.shop.company.scope('messages-api').sql.run(
    sql`insert into messages_api.delivery (webhook_id, source, event, key, body, status, attempts, created_at, tried_at)
        select ${webhookId}, 'bell.rang:' || ${hoursAgo}::text || n, 'bell.rang', 'bell:' || n, '{"type": "bell.rang", "data": {}}', 'failed', 5,
               now() - make_interval(hours => ${hoursAgo}::int), now() - interval '1 minute'
          from generate_series(1, ${count}::int) n`,
  );
const restOf = (webhookId: number): RestOfReplay => ({
  key: 'a-replay',
  webhookId,
  from: new Date(Date.now() - 7_200_000).toISOString(),
  to: new Date().toISOString(),
  status: null,
  askedAt: new Date().toISOString(),
  after: 0,
});

test('A node that dies after it repeated deliveries of a period repeats none of them again', async () => {
  const { id } = await add(['bell.rang']);
  await storeFailed(id, 3, 1);
  const [scope, rest] = [at.shop.company.scope('messages-api'), restOf(id)];
  expect(await continueReplay(scope, rest)).toBe(3);
  expect(await continueReplay(scope, rest)).toBe(0);
  await heard('bell.rang', 3);
  await eventually(async () => (await log(id, '?status=sent')).length === 3);
  expect(await continueReplay(scope, rest)).toBe(0);
});

test('Repeating the deliveries of a period ends when its endpoint is disabled', async () => {
  const { id } = await add(['bell.rang']);
  await storeFailed(id, 3, 1);
  await at.shop.company.admin.put(`/webhooks/${id}`, { isActive: false });
  expect(await continueReplay(at.shop.company.scope('messages-api'), restOf(id))).toBe(0);
  expect(await log(id, '?status=failed')).toHaveLength(3);
});

test('A period that ends in the future takes no delivery that comes after the request, which only its id repeats', async () => {
  const { id } = await add(['bell.rang']);
  await storeFailed(id, 1, 1);
  await storeFailed(id, 1, -1);
  const replay = (body: object) => at.shop.company.admin.post<{ replayed: number }>(`/webhooks/${id}/replay`, body);
  const [from, to] = [-7_200_000, 7_200_000].map((ms) => new Date(Date.now() + ms).toISOString());
  expect((await replay({ from, to })).body).toEqual({ replayed: 1 });
  await eventually(async () => (await log(id, '?status=sent')).length === 1);
  const [later] = await log(id, '?status=failed');
  expect((await replay({ ids: [later?.id] })).body).toEqual({ replayed: 1 });
  await eventually(async () => (await log(id, '?status=sent')).length === 2);
});

test('A test call has sample data, is attempted once, and also reaches a disabled endpoint', async () => {
  const { id } = await add(['message.received'], { isActive: false });
  at.receiver.answer = (response) => response.writeHead(500).end('não');
  await at.shop.company.admin.post(`/webhooks/${id}/test`, { event: 'ticket.closed' });
  const [call] = await heard('ticket.closed');
  expect(call?.data).toMatchObject({ isTest: true, ticket: { status: 'closed' } });
  const row = await eventually(async () => (await log(id)).find(({ status }) => status === 'failed'));
  expect(row).toMatchObject({ event: 'ticket.closed', isTest: true, attempts: 1, answerStatus: 500 });
});

test('Failed test calls, days apart, do not disable an endpoint', async () => {
  const { id } = await add(['message.received']);
  at.receiver.answer = (response) => response.writeHead(500).end('não');
  const { sql: rows } = at.shop.company.scope('messages-api');
  for (const count of [1, 2]) {
    await at.shop.company.admin.post(`/webhooks/${id}/test`, { event: 'ticket.closed' });
    await eventually(async () => (await log(id)).filter(({ status }) => status === 'failed').length === count);
    await rows.run(
      sql`update messages_api.webhook set failing_since = failing_since - interval '2 days' where id = ${id}`,
    );
  }
  expect(
    await rows.one(sql`select is_active as active, failing_since as since from messages_api.webhook where id = ${id}`),
  ).toEqual({ active: true, since: null });
});

test('Every attempt of a delivery is listed with its time, its answer or its failure', async () => {
  const { id } = await add(['bell.rang']);
  at.receiver.answer = (response) => response.writeHead(500, { 'retry-after': '1' }).end('não');
  await ring();
  const waiting = await eventually(async () => (await log(id)).find(({ attempts }) => attempts > 0));
  await at.shop.company
    .scope('messages-api')
    .sql.run(sql`update messages_api.webhook set url = 'https://nobody.invalid/hook' where id = ${id}`);
  interface Tried {
    tries: { at: string; answerStatus: number | null; fault: string | null; durationMs: number }[];
  }
  const tried = async () => (await at.shop.company.admin.get<Tried>(`/webhooks/deliveries/${waiting.id}`)).body.tries;
  const [second, first] = await eventually(async () => {
    const list = await tried();
    return list.length > 1 && list;
  });
  expect(first).toMatchObject({ answerStatus: 500, fault: null });
  expect(second).toMatchObject({ answerStatus: null, fault: 'ERR_ADDRESS_UNKNOWN' });
  expect(Date.parse(second?.at ?? '')).toBeGreaterThan(Date.parse(first?.at ?? ''));
});

test('An endpoint that says it is gone (410) is disabled at once, and admins are notified', async () => {
  const { id } = await add(['bell.rang'], { name: 'Antigo' });
  at.receiver.answer = (response) => response.writeHead(410).end();
  await ring();
  await eventually(async () => (await endpoint(id))?.isActive === false);
  expect(await endpoint(id)).toMatchObject({ disabledReason: 'gone' });
  const { rows } = await at.host.kernel.database.owner.query<{ subject: string }>(
    `select subject from kernel.mail where company_id = $1`,
    [at.shop.company.id],
  );
  expect(rows.map(({ subject }) => subject)).toEqual(['O webhook Antigo foi desligado']);
  await ring(8);
  await ring(9);
  expect(await log(id)).toHaveLength(1);
});

test('An endpoint that accepted nothing for a day is disabled with a notice; one that accepted something is not', async () => {
  const { id } = await add(['bell.rang']);
  at.receiver.answer = (response) => response.writeHead(500, { 'retry-after': '1' }).end();
  const run = at.shop.company.scope('messages-api').sql;
  const nearlyGivenUp = async (bell: number) => {
    await ring(bell);
    const row = await eventually(async () =>
      (await log(id)).find(({ status, attempts }) => status === 'waiting' && attempts > 0),
    );
    await run.run(sql`update messages_api.delivery set attempts = 8 where id = ${row.id}`);
    await eventually(async () => (await log(id)).find((one) => one.id === row.id && one.status === 'failed'));
  };
  await nearlyGivenUp(1);
  expect(await endpoint(id)).toMatchObject({ isActive: true });
  await run.run(sql`update messages_api.webhook set failing_since = now() - interval '24 hours' where id = ${id}`);
  await nearlyGivenUp(2);
  await eventually(async () => (await endpoint(id))?.disabledReason === 'failing');
  at.receiver.answer = (response) => response.end();
  const body = { name: 'ERP', url: at.receiver.url('sistema.example'), events: ['bell.rang'], isActive: true };
  expect((await at.shop.company.admin.put<Endpoint>(`/webhooks/${id}`, body)).body).toMatchObject({
    isActive: true,
    disabledReason: null,
    failingSince: null,
  });
});
