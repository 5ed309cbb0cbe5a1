import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import { channelInbox } from '@balcao/connections/contract';
import { ApiFixture, connectionOf, form, numbersFrom, png, startServer, type SendReply } from './api-fixture.ts';
import { eventually } from '@balcao/testing';

interface Status {
  id: number;
  status: string;
  failure: string | null;
}

let host: TestHost;
let shop: ApiFixture;
const someone = numbersFrom(5_511_987_660_000);

beforeAll(async () => {
  host = await startServer();
  shop = await ApiFixture.open(host);
});
afterAll(() => host.close());

const ticketsOf = (contactId: number) =>
  shop.company
    .scope('tickets')
    .sql.rows<{ id: number; status: string; queueId: number | null; userId: number | null }>(
      sql`select id, status, queue_id as "queueId", user_id as "userId" from tickets.ticket where contact_id = ${contactId} order by id`,
    );
const statusOf = async (id: number): Promise<Status> => (await shop.call<Status>('GET', `/messages/${id}/status`)).body;
const department = async (name: string): Promise<number> => {
  const row = await shop.company
    .scope('queues')
    .sql.one<{ id: number }>(
      sql`insert into queues.queue (name, color) values (${name}, ${`#${name.length}a${name.length}b12`}) returning id`,
    );
  return row?.id ?? 0;
};

test('A text reaches the customer by the path of an attendant’s message, and its status can be read', async () => {
  const { status, body } = await shop.send({ number: '+55 (11) 98765-4321', body: 'Seu pedido saiu!', name: 'Ana' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 'queued', messages: [{ id: body.id, status: 'queued' }] });
  await eventually(async () => (await statusOf(body.id)).status === 'sent');
  expect(await shop.bodiesOf(body.ticketId)).toEqual(['Seu pedido saiu!']);
  const contact = await shop.company.admin.get<{ name: string }>(`/contacts/${body.contactId}`);
  expect(contact.body.name).toBe('Ana');
});

test('A later receipt of the channel is returned by the same call', async () => {
  const { body } = await shop.send({ number: someone(), body: 'Chegou?' });
  await eventually(async () => (await statusOf(body.id)).status === 'sent');
  const inbox = shop.company.scope('tickets').use(channelInbox);
  await inbox.ack(shop.connectionId, `out-${shop.connectionId}-${body.id}`, 2);
  expect((await statusOf(body.id)).status).toBe('delivered');
  await inbox.ack(shop.connectionId, `out-${shop.connectionId}-${body.id}`, 3);
  expect((await statusOf(body.id)).status).toBe('read');
});

test('Messages to one number go into one ticket, in the order in which they were sent', async () => {
  const to = someone();
  const first = await shop.send({ number: to, body: 'um' });
  const rest = [];
  for (const body of ['dois', 'três']) rest.push(await shop.send({ number: to, body }));
  expect(rest.map(({ body }) => body.ticketId)).toEqual([first.body.ticketId, first.body.ticketId]);
  expect(await shop.bodiesOf(first.body.ticketId)).toEqual(['um', 'dois', 'três']);
});

test('When ten calls reach a new number at once one creates the ticket, and no message is lost', async () => {
  const to = someone();
  const sent = await Promise.all(
    Array.from({ length: 10 }, (_, index) => shop.send({ number: to, body: `n${index}` })),
  );
  expect(sent.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(new Set(sent.map(({ body }) => body.ticketId)).size).toBe(1);
  expect(await shop.bodiesOf(sent[0]?.body.ticketId ?? 0)).toHaveLength(10);
});

test('The channel’s spelling of a number counts, however it is written', async () => {
  const long = await shop.send({ number: '5511912345678', body: 'com o nono' });
  const short = await shop.send({ number: '551112345678', body: 'sem o nono' });
  expect(short.body.contactId).toBe(long.body.contactId);
});

test('A number without an account is refused: ERR_CHECK_NUMBER, and nothing is stored', async () => {
  const { status, body } = await shop.send({ number: '5511900000000', body: 'Oi' });
  expect([status, body.error, body.fields]).toEqual([400, 'ERR_CHECK_NUMBER', { number: 'ERR_CHECK_NUMBER' }]);
  const known = await shop.company
    .scope('contacts')
    .sql.rows(sql`select 1 from contacts.contact where number = '5511900000000'`);
  expect(known).toHaveLength(0);
});

test.each(['123', 'abc', '12345678901234567890'])(
  'An invalid number is refused with ERR_WAPP_INVALID_CONTACT: %s',
  async (wrong) => {
    const { status, body } = await shop.send({ number: wrong, body: 'Oi' });
    expect([status, body.error]).toEqual([400, 'ERR_WAPP_INVALID_CONTACT']);
  },
);

test.each([
  [{}, ['number']],
  [{ number: '' }, ['number']],
  [{ number: '5511987650001' }, ['body']],
  [{ number: '5511987650001', body: '   ' }, ['body']],
  [{ number: '5511987650001', body: 'x'.repeat(65_537) }, ['body']],
  [{ number: '5511987650001', body: 'a\0b' }, ['body']],
  [{ number: '5511987650001', body: 'Oi', queueId: 'vendas' }, ['queueId']],
  [{ number: '5511987650001', body: 'Oi', userId: -1 }, ['userId']],
  [{ number: '5511987650001', body: 'Oi', closeTicket: 'talvez' }, ['closeTicket']],
  [{ number: '5511987650001', body: 'Oi', quotedId: 1.5 }, ['quotedId']],
])('A fault is reported by field: %j', async (wrong, fields) => {
  const { status, body } = await shop.send(wrong);
  expect([status, body.error, Object.keys(body.fields ?? {})]).toEqual([400, 'ERR_VALIDATION', fields]);
});

test.each(['não é json', '[]', '{"number":', '"texto"'])('No body causes an internal error: %s', async (body) => {
  const answer = await shop.send(body, { 'content-type': 'application/json' });
  expect([answer.status, answer.body.error]).toEqual([400, 'ERR_VALIDATION']);
});

test('A channel without numbers refuses', async () => {
  const page = await connectionOf(shop.company, 'page');
  const { body: made } = await shop.company.admin.post<{ token: string }>('/messages-api/tokens', {
    connectionId: page,
    name: 'Site',
  });
  const answer = await shop.call('POST', '/messages/send', { number: someone(), body: 'Oi' }, {}, made.token);
  expect([answer.status, answer.body.error]).toEqual([400, 'ERR_WAPP_INVALID_CONTACT']);
});

test('A disabled channel is reported: ERR_WAPP_NOT_INITIALIZED', async () => {
  await shop.company.disable('plugin:test-line');
  const answer = await shop.send({ number: someone(), body: 'Oi' });
  await shop.company.enable('plugin:test-line');
  expect([answer.status, answer.body.error]).toEqual([409, 'ERR_WAPP_NOT_INITIALIZED']);
});

test('While the connection is down messages are stored and wait for it', async () => {
  const run = shop.company.scope('connections').sql;
  await run.run(sql`update connections.connection set status = 'DISCONNECTED' where id = ${shop.connectionId}`);
  const { status, body } = await shop.send({ number: someone(), body: 'Espere' });
  await run.run(sql`update connections.connection set status = 'CONNECTED' where id = ${shop.connectionId}`);
  expect([status, body.status]).toEqual([200, 'queued']);
});

test('Several files are one message each, the text with the first', async () => {
  const { status, body } = await shop.call(
    'POST',
    '/messages/send',
    form({ number: someone(), body: 'Duas fotos' }, { 'a.png': png, 'b.png': png }),
  );
  expect(status).toBe(200);
  expect(body.messages).toHaveLength(2);
  const { body: page } = await shop.company.admin.get<{
    messages: { body: string; mediaType: string; mediaName: string }[];
  }>(`/messages/${body.ticketId}`);
  expect(page.messages.map(({ body: text, mediaType, mediaName }) => [text, mediaType, mediaName])).toEqual([
    ['Duas fotos', 'image', 'a.png'],
    ['', 'image', 'b.png'],
  ]);
});

test('A file alone is a message', async () => {
  const { status, body } = await shop.call('POST', '/messages/send', form({ number: someone() }, { 'a.png': png }));
  expect([status, body.messages.length]).toEqual([200, 1]);
});

test('A refused message leaves no file behind', async () => {
  const files = () =>
    shop.company
      .scope('messages-api')
      .sql.rows(sql`select 1`)
      .then(() => shop.company.scope('messages-api').storage.used());
  const before = await files();
  const answer = await shop.call(
    'POST',
    '/messages/send',
    form({ number: someone(), body: 'Oi', queueId: '999999' }, { 'a.png': png }),
  );
  expect(answer.body.error).toBe('ERR_NO_QUEUE_FOUND');
  expect(await files()).toBe(before);
});

test('queueId and userId assign a ticket that nobody has', async () => {
  const queueId = await department('Vendas');
  const inQueue = await shop.send({ number: someone(), body: 'Oi', queueId });
  expect(await ticketsOf(inQueue.body.contactId)).toMatchObject([{ status: 'pending', queueId, userId: null }]);
  const userId = shop.company.admin.id;
  const inHands = await shop.send({ number: someone(), body: 'Oi', queueId: String(queueId), userId });
  expect(await ticketsOf(inHands.body.contactId)).toMatchObject([{ status: 'open', queueId, userId }]);
});

test('A program does not take a ticket away from an attendant', async () => {
  const to = someone();
  const userId = shop.company.admin.id;
  const { body } = await shop.send({ number: to, body: 'Oi', userId });
  await shop.send({ number: to, body: 'De novo', queueId: await department('Cobrança') });
  expect(await ticketsOf(body.contactId)).toMatchObject([{ status: 'open', userId, queueId: null }]);
});

test('A program that sends as bulk waits for the connection’s interval, and one that does not goes first', async () => {
  const shop = await ApiFixture.open(host);
  const ids: number[] = [];
  for (const [index, bulk] of ['true', true, undefined].entries()) {
    const { status, body } = await shop.send({ number: `551198765920${index}`, body: `aviso ${index}`, bulk });
    expect(status).toBe(200);
    ids.push(body.id);
  }
  const statusOf = async (id: number | undefined) =>
    (await shop.call<{ status: string }>('GET', `/messages/${id}/status`)).body.status;
  await eventually(async () => (await statusOf(ids[0])) === 'sent' && (await statusOf(ids[2])) === 'sent');
  expect(await statusOf(ids[1])).toBe('queued');
});

test('closeTicket closes the ticket after the message, which is still sent; the next message starts another ticket', async () => {
  const to = someone();
  const { body } = await shop.send({ number: to, body: 'Último aviso', closeTicket: true });
  expect(await ticketsOf(body.contactId)).toMatchObject([{ status: 'closed' }]);
  await eventually(async () => (await statusOf(body.id)).status === 'sent');
  expect(await shop.bodiesOf(body.ticketId)).toEqual(['Último aviso']);
  const next = await shop.send({ number: to, body: 'Voltamos', closeTicket: 'false' });
  expect(next.body.ticketId).not.toBe(body.ticketId);
});

test('A reply quotes a message of the same ticket', async () => {
  const to = someone();
  const { body: first } = await shop.send({ number: to, body: 'Pergunta' });
  await shop.send({ number: to, body: 'Resposta', quotedId: first.id });
  const { body: page } = await shop.company.admin.get<{ messages: { quotedMsg: { id: number } | null }[] }>(
    `/messages/${first.ticketId}`,
  );
  expect(page.messages.at(-1)?.quotedMsg?.id).toBe(first.id);
});

test.each(['0', 'abc', '99999999999999999999', '1.5'])('An invalid status is refused: %s', async (id) => {
  const { status } = await shop.call('GET', `/messages/${id}/status`);
  expect([400, 404]).toContain(status);
});

test('A token reads nothing of other connections, of internal notes, or of the customer’s messages', async () => {
  const elsewhere = await connectionOf(shop.company, 'line');
  const { body: made } = await shop.company.admin.post<{ token: string }>('/messages-api/tokens', {
    connectionId: elsewhere,
    name: 'Outra linha',
  });
  const { body: sent } = await shop.send({ number: someone(), body: 'Oi' });
  const foreign = await shop.call('GET', `/messages/${sent.id}/status`, undefined, {}, made.token);
  expect([foreign.status, foreign.body.error]).toEqual([404, 'ERR_NO_MESSAGE_FOUND']);
  const note = await shop.company.admin.post<{ id: number }>(`/messages/${sent.ticketId}/internal`, { body: 'Só nós' });
  expect((await shop.call('GET', `/messages/${note.body.id}/status`)).status).toBe(404);
});

test('The page tests a connection in the person’s own name', async () => {
  const { status, body } = await shop.company.admin.post<SendReply>(`/messages-api/try/${shop.connectionId}`, {
    number: someone(),
    body: 'Teste da página',
  });
  expect(status).toBe(200);
  expect(await shop.bodiesOf(body.ticketId)).toEqual(['Teste da página']);
  const attendant = await shop.company.person('user');
  expect(
    (await attendant.post(`/messages-api/try/${shop.connectionId}`, { number: someone(), body: 'x' })).status,
  ).toBe(403);
});
