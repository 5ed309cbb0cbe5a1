import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { channelInbox, connectionChanged } from '@balcao/connections/contract';
import { tickets as ticketsService, ticketRoom, type MessageView } from '../contract.ts';
import { delivering } from '../server/channel/deliver.ts';
import { Attendance, deliveryOf, startAttendance, type ListAnswer, type TicketAnswer } from './attendance.ts';
import { provider } from './channel/provider.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
beforeAll(async () => {
  host = await startAttendance();
});
afterAll(() => host?.close());

const takenBy = (connectionId: number) =>
  provider.accepted.filter((message) => message.connectionId === connectionId).map(({ body }) => body);
const message = async (desk: Attendance, ticketId: number, body: string) =>
  (await desk.messages(ticketId)).find((each) => each.body === body);
const withFailure = (desk: Attendance, ticketId: number, body: string, failure: string) =>
  eventually(async () => {
    const found = await message(desk, ticketId, body);
    return found?.failure === failure && found;
  });
const sent = (desk: Attendance, ticketId: number, body: string) =>
  eventually(async () => ((await message(desk, ticketId, body))?.ack ?? 0) >= 1);

describe('Sending a message', () => {
  it('A message is stored with the clock, handed to the channel, and gets its receipt', async () => {
    const desk = await Attendance.of(host);
    const { ticketId } = await desk.accepted(desk.admin);
    const { status, body } = await desk.admin.post<MessageView>(`/messages/${ticketId}`, {
      body: 'Como posso ajudar?',
      clientId: 'c-1',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ticketId,
      body: 'Como posso ajudar?',
      fromMe: true,
      ack: 0,
      failure: null,
      clientId: 'c-1',
      user: { id: desk.admin.id },
    });
    await sent(desk, ticketId, 'Como posso ajudar?');
    expect(takenBy(desk.connectionId)).toEqual(['Como posso ajudar?']);
    const ticket = await desk.admin.get<TicketAnswer>(`/tickets/${ticketId}`);
    expect(ticket.body).toMatchObject({ lastMessage: 'Como posso ajudar?', lastMessageAck: 1 });
  });

  it('A message repeated with the same clientId is stored once, also when both come at once', async () => {
    const desk = await Attendance.of(host);
    const { ticketId } = await desk.accepted(desk.admin);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        desk.admin.post<MessageView>(`/messages/${ticketId}`, { body: 'só uma', clientId: 'twice' }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    await sent(desk, ticketId, 'só uma');
    expect(takenBy(desk.connectionId)).toEqual(['só uma']);
  });

  it('Messages go out in the order they were written, also when the provider fails on one', async () => {
    const desk = await Attendance.of(host);
    const { ticketId } = await desk.accepted(desk.admin);
    provider.refusals.set('ordem 2', { failure: 'retry', times: 1 });
    const bodies = ['ordem 1', 'ordem 2', 'ordem 3', 'ordem 4'];
    for (const body of bodies) await desk.admin.post(`/messages/${ticketId}`, { body });
    await sent(desk, ticketId, 'ordem 4');
    expect(takenBy(desk.connectionId)).toEqual(bodies);
  });

  it('A message that can never be sent is marked with the reason, does not hold up the next, and can be sent again', async () => {
    const desk = await Attendance.of(host);
    const { ticketId } = await desk.accepted(desk.admin);
    provider.refusals.set('fora da janela', { failure: 'window', times: 1 });
    await desk.admin.post(`/messages/${ticketId}`, { body: 'fora da janela' });
    await desk.admin.post(`/messages/${ticketId}`, { body: 'a seguinte' });
    const failed = await withFailure(desk, ticketId, 'fora da janela', 'window');
    await sent(desk, ticketId, 'a seguinte');
    const again = await desk.admin.post<MessageView>(`/messages/${failed.id}/retry`);
    expect(again.body).toMatchObject({ id: failed.id, failure: null, ack: 0 });
    await sent(desk, ticketId, 'fora da janela');
    expect((await desk.admin.post<TicketAnswer>(`/messages/${failed.id}/retry`)).body.error).toBe(
      'ERR_MESSAGE_NOT_FAILED',
    );
  });

  it('A message that could not be sent is marked in the list too, until it is on its way again', async () => {
    const desk = await Attendance.of(host);
    const { ticketId } = await desk.accepted(desk.admin);
    provider.refusals.set('não passa', { failure: 'window', times: 1 });
    await desk.admin.post(`/messages/${ticketId}`, { body: 'não passa' });
    const { id } = await withFailure(desk, ticketId, 'não passa', 'window');
    const inList = async () => {
      const { body } = await desk.admin.get<ListAnswer>('/tickets?status=open');
      return body.tickets.find((ticket) => ticket.id === ticketId)?.lastMessageAck;
    };
    expect(await inList()).toBe(-1);
    await desk.admin.post(`/messages/${id}/retry`);
    await sent(desk, ticketId, 'não passa');
    expect(await inList()).toBe(1);
  });

  it('A failed message shows the code of its reason, and never the provider’s text', async () => {
    const desk = await Attendance.of(host);
    const { ticketId } = await desk.accepted(desk.admin);
    provider.refusals.set('com código', { failure: 'refused', times: 1, reason: 'template-paused' });
    provider.refusals.set('com palavras', { failure: 'refused', times: 1, reason: 'no account +5511999990000' });
    for (const body of ['com código', 'com palavras']) await desk.admin.post(`/messages/${ticketId}`, { body });
    expect((await withFailure(desk, ticketId, 'com código', 'refused')).failureReason).toBe('template-paused');
    expect((await withFailure(desk, ticketId, 'com palavras', 'refused')).failureReason).toBeNull();
    const { id } = await withFailure(desk, ticketId, 'com código', 'refused');
    expect((await desk.admin.post<MessageView>(`/messages/${id}/retry`)).body).toMatchObject({ failureReason: null });
    await sent(desk, ticketId, 'com código');
  });

  it('Messages wait for a connection that is down, and go out in order when it is back', async () => {
    const desk = await Attendance.of(host);
    const { ticketId } = await desk.accepted(desk.admin);
    const bodies = ['sem sinal 1', 'sem sinal 2', 'sem sinal 3'];
    provider.refusals.set('sem sinal 1', { failure: 'disconnected', times: 3 });
    for (const body of bodies) await desk.admin.post(`/messages/${ticketId}`, { body });
    for (const body of bodies) await withFailure(desk, ticketId, body, 'disconnected');
    expect(takenBy(desk.connectionId)).toEqual([]);
    await desk.company.scope('connections').emit(connectionChanged, `connection:${desk.connectionId}`, {
      connectionId: desk.connectionId,
      status: 'CONNECTED',
      action: 'update',
    });
    await sent(desk, ticketId, 'sem sinal 3');
    expect(takenBy(desk.connectionId)).toEqual(bodies);
  });

  it('A message that waits behind others goes out with them, in order, when a person tries it again', async () => {
    const desk = await Attendance.of(host);
    const { ticketId } = await desk.accepted(desk.admin);
    const bodies = ['ainda não 1', 'ainda não 2', 'ainda não 3'];
    provider.refusals.set('ainda não 1', { failure: 'disconnected', times: 3 });
    for (const body of bodies) await desk.admin.post(`/messages/${ticketId}`, { body });
    for (const body of bodies) await withFailure(desk, ticketId, body, 'disconnected');
    const last = await message(desk, ticketId, 'ainda não 3');
    expect((await desk.admin.post<MessageView>(`/messages/${last?.id}/retry`)).body).toMatchObject({
      id: last?.id,
      failure: null,
    });
    await sent(desk, ticketId, 'ainda não 3');
    expect(takenBy(desk.connectionId)).toEqual(bodies);
  });

  it('A message that was queued again is not overtaken by the ones after it', async () => {
    const desk = await Attendance.of(host);
    const { ticketId } = await desk.accepted(desk.admin);
    for (const body of ['volta 1', 'volta 2']) provider.refusals.set(body, { failure: 'window', times: 1 });
    const sentMessages = [];
    for (const body of ['volta 1', 'volta 2']) {
      sentMessages.push((await desk.admin.post<MessageView>(`/messages/${ticketId}`, { body })).body);
      await withFailure(desk, ticketId, body, 'window');
    }
    const [first, second] = sentMessages;
    const scope = desk.company.scope('tickets');
    await scope.sql.run(sql`update tickets.message set failure = null where id = ${second?.id ?? 0}`);
    await scope.sql.run(sql`select * from tickets.requeue(${first?.id ?? 0}::bigint, null::int, false)`);
    await delivering()({ messageId: second?.id ?? 0 }, scope, deliveryOf(ticketId));
    await sent(desk, ticketId, 'volta 2');
    expect(takenBy(desk.connectionId)).toEqual(['volta 1', 'volta 2']);
  });

  it('Receipts only rise, also one that arrives before the provider’s answer', async () => {
    const desk = await Attendance.of(host);
    const { ticketId } = await desk.accepted(desk.admin);
    const inbox = desk.company.scope('tickets').use(channelInbox);
    const { body: first } = await desk.admin.post<MessageView>(`/messages/${ticketId}`, { body: 'recibos' });
    await sent(desk, ticketId, 'recibos');
    const externalId = `out-${desk.connectionId}-${first.id}`;
    await inbox.ack(desk.connectionId, externalId, 3);
    await inbox.ack(desk.connectionId, externalId, 2);
    await inbox.ack(desk.connectionId, externalId, 1);
    expect((await message(desk, ticketId, 'recibos'))?.ack).toBe(3);

    await inbox.ack(desk.connectionId, `out-${desk.connectionId}-${first.id + 1}`, 2);
    await inbox.ack(desk.connectionId, `out-${desk.connectionId}-${first.id + 2}`, 2);
    await desk.admin.post(`/messages/${ticketId}`, { body: 'ultrapassado' });
    await eventually(async () => (await message(desk, ticketId, 'ultrapassado'))?.ack === 2);
  });

  it('A message that the provider gives up later is marked failed', async () => {
    const desk = await Attendance.of(host);
    const { ticketId } = await desk.accepted(desk.admin);
    const { body } = await desk.admin.post<MessageView>(`/messages/${ticketId}`, { body: 'devolvida' });
    await sent(desk, ticketId, 'devolvida');
    await desk.company
      .scope('tickets')
      .use(channelInbox)
      .failed(desk.connectionId, `out-${desk.connectionId}-${body.id}`, 'no such person');
    expect(await message(desk, ticketId, 'devolvida')).toMatchObject({ failure: 'refused' });
  });

  it('A message that was accepted and refused later is sent again as a new message', async () => {
    const desk = await Attendance.of(host);
    const { ticketId } = await desk.accepted(desk.admin);
    const { body } = await desk.admin.post<MessageView>(`/messages/${ticketId}`, { body: 'recusada depois' });
    await sent(desk, ticketId, 'recusada depois');
    const inbox = desk.company.scope('tickets').use(channelInbox);
    await inbox.failed(desk.connectionId, `out-${desk.connectionId}-${body.id}`, '131026');
    const refused = await withFailure(desk, ticketId, 'recusada depois', 'refused');
    expect(refused.failureReason).toBe('131026');
    const again = await desk.admin.post<MessageView>(`/messages/${body.id}/retry`);
    expect(again).toMatchObject({ status: 200, body: { failure: null, failureReason: null, ack: 0 } });
    await sent(desk, ticketId, 'recusada depois');
    await inbox.ack(desk.connectionId, `out-${desk.connectionId}-${body.id}`, 2);
    await eventually(async () => (await message(desk, ticketId, 'recusada depois'))?.ack === 2);
    expect((await desk.admin.post<TicketAnswer>(`/messages/${body.id}/retry`)).body.error).toBe(
      'ERR_MESSAGE_NOT_FAILED',
    );
  });

  it('A message that comes back as an echo stays one message', async () => {
    const desk = await Attendance.of(host);
    const number = desk.number();
    const { ticketId } = await desk.arrives(number, 'oi');
    await desk.admin.put(`/tickets/${ticketId}`, { status: 'open' });
    const { body } = await desk.admin.post<MessageView>(`/messages/${ticketId}`, { body: 'eco' });
    await desk.arrives(number, 'eco', { externalId: `out-${desk.connectionId}-${body.id}`, fromMe: true });
    await sent(desk, ticketId, 'eco');
    await desk.arrives(number, 'eco', { externalId: `out-${desk.connectionId}-${body.id}`, fromMe: true });
    expect((await desk.messages(ticketId)).filter((each) => each.body === 'eco')).toHaveLength(1);
  });

  it('A message that comes back as an echo signed with its author’s name stays one message', async () => {
    const desk = await Attendance.of(host, { defaultChatSubscript: 'enabled' });
    const ana = await desk.attendant('Ana Lima');
    const number = desk.number();
    const { ticketId } = await desk.arrives(number, 'oi');
    await ana.put(`/tickets/${ticketId}`, { status: 'open', userId: ana.id });
    provider.refusals.set('*Ana Lima:*\nJá vai', { failure: 'retry', times: 1 });
    const { body } = await ana.post<MessageView>(`/messages/${ticketId}`, { body: 'Já vai' });
    const externalId = `out-${desk.connectionId}-${body.id}`;
    expect(await desk.arrives(number, '*Ana Lima:*\nJá vai', { externalId, fromMe: true })).toMatchObject({
      fresh: false,
      messageId: body.id,
    });
    expect((await desk.messages(ticketId)).filter(({ fromMe }) => fromMe)).toMatchObject([{ body: 'Já vai', ack: 1 }]);
  });

  it('A message with a character that cannot be stored is sent without it', async () => {
    const desk = await Attendance.of(host);
    const { ticketId } = await desk.accepted(desk.admin);
    const { status, body } = await desk.admin.post<MessageView>(`/messages/${ticketId}`, { body: 'cópia\0 de um PDF' });
    expect([status, body.body]).toEqual([200, 'cópia de um PDF']);
    expect((await desk.admin.post(`/messages/${ticketId}`, { body: '\0 \0' })).status).toBe(400);
  });

  it('A message with files becomes one message per file, with the text in the first', async () => {
    const desk = await Attendance.of(host);
    const { ticketId } = await desk.accepted(desk.admin);
    const form = new FormData();
    form.set('body', 'Segue o contrato');
    form.set('clientId', 'files-1');
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    form.append('medias', new Blob([png], { type: 'image/png' }), 'foto.png');
    form.append(
      'medias',
      new Blob([Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF')], { type: 'application/pdf' }),
      'contrato.pdf',
    );
    const { status, body } = await desk.admin.call<MessageView[]>('POST', `/messages/${ticketId}`, form);
    expect(status).toBe(200);
    expect(body).toMatchObject([
      {
        body: 'Segue o contrato',
        mediaType: 'image',
        mediaName: 'foto.png',
        mediaMime: 'image/png',
        clientId: 'files-1',
      },
      { body: '', mediaType: 'document', mediaName: 'contrato.pdf' },
    ]);
    expect(body[0]?.mediaUrl).toMatch(/^\/public\//);
    await eventually(
      () => provider.accepted.filter(({ connectionId }) => connectionId === desk.connectionId).length === 2,
    );
    const media = await desk.admin.get<{ messages: MessageView[] }>(`/messages/${ticketId}?searchParam=ONLY_MEDIA`);
    expect(media.body.messages).toHaveLength(2);
  });

  it('A message answers another one by quoting it', async () => {
    const desk = await Attendance.of(host);
    const { ticketId, messageId } = await desk.accepted(desk.admin, 'Qual o preço?');
    const { body } = await desk.admin.post<MessageView>(`/messages/${ticketId}`, {
      body: 'R$ 10',
      quotedMsg: { id: messageId },
    });
    expect(body.quotedMsg).toMatchObject({ id: messageId, body: 'Qual o preço?', fromMe: false, user: null });
    await sent(desk, ticketId, 'R$ 10');
    expect(provider.accepted.find((each) => each.connectionId === desk.connectionId)?.quotedExternalId).toMatch(/^in-/);
  });

  it('An empty message, or one in a closed conversation, is refused with the reason', async () => {
    const desk = await Attendance.of(host);
    const { ticketId } = await desk.accepted(desk.admin);
    expect(await desk.admin.post(`/messages/${ticketId}`, { body: '  \n ' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', fields: { body: 'Required' } },
    });
    await desk.admin.put(`/tickets/${ticketId}`, { status: 'closed' });
    expect(await desk.admin.post(`/messages/${ticketId}`, { body: 'tarde' })).toMatchObject({
      status: 409,
      body: { error: 'ERR_TICKET_CLOSED' },
    });
  });

  it('A message can be deleted by its author only', async () => {
    const desk = await Attendance.of(host);
    const ana = await desk.attendant('Ana');
    const { ticketId, messageId } = await desk.accepted(ana);
    const { body } = await ana.post<MessageView>(`/messages/${ticketId}`, { body: 'engano' });
    expect((await desk.admin.delete(`/messages/${body.id}`)).status).toBe(403);
    expect((await ana.delete(`/messages/${messageId}`)).status).toBe(403);
    expect((await ana.delete<MessageView>(`/messages/${body.id}`)).body).toMatchObject({
      id: body.id,
      isDeleted: true,
    });
  });

  it('A message is published to everybody who has the conversation open: stored, delivered, failed', async () => {
    const desk = await Attendance.of(host);
    const { ticketId, ticketUuid } = await desk.accepted(desk.admin);
    const live = await desk.admin.live();
    expect(await live.join(ticketRoom, { uuid: ticketUuid })).toEqual({ ok: true });
    await desk.admin.post(`/messages/${ticketId}`, { body: 'ao vivo' });
    await live.receives(
      'message',
      ({ action, message: shown }) => action === 'create' && (shown as MessageView).body === 'ao vivo',
    );
    await live.receives(
      'message',
      ({ action, message: shown }) => action === 'update' && (shown as MessageView).ack === 1,
    );
    provider.refusals.set('não vai', { failure: 'refused', times: 1 });
    await desk.admin.post(`/messages/${ticketId}`, { body: 'não vai' });
    await live.receives(
      'message',
      ({ action, message: shown }) => action === 'error' && (shown as MessageView).failure === 'refused',
    );
  });

  it('A message is signed with the author’s name when the company signs', async () => {
    const desk = await Attendance.of(host, { defaultChatSubscript: 'enabled' });
    const ana = await desk.attendant('Ana Lima');
    const { ticketId } = await desk.accepted(ana);
    await ana.post(`/messages/${ticketId}`, { body: 'Bom dia!' });
    await sent(desk, ticketId, 'Bom dia!');
    expect(takenBy(desk.connectionId)).toEqual(['*Ana Lima:*\nBom dia!']);
  });
});

describe('An internal note', () => {
  it('An internal note is visible to the company, never handed to the channel, and needs the permission', async () => {
    const desk = await Attendance.of(host);
    const ana = await desk.attendant('Ana');
    const { ticketId } = await desk.accepted(ana);
    expect((await ana.post(`/messages/${ticketId}/internal`, { body: 'sem permissão' })).status).toBe(403);
    const { body } = await desk.admin.post<MessageView>(`/messages/${ticketId}/internal`, { body: 'Cliente antigo' });
    expect(body).toMatchObject({ onlyInternal: true, user: { id: desk.admin.id } });
    await ana.post(`/messages/${ticketId}`, { body: 'depois da nota' });
    await sent(desk, ticketId, 'depois da nota');
    expect(takenBy(desk.connectionId)).toEqual(['depois da nota']);
    const ticket = await desk.admin.get<TicketAnswer>(`/tickets/${ticketId}`);
    expect(ticket.body.lastMessage).toBe('depois da nota');
  });
});

describe('Sending by other plugins', () => {
  it('A plugin sends in a conversation as the company itself', async () => {
    const desk = await Attendance.of(host);
    const { ticketId } = await desk.arrives(desk.number(), 'oi');
    await desk.company.scope('tickets').use(ticketsService).sendAsCompany(ticketId, 'Sua vez chegou');
    await sent(desk, ticketId, 'Sua vez chegou');
    expect(await message(desk, ticketId, 'Sua vez chegou')).toMatchObject({ fromMe: true, user: null });
  });

  it('No message is lost in the outbox: every stored message of the company was handed over', async () => {
    const left = await host.kernel.database.owner.query(
      `select count(*)::int as left from tickets.message where from_me and ack = 0 and failure is null and not only_internal and not is_deleted`,
    );
    expect(left.rows[0]).toEqual({ left: 0 });
  });
});
