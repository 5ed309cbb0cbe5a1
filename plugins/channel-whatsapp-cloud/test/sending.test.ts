import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { CloudFixture, startFixtures, startMeta } from './cloud-fixture.ts';
import type { GraphSimulator } from './graph/graph.ts';
import * as wire from './graph/vectors.ts';
import { eventually } from '@balcao/testing';

let meta: GraphSimulator;
let stop: () => Promise<void>;
let host: TestHost;
beforeAll(async () => {
  ({ meta, stop } = await startMeta());
  host = await startFixtures();
});
afterAll(async () => {
  await host?.close();
  await stop?.();
});

const helena = '5511970010001';
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** A ticket that Helena started. */
const begun = async (): Promise<{ fixture: CloudFixture; ticketId: number; firstId: string }> => {
  const fixture = await CloudFixture.open(host, meta);
  const first = wire.written(fixture.line, helena, wire.text('Oi'));
  await meta.webhooks.deliver(fixture.line, [first]);
  const { id } = await fixture.conversation();
  return { fixture, ticketId: id, firstId: String(first.message['id']) };
};
const fits =
  ({ line }: CloudFixture) =>
  ({ path }: { path: string }): boolean =>
    path === `${line.phoneNumberId}/messages`;
const bodies = (fixture: CloudFixture): unknown[] =>
  fixture.reached().map(({ payload }) => (payload['text'] as { body?: string } | undefined)?.body);

test('A reply is sent as a reply, with our id, and its ticks follow the statuses', async () => {
  const { fixture, ticketId } = await begun();
  const [first] = await fixture.said(ticketId);
  const { id } = await fixture.write(ticketId, 'Bom dia!', { quotedMsg: first?.id });
  await fixture.settled(ticketId, id);
  const [reached] = meta.taken.filter(({ phoneNumberId }) => phoneNumberId === fixture.line.phoneNumberId);
  expect(reached?.payload).toMatchObject({
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: helena,
    type: 'text',
    text: { body: 'Bom dia!' },
    context: { message_id: expect.stringMatching(/^wamid\./) },
    biz_opaque_callback_data: String(id),
  });
  const ack = async () => (await fixture.said(ticketId)).find((one) => one.id === id)?.ack;
  for (const [how, wanted] of [
    ['sent', 1],
    ['delivered', 2],
    ['read', 3],
    ['delivered', 3],
    ['played', 4],
  ] as const) {
    await meta.webhooks.statuses(fixture.line, [wire.status(reached?.id ?? '', how)]);
    expect([how, await ack()]).toEqual([how, wanted]);
  }
});

test('Photos and documents are sent as such, with their captions; types that WhatsApp cannot display are sent as documents', async () => {
  const { fixture, ticketId } = await begun();
  const attach = async (name: string, bytes: Uint8Array<ArrayBuffer>, body = ''): Promise<void> => {
    const form = new FormData();
    form.set('body', body);
    form.append('medias', new Blob([bytes]), name);
    expect((await fixture.admin.post(`/messages/${ticketId}`, form)).status).toBe(200);
  };
  await attach('vitrine.png', new Uint8Array(picture), 'A vitrine de hoje');
  await attach('contrato.pdf', new Uint8Array(Buffer.from('%PDF-1.4\n%%EOF\n')), 'Para assinar');
  await attach(
    'animada.gif',
    new Uint8Array(Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')),
  );
  await eventually(() => fixture.reached().length === 3);
  expect(fixture.reached().map(({ payload, type }) => [type, payload[type]])).toEqual([
    ['image', { id: expect.any(String), caption: 'A vitrine de hoje' }],
    ['document', { id: expect.any(String), caption: 'Para assinar', filename: 'contrato.pdf' }],
    ['document', { id: expect.any(String), filename: 'animada.gif' }],
  ]);
  const [sent] = meta.taken.filter(({ phoneNumberId }) => phoneNumberId === fixture.line.phoneNumberId);
  expect(sent?.file?.bytes.equals(picture)).toBe(true);
});

test('A file is uploaded to WhatsApp once, however often its message is retried', async () => {
  const { fixture, ticketId } = await begun();
  const before = meta.state.files.size;
  meta.refuse({ status: 500, code: 131000, times: 2, fits: fits(fixture) });
  const form = new FormData();
  form.append('medias', new Blob([picture]), 'foto.png');
  await fixture.admin.post(`/messages/${ticketId}`, form);
  await eventually(() => fixture.reached().length === 1);
  expect(meta.state.files.size).toBe(before + 1);
});

test('A text that exceeds WhatsApp’s limit is sent in parts, none of them twice', async () => {
  const { fixture, ticketId } = await begun();
  const long = Array.from({ length: 1500 }, (_, index) => `palavra${index}`).join(' ');
  let calls = 0;
  meta.refuse({
    status: 503,
    code: 131016,
    fits: (call) => fits(fixture)(call) && (calls += 1) === 2,
  });
  const { id } = await fixture.write(ticketId, long);
  expect(await fixture.settled(ticketId, id)).toMatchObject({ ack: 1, failure: null });
  const parts = bodies(fixture) as string[];
  expect(parts.length).toBeGreaterThan(3);
  expect(parts.every((part) => part.length <= 4096)).toBe(true);
  expect(parts.join(' ')).toBe(long);
});

test('A reaction of the company reaches the customer, and disappears when it is removed', async () => {
  const { fixture, ticketId, firstId } = await begun();
  const [first] = await fixture.said(ticketId);
  await fixture.admin.post(`/messages/${first?.id}/reaction`, { emoji: '🙏' });
  await eventually(() => meta.state.reactions.get(firstId) === '🙏');
  await fixture.admin.post(`/messages/${first?.id}/reaction`, { emoji: '' });
  await eventually(() => meta.state.reactions.get(firstId) === '');
});

test('The customer sees that a message was read, and that an attendant is typing', async () => {
  const { fixture, firstId } = await begun();
  const [ticket] = await fixture.tickets();
  await fixture.admin.put(`/tickets/${ticket?.uuid}/read`, {});
  await eventually(() => meta.state.read.some(({ messageId, isTyping }) => messageId === firstId && !isTyping));
  const live = await fixture.admin.live();
  const room = { kind: 'room', id: 'tickets.ticket' } as never;
  await live.join(room, { uuid: ticket?.uuid } as never);
  await live.send(room, { uuid: ticket?.uuid } as never, 'typing', { state: 'composing' });
  await eventually(() => meta.state.read.some(({ messageId, isTyping }) => messageId === firstId && isTyping));
});

test.each([
  [131026, 400, 'invalid-contact'],
  [131047, 400, 'window'],
  [131053, 400, 'refused'],
  [131049, 400, 'refused'],
  [132001, 404, 'refused'],
  [100, 400, 'refused'],
])('Code %i is reported by its meaning', async (code, status, failure) => {
  const { fixture, ticketId } = await begun();
  meta.refuse({ status, code, fits: fits(fixture) });
  const { id } = await fixture.write(ticketId, 'Oi');
  expect((await fixture.settled(ticketId, id)).failure).toBe(failure);
  expect(fixture.reached()).toEqual([]);
});

test('A message that WhatsApp refuses afterwards is marked as not sent', async () => {
  const { fixture, ticketId } = await begun();
  const { id } = await fixture.write(ticketId, 'Oi');
  await fixture.settled(ticketId, id);
  const sent = meta.taken.findLast(({ phoneNumberId }) => phoneNumberId === fixture.line.phoneNumberId);
  const errors = [{ code: 131042, title: 'Business eligibility payment issue' }];
  await meta.webhooks.statuses(fixture.line, [wire.status(sent?.id ?? '', 'failed', { errors })]);
  expect((await fixture.said(ticketId)).find((one) => one.id === id)?.failure).toBe('refused');
  expect((await fixture.account()).trouble).toBe('payment');
});

test('A message that WhatsApp refuses afterwards as too late ends the time for free text, until the customer writes', async () => {
  const { fixture, ticketId } = await begun();
  const { id } = await fixture.write(ticketId, 'Oi');
  await fixture.settled(ticketId, id);
  const sent = meta.taken.findLast(({ phoneNumberId }) => phoneNumberId === fixture.line.phoneNumberId);
  const errors = [{ code: 131047, title: 'Re-engagement message' }];
  await meta.webhooks.statuses(fixture.line, [wire.status(sent?.id ?? '', 'failed', { errors })]);
  await expect(fixture.write(ticketId, 'De novo')).rejects.toThrow('ERR_WINDOW_CLOSED');
});

test.each([
  ['the service is busy', { status: 503, code: 131016, times: 3 }],
  ['the number sends too fast', { status: 429, code: 130429, times: 2, retryAfter: 1 }],
  ['the account sends too much', { status: 400, code: 80007, times: 1, retryAfter: 1 }],
  ['this person gets too much', { status: 400, code: 131056, times: 1, retryAfter: 1 }],
])('When %s, messages wait and arrive in order, each once', async (_what, refusal) => {
  const { fixture, ticketId } = await begun();
  meta.refuse({ ...refusal, fits: fits(fixture) });
  const wanted = ['um', 'dois', 'três', 'quatro'];
  for (const body of wanted) await fixture.write(ticketId, body);
  await eventually(() => fixture.reached().length >= wanted.length);
  expect(bodies(fixture)).toEqual(wanted);
});

test.each([
  [3, 'button'],
  [8, 'list'],
])('A menu of %i queues is sent as a %s, and the tapped choice selects', async (count, type) => {
  const fixture = await CloudFixture.open(host, meta);
  const names = [
    'Vendas',
    'Suporte',
    'Financeiro e cobrança de mensalidades',
    'Trocas',
    'Entregas',
    'Atacado',
    'RH',
    'Outros',
  ];
  const queueIds: number[] = [];
  for (const [index, name] of names.slice(0, count).entries()) {
    const made = await fixture.admin.post<{ id: number }>('/queue', {
      name: `${name} ${count}`,
      color: `#${String(410_000 + count * 100 + index)}`,
    });
    queueIds.push(made.body.id);
  }
  const rules = {
    queueIds,
    keyWordQueueId: queueIds[0],
    greetingMessage: 'Com quem deseja falar?',
    maxUseBotQueues: 3,
  };
  expect((await fixture.admin.put(`/whatsapp/${fixture.connectionId}`, rules)).status).toBe(200);
  await meta.webhooks.deliver(fixture.line, [wire.written(fixture.line, helena, wire.text('Oi'))]);
  const menu = await eventually(() => fixture.reached().find((one) => one.type === 'interactive'));
  const said = menu.payload['interactive'] as {
    type: string;
    body: { text: string };
    action: { buttons?: { reply: Row }[]; sections?: { rows: Row[] }[] };
  };
  interface Row {
    id: string;
    title: string;
  }
  expect(said).toMatchObject({ type, body: { text: 'Com quem deseja falar?' } });
  const rows = said.action.sections?.[0]?.rows ?? said.action.buttons?.map(({ reply }) => reply) ?? [];
  expect(rows).toHaveLength(count);
  expect(rows.every(({ title }) => title.length <= (type === 'list' ? 24 : 20))).toBe(true);
  const second = rows[1];
  if (!second) throw new Error('there are several');
  const answer = type === 'list' ? wire.listReply(second.id, second.title) : wire.buttonReply(second.id, second.title);
  await meta.webhooks.deliver(fixture.line, [wire.written(fixture.line, helena, answer)]);
  await eventually(async () => (await fixture.tickets())[0]?.queueId === queueIds[1]);
});

test('A company that wants its menu as text sends numbers, also where a list could be tapped', async () => {
  const fixture = await CloudFixture.open(host, meta);
  const { admin } = fixture;
  expect((await admin.put('/settings/chatBotType', { value: 'text' })).status).toBe(200);
  // Created one after the other: a menu has its queues in the order of their creation.
  const queueIds: number[] = [];
  for (const [index, name] of ['Vendas', 'Suporte'].entries()) {
    const made = await admin.post<{ id: number }>('/queue', { name: `${name} por texto`, color: `#77001${index}` });
    queueIds.push(made.body.id);
  }
  const rules = {
    queueIds,
    keyWordQueueId: queueIds[0],
    greetingMessage: 'Com quem deseja falar?',
    maxUseBotQueues: 3,
  };
  expect((await admin.put(`/whatsapp/${fixture.connectionId}`, rules)).status).toBe(200);
  await meta.webhooks.deliver(fixture.line, [wire.written(fixture.line, helena, wire.text('Oi'))]);
  const menu = await eventually(() => fixture.reached().find((one) => JSON.stringify(one.payload).includes('Suporte')));
  expect([menu.type, JSON.stringify(menu.payload)]).toEqual([
    'text',
    expect.stringContaining('Com quem deseja falar?'),
  ]);
  await meta.webhooks.deliver(fixture.line, [wire.written(fixture.line, helena, wire.text('2'))]);
  await eventually(async () => (await fixture.tickets())[0]?.queueId === queueIds[1]);
});

test('While WhatsApp is down and throttles, messages in both directions arrive, once and in order', async () => {
  const { fixture, ticketId } = await begun();
  for (const refusal of [
    { status: 503, code: 131016, times: 1 },
    { status: 429, code: 130429, times: 2, retryAfter: 1 },
    { status: 500, code: 1, times: 1 },
    { status: 400, code: 131056, times: 1, retryAfter: 1 },
  ])
    meta.refuse({ ...refusal, fits: fits(fixture) });
  const start = Date.now();
  const wanted = Array.from({ length: 12 }, (_, index) => `nossa ${index}`);
  const theirs = wanted.map((_body, index) =>
    wire.written(fixture.line, helena, wire.text(`dela ${index}`), { at: new Date(start + index * 1000 - 60_000) }),
  );
  const [delivered] = await Promise.all([
    meta.webhooks.deliver(fixture.line, theirs, { times: 3, isShuffled: true }),
    (async () => {
      for (const body of wanted) await fixture.write(ticketId, body);
    })(),
  ]);
  expect(delivered).toBe(200);
  await eventually(() => fixture.reached().length >= wanted.length, 90_000);
  expect(bodies(fixture)).toEqual(wanted);
  const received = (await fixture.said(ticketId)).filter(({ body }) => body.startsWith('dela')).map(({ body }) => body);
  expect(received).toEqual(theirs.map((_one, index) => `dela ${index}`));
}, 120_000);

test('A lost answer is settled by the status with our id, and nothing is sent twice', async () => {
  const { fixture, ticketId } = await begun();
  meta.refuse({ status: 0, code: 0, isLost: true, fits: fits(fixture) });
  const { id } = await fixture.write(ticketId, 'Uma vez');
  await eventually(() => fixture.reached().length === 1);
  const sent = meta.taken.findLast(({ phoneNumberId }) => phoneNumberId === fixture.line.phoneNumberId);
  await meta.webhooks.statuses(fixture.line, [
    wire.status(sent?.id ?? '', 'delivered', { biz_opaque_callback_data: String(id) }),
  ]);
  await eventually(async () => (await fixture.said(ticketId)).find((one) => one.id === id)?.ack === 2);
  expect((await fixture.said(ticketId)).find((one) => one.id === id)?.failure).toBeNull();
  const { id: next } = await fixture.write(ticketId, 'Outra');
  await fixture.settled(ticketId, next);
  expect(bodies(fixture)).toEqual(['Uma vez', 'Outra']);
});

test('When the token expires the connection reports it, and waiting messages are sent after another one is entered', async () => {
  const { fixture, ticketId } = await begun();
  const token = meta.state.tokens.get(fixture.line.token);
  if (token) token.isValid = false;
  const { id } = await fixture.write(ticketId, 'Espera');
  await eventually(async () => (await fixture.status()) === 'DISCONNECTED');
  expect((await fixture.account()).trouble).toBe('token');
  // Messages are still received: nothing that customers write is lost.
  await meta.webhooks.deliver(fixture.line, [wire.written(fixture.line, helena, wire.text('Alguém aí?'))]);
  const another = `EAAG${'b'.repeat(40)}`;
  if (token) meta.state.tokens.set(another, { ...token, isValid: true });
  expect((await fixture.admin.put(fixture.path, { token: another })).status).toBe(200);
  expect(await fixture.status()).toBe('CONNECTED');
  expect((await fixture.account()).trouble).toBe('');
  await eventually(async () => (await fixture.said(ticketId)).find((one) => one.id === id)?.ack === 1);
  expect((await fixture.said(ticketId)).map(({ body }) => body)).toEqual(['Oi', 'Espera', 'Alguém aí?']);
});
