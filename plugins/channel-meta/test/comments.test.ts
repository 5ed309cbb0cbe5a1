import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, type TestHost } from '@balcao/testing';
import { tickets, type TicketView } from '@balcao/tickets/contract';
import { profilesOfPerson } from '../server/people/personal-data.ts';
import { author, CommentFixture } from './comment-fixture.ts';
import { startFixtures, startMeta } from './meta-fixture.ts';
import type { MetaSimulator } from './meta/simulator.ts';
import * as wire from './meta/vectors.ts';

let meta: MetaSimulator;
let stop: () => Promise<void>;
let host: TestHost;
const channels = ['facebook', 'instagram'] as const;
const dayMs = 86_400_000;

beforeAll(async () => {
  ({ meta, stop } = await startMeta());
  host = await startFixtures();
});
afterEach(() => {
  meta.state.refusals.length = 0;
  meta.state.beforeComment = undefined;
});
afterAll(async () => {
  await host?.close();
  await stop?.();
});

test.each(channels)(
  'A comment on %s opens a conversation that names its author and its post, once, and no window for private messages',
  async (channel) => {
    const fixture = await CommentFixture.open(host, meta, channel);
    const { base } = fixture;
    const postId = fixture.post('Mutirão de sábado na praça: leve os documentos');
    const comment = fixture.comment('Até que horas vai?', { postId });
    const boosted = fixture.entry(comment, { adId: '77' });
    expect(await fixture.deliver(fixture.entry(comment), boosted)).toBe(200);
    expect(await fixture.deliver(boosted)).toBe(200);
    const [ticket] = await base.tickets();
    expect(ticket).toMatchObject({
      status: 'pending',
      queueId: base.queueId,
      unreadMessages: 1,
      contact: { name: channel === 'instagram' ? '@thais.ribeiro' : 'Thaís Ribeiro' },
    });
    const said = await base.said(ticket?.id ?? 0);
    expect(said).toMatchObject([
      {
        body: 'Até que horas vai?',
        context: {
          kind: 'comment',
          id: comment.id,
          isPublic: true,
          title: 'Mutirão de sábado na praça: leve os documentos',
          url: `https://www.facebook.com/${postId}`,
        },
      },
    ]);
    const { body } = await base.admin.get<TicketView>(`/tickets/u/${ticket?.uuid}`);
    expect(body.window).toMatchObject({ closesAt: null, personClosesAt: null });
    await base.conversation();
    expect(await base.admin.post(`/messages/${ticket?.id}`, { body: 'Olá!' })).toMatchObject({
      status: 409,
      body: { error: 'ERR_WINDOW_CLOSED' },
    });
  },
);

test('A comment is greeted by nobody: it waits for people, and what a rule would send privately is not sent', async () => {
  const fixture = await CommentFixture.open(host, meta, 'facebook');
  const { base } = fixture;
  await base.admin.put(`/whatsapp/${base.connectionId}`, { greetingMessage: 'Olá! Em que podemos ajudar?' });
  await base.admin.put(`/queue/${base.queueId}`, { greetingMessage: 'Você chegou à fila.' });
  const { ticket } = await fixture.commented('Vocês abrem domingo?');
  await eventually(async () => {
    const row = await base.company
      .scope('tickets')
      .sql.one<{ routing: string }>(sql`select routing from tickets.ticket where id = ${ticket.id}`);
    return row?.routing === 'done';
  });
  expect((await base.said(ticket.id)).map(({ body }) => body)).toEqual(['Vocês abrem domingo?']);
  // A private message has the rules of private messages.
  await fixture.base.deliver(wire.written(author, base.account, wire.text('Oi')));
  expect((await base.admin.post(`/messages/${ticket.id}`, { body: 'Olá!' })).status).toBe(200);
});

test.each(channels)(
  'An answer under a comment on %s is read by everybody, without the name of who wrote it, and comes back once',
  async (channel) => {
    const fixture = await CommentFixture.open(host, meta, channel);
    const { base } = fixture;
    const { comment, ticket, message } = await fixture.commented('Até que horas vai?');
    expect((await base.admin.put('/settings/defaultChatSubscript', { value: 'enabled' })).status).toBe(200);
    // The event of our own comment arrives before Meta has answered the request.
    meta.state.beforeComment = async (own) => {
      await fixture.deliver(fixture.entry(own, { name: base.channel === 'instagram' ? base.page.igUsername : '' }));
    };
    const sent = await fixture.answer(message.id, 'public', 'Até as 18h!');
    expect(sent).toMatchObject({ status: 200, body: { quotedMsg: { id: message.id } } });
    expect(await base.settled(ticket.id, sent.body.id)).toMatchObject({ ack: 1, failure: null });
    expect(fixture.answers()).toMatchObject([{ text: 'Até as 18h!', parentId: comment.id }]);
    expect(base.reached()).toEqual([]);
    const [own] = fixture.answers();
    if (own) await fixture.deliver(fixture.entry(own));
    expect((await base.said(ticket.id)).map(({ body }) => body)).toEqual(['Até que horas vai?', 'Até as 18h!']);
    // An answer of the customer under it quotes it.
    const reply = await fixture.commented('Obrigada!', { parentId: own?.id ?? '', postId: comment.postId });
    expect(reply.message.quotedMsg).toMatchObject({ id: sent.body.id });
    expect(reply.ticket.id).toBe(ticket.id);
  },
);

test('A comment is answered privately once, within 7 days, and the refusals say which', async () => {
  const fixture = await CommentFixture.open(host, meta, 'instagram');
  const { base } = fixture;
  const { comment, ticket, message } = await fixture.commented('Quanto custa?');
  const [view] = await fixture.view(ticket.id);
  expect(Date.parse(view?.privateUntil ?? '') - comment.writtenAt).toBeGreaterThan(6 * dayMs);
  expect((await fixture.answer(message.id, 'private', 'á'.repeat(401))).status).toBe(400);
  const sent = await fixture.answer(message.id, 'private', 'Mando os preços por aqui.', { clientId: 'a1' });
  expect((await fixture.answer(message.id, 'private', 'Mando os preços por aqui.', { clientId: 'a1' })).body.id).toBe(
    sent.body.id,
  );
  await base.settled(ticket.id, sent.body.id);
  expect(base.reached().map(({ body }) => body['recipient'])).toEqual([{ comment_id: comment.id }]);
  expect(await fixture.answer(message.id, 'private', 'De novo')).toMatchObject({
    status: 409,
    body: { error: 'ERR_META_COMMENT_ANSWERED' },
  });
  expect(await fixture.view(ticket.id)).toMatchObject([{ isAnswered: true, privateUntil: null }]);
  const late = await fixture.commented('E esse?', { writtenAt: meta.state.now() });
  await base.company
    .scope('channel-meta')
    .sql.run(
      sql`update channel_meta.comment set written_at = written_at - interval '8 days' where comment_id = ${late.comment.id}`,
    );
  expect(await fixture.answer(late.message.id, 'private', 'Tarde')).toMatchObject({
    status: 409,
    body: { error: 'ERR_META_COMMENT_LATE' },
  });
  // Under the comment an answer is always possible.
  expect((await fixture.answer(late.message.id, 'public', 'Respondo por aqui')).status).toBe(200);
});

test('Of two people who answer a comment privately at the same moment one is told that it was answered', async () => {
  const fixture = await CommentFixture.open(host, meta, 'facebook');
  const { ticket, message } = await fixture.commented('Quanto custa?');
  const answers = await Promise.all(['R$ 40', 'Quarenta'].map((body) => fixture.answer(message.id, 'private', body)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  await fixture.base.settled(ticket.id, answers.find(({ status }) => status === 200)?.body.id ?? 0);
  expect(fixture.base.reached().length).toBe(1);
});

test('300 comments of one call are stored together, and their post is asked for once', async () => {
  const fixture = await CommentFixture.open(host, meta, 'facebook');
  const postId = fixture.post();
  let asked = 0;
  meta.refuse({
    status: 500,
    code: 2,
    fits: ({ path }) => {
      if (path === postId) asked += 1;
      return false;
    },
  });
  const entries = Array.from({ length: 300 }, (_, place) =>
    fixture.entry(fixture.comment(`Eu quero ${place}`, { postId, person: String(7_719_970_000_000 + (place % 60)) })),
  );
  expect(await fixture.deliver(...entries)).toBe(200);
  const row = await fixture.base.company
    .scope('channel-meta')
    .sql.one<{ n: number }>(sql`select count(*)::int as n from channel_meta.comment where message_id is not null`);
  expect(row?.n).toBe(300);
  expect(asked).toBe(1);
});

test('A private answer that Meta refuses ends neither the window nor the connection, and can be written again', async () => {
  const fixture = await CommentFixture.open(host, meta, 'facebook');
  const { base } = fixture;
  const { ticket, message } = await fixture.commented('Quanto custa?');
  await base.deliver(wire.written(author, base.account, wire.text('Oi')));
  meta.refuse({ status: 400, code: 10903, fits: ({ path }) => path.endsWith('/messages') });
  const first = await fixture.answer(message.id, 'private', 'Oi!');
  expect(await base.settled(ticket.id, first.body.id)).toMatchObject({
    failure: 'refused',
    failureReason: 'comment-closed',
  });
  meta.refuse({ status: 403, code: 200, fits: ({ path }) => path.endsWith('/comments') });
  const under = await fixture.answer(message.id, 'public', 'Oi!');
  expect(await base.settled(ticket.id, under.body.id)).toMatchObject({ failureReason: 'comment-permission' });
  expect(await base.status()).toBe('CONNECTED');
  const again = await fixture.answer(message.id, 'private', 'Oi!');
  expect(await base.settled(ticket.id, again.body.id)).toMatchObject({ ack: 1, failure: null });
  await base.settled(ticket.id, (await base.write(ticket.id, 'E por aqui')).id);
});

test('An answer under a comment whose request was lost is settled by Meta’s event, and is not sent twice', async () => {
  const fixture = await CommentFixture.open(host, meta, 'facebook');
  const { base } = fixture;
  const { ticket, message } = await fixture.commented('Até que horas?');
  meta.refuse({ status: 0, code: 0, isLost: true, fits: ({ path }) => path.endsWith('/comments') });
  const sent = await fixture.answer(message.id, 'public', 'Até as 18h');
  expect(await base.settled(ticket.id, sent.body.id)).toMatchObject({ failure: 'unknown' });
  const [own] = fixture.answers();
  if (own) await fixture.deliver(fixture.entry(own));
  expect(await base.settled(ticket.id, sent.body.id)).toMatchObject({ ack: 1, failure: null });
  expect(fixture.answers().length).toBe(1);
  expect((await base.said(ticket.id)).length).toBe(2);
});

test('Our own comments open no conversation, and another app’s are not answered for ever', async () => {
  for (const channel of channels) {
    const fixture = await CommentFixture.open(host, meta, channel);
    const own = fixture.comment('Obrigado a todos', { person: fixture.base.account, isOwn: true });
    await fixture.deliver(fixture.entry(own, { name: fixture.base.page.igUsername }));
    expect(await fixture.base.tickets()).toEqual([]);
  }
});

test('Edits and removals of a comment are followed', async () => {
  const fixture = await CommentFixture.open(host, meta, 'facebook');
  const { base } = fixture;
  const { comment, ticket, message } = await fixture.commented('Quando abre?');
  await fixture.deliver(fixture.entry({ ...comment, text: 'Quando fecha?' }, { verb: 'edited' }));
  expect((await base.said(ticket.id))[0]).toMatchObject({ body: 'Quando fecha?' });
  await fixture.deliver(fixture.entry(comment, { verb: 'hide' }));
  expect(await fixture.view(ticket.id)).toMatchObject([{ isHidden: true }]);
  await fixture.deliver(fixture.entry(comment, { verb: 'remove' }));
  expect((await base.said(ticket.id))[0]).toMatchObject({ isDeleted: true });
  expect(await fixture.answer(message.id, 'public', 'Às 18h')).toMatchObject({
    status: 404,
    body: { error: 'ERR_META_COMMENT_GONE' },
  });
});

test.each(channels)('A comment on %s is hidden and shown again', async (channel) => {
  const fixture = await CommentFixture.open(host, meta, channel);
  const { comment, message } = await fixture.commented('Golpe!');
  const turn = (isHidden: boolean) => fixture.base.admin.put(`/meta/comments/${message.id}/hidden`, { isHidden });
  expect(await turn(true)).toMatchObject({ status: 200, body: { isHidden: true } });
  expect(comment.isHidden).toBe(true);
  expect(await turn(false)).toMatchObject({ status: 200, body: { isHidden: false } });
  expect(comment.isHidden).toBe(false);
  meta.refuse({ status: 403, code: 200, fits: ({ path }) => path === comment.id });
  expect(await turn(true)).toMatchObject({ status: 409, body: { error: 'ERR_META_COMMENTS_REFUSED' } });
});

test('A comment of a broadcast is answered privately only while it is on air', async () => {
  const fixture = await CommentFixture.open(host, meta, 'instagram');
  const postId = fixture.post('Ao vivo', true);
  const on = await fixture.commented('Boa noite!', { postId, isLive: true });
  expect(await fixture.view(on.ticket.id)).toMatchObject([{ isLive: true, isAnswered: false }]);
  const sent = await fixture.answer(on.message.id, 'private', 'Boa noite, Thaís!');
  expect(await fixture.base.settled(on.ticket.id, sent.body.id)).toMatchObject({ ack: 1 });
  const off = await fixture.commented('Tem desconto?', { postId, isLive: true });
  const post = meta.state.posts.get(postId);
  if (post) post.isLive = false;
  expect(await fixture.answer(off.message.id, 'private', 'Tem!')).toMatchObject({
    status: 409,
    body: { error: 'ERR_META_COMMENT_LIVE_OVER' },
  });
});

test('Another company sees no comment, and answers none', async () => {
  const fixture = await CommentFixture.open(host, meta, 'facebook');
  const other = await CommentFixture.open(host, meta, 'facebook');
  const { ticket, message } = await fixture.commented('Quanto custa?');
  expect(await other.base.tickets()).toEqual([]);
  expect((await other.answer(message.id, 'public', 'Oi')).status).toBe(404);
  expect((await other.base.admin.put(`/meta/comments/${message.id}/hidden`, { isHidden: true })).status).toBe(404);
  expect((await other.base.admin.get(`/meta/tickets/${ticket.id}/comments`)).status).toBe(404);
  expect(
    (await other.base.admin.put(`/meta/connections/${fixture.base.connectionId}/comments`, { isOn: false })).status,
  ).toBe(404);
  // A message of another kind is no comment.
  await other.base.deliver(wire.written(author, other.base.account, wire.text('Oi')));
  const direct = await other.base.conversation();
  const [said] = await other.base.said(direct.id);
  expect((await other.answer(said?.id ?? 0, 'public', 'Oi')).status).toBe(404);
  expect(fixture.answers()).toEqual([]);
});

test('Comments arrive although Meta tells nothing of their post, and a call with nonsense is no error', async () => {
  const fixture = await CommentFixture.open(host, meta, 'facebook');
  meta.refuse({ status: 500, code: 2, times: 5, fits: ({ method, path }) => method === 'GET' && path.includes('_') });
  const { message } = await fixture.commented('Oi?');
  expect(message.context).toEqual({ kind: 'comment', id: message.context?.id, isPublic: true });
  meta.state.refusals.length = 0;
  const changes = [
    { field: 'feed', value: { item: 'reaction', verb: 'add' } },
    { field: 'feed', value: { item: 'comment', verb: 'add', comment_id: '1_2' } },
    { field: 'feed', value: null },
    { field: 7 },
    'x',
  ];
  expect(
    await meta.webhooks.post({ object: 'page', entry: [{ id: fixture.base.account, time: 'soon', changes }] }),
  ).toBe(200);
  expect((await fixture.base.tickets()).length).toBe(1);
});

test('A person’s comments are in the export of their data, and are erased with it', async () => {
  const fixture = await CommentFixture.open(host, meta, 'facebook');
  const { base } = fixture;
  const { comment, ticket, message } = await fixture.commented('Meu CPF é 123');
  const sent = await fixture.answer(message.id, 'public', 'Oi');
  await base.settled(ticket.id, sent.body.id);
  const scope = base.company.scope('channel-meta');
  const rows: object[] = [];
  for await (const row of profilesOfPerson.collect(ticket.contactId, scope)) rows.push(row);
  expect(rows).toContainEqual({ kind: 'comment', row: expect.objectContaining({ commentId: comment.id }) });
  await profilesOfPerson.erase(ticket.contactId, scope);
  const left = await scope.sql.one<{ n: number }>(
    sql`select (select count(*) from channel_meta.comment) + (select count(*) from channel_meta.outgoing) as n`,
  );
  expect(Number(left?.n)).toBe(0);
});

test('What answers a comment says so to other plugins, and a forwarded answer is an ordinary message', async () => {
  const fixture = await CommentFixture.open(host, meta, 'facebook');
  const { base } = fixture;
  const { comment, ticket, message } = await fixture.commented('Quanto custa?');
  const sent = await fixture.answer(message.id, 'public', 'R$ 40');
  expect(sent.body.dataJson).toEqual({ kind: 'channel-meta.answer', way: 'public', commentId: comment.id });
  await base.settled(ticket.id, sent.body.id);
  await base.deliver(wire.written(author, base.account, wire.text('Oi')));
  await base.admin.post('/messages/forward', { messageIds: [sent.body.id], ticketIds: [ticket.id] });
  await eventually(() => base.reached().length === 1);
  expect(base.reached()[0]?.message['text']).toBe('R$ 40');
  expect(fixture.answers().length).toBe(1);
  // Nobody answers the comment of another person by naming it.
  const stranger = await base.company
    .scope('tickets')
    .use(tickets)
    .send(ticket.id, { body: 'x', data: { kind: 'channel-meta.answer', way: 'public', commentId: '1_2' } });
  expect(await base.settled(ticket.id, stranger.id)).toMatchObject({ failureReason: 'comment-gone' });
});
