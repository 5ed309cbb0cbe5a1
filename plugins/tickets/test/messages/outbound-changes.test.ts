import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { ticketRoom, type MessageView } from '../../contract.ts';
import { sendChange } from '../../server/channel/outbound-changes.ts';
import { Attendance, deliveryOf, startAttendance, type TicketAnswer } from '../attendance.ts';
import { provider } from '../channel/provider.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
beforeAll(async () => {
  host = await startAttendance();
});
afterAll(() => host?.close());

interface Answer extends MessageView {
  error?: string;
  fields?: Record<string, string>;
}

/** A conversation with a message that the provider has accepted. */
const said = async (desk: Attendance, body = 'Fica R$ 10') => {
  const { ticketId, ticketUuid, messageId } = await desk.accepted(desk.admin);
  const { body: ours } = await desk.admin.post<MessageView>(`/messages/${ticketId}`, { body });
  const shown = async () => (await desk.messages(ticketId)).find(({ id }) => id === ours.id)!;
  await eventually(async () => (await shown()).ack >= 1);
  const externalId = `out-${desk.connectionId}-${ours.id}`;
  const changes = () => provider.changes.filter((change) => change.externalId === externalId);
  return { ticketId, ticketUuid, theirs: messageId, id: ours.id, shown, externalId, changes };
};
const plain = async (desk: Attendance): Promise<void> => {
  await desk.company
    .scope('connections')
    .sql.run(sql`update connections.connection set channel = 'test-plain' where id = ${desk.connectionId}`);
};

it('A quoted message names the colleague who wrote it, in the response and in the page', async () => {
  const desk = await Attendance.of(host);
  const { ticketId } = await desk.accepted(desk.admin, 'Qual o preço?');
  const first = await desk.admin.post<MessageView>(`/messages/${ticketId}`, { body: 'R$ 10' });
  const colleague = await desk.attendant('Bia Rocha', [], 'gestor');
  const { status, body } = await colleague.post<MessageView>(`/messages/${ticketId}`, {
    body: 'Corrijo: R$ 12',
    quotedMsg: { id: first.body.id },
  });
  expect(status).toBe(200);
  const author = { fromMe: true, user: { id: desk.admin.id, name: 'Admin' } };
  expect(body.quotedMsg).toMatchObject(author);
  const page = await desk.admin.get<{ messages: MessageView[] }>(`/messages/${ticketId}`);
  expect(page.body.messages.at(-1)?.quotedMsg).toMatchObject(author);
});

describe('A reaction of the company', () => {
  it('A reaction is sent to the channel, replaced and removed, one for all people of the company', async () => {
    const desk = await Attendance.of(host);
    const { theirs, ticketId } = await said(desk);
    const { body } = await desk.admin.post<Answer>(`/messages/${theirs}/reaction`, { emoji: '👍' });
    expect(body.messageReact).toEqual([{ emoji: '👍', fromMe: true, name: 'Admin' }]);
    const gestor = await desk.attendant('Bia Reis', [], 'gestor');
    await gestor.post(`/messages/${theirs}/reaction`, { emoji: '❤️' });
    expect((await desk.messages(ticketId))[0]?.messageReact).toEqual([{ emoji: '❤️', fromMe: true, name: 'Bia Reis' }]);
    await desk.admin.post(`/messages/${theirs}/reaction`, { emoji: '' });
    const reached = () =>
      provider.changes.filter(({ externalId }) => externalId.startsWith(`in-${desk.connectionId}-`));
    await eventually(() => reached().at(-1)?.reaction === '');
    expect((await desk.messages(ticketId))[0]?.messageReact).toEqual([]);
    expect((await desk.admin.get<TicketAnswer>(`/tickets/${ticketId}`)).body.lastMessage).toBe('Fica R$ 10');
  });

  it('A reaction that the channel refuses is removed again, and the room receives the reason', async () => {
    const desk = await Attendance.of(host);
    const { theirs, ticketId, ticketUuid } = await said(desk);
    const live = await desk.admin.live();
    await live.join(ticketRoom, { uuid: ticketUuid });
    provider.refusals.set('💥', { failure: 'refused', times: 1 });
    await desk.admin.post(`/messages/${theirs}/reaction`, { emoji: '💥' });
    const { data } = await live.receives('message', ({ action }) => action === 'error');
    expect(data).toMatchObject({ error: 'ERR_REACTION_WAPP_MSG', failure: 'refused', message: { messageReact: [] } });
    expect((await desk.messages(ticketId))[0]?.messageReact).toEqual([]);
  });
});

describe('An edit of one’s own message', () => {
  it('An edited message is shown as edited at once, in the list too, and reaches the customer', async () => {
    const desk = await Attendance.of(host);
    const { id, ticketId, changes } = await said(desk);
    const { status, body } = await desk.admin.put<Answer>(`/messages/${id}`, { body: 'Fica R$ 12' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, body: 'Fica R$ 12', ack: 1 });
    expect(body.editedAt).not.toBeNull();
    expect((await desk.admin.get<TicketAnswer>(`/tickets/${ticketId}`)).body.lastMessage).toBe('Fica R$ 12');
    await eventually(() => changes().length === 1);
    expect(changes()).toEqual([{ externalId: expect.any(String) as string, body: 'Fica R$ 12' }]);
    await desk.admin.put(`/messages/${id}`, { body: 'Fica R$ 12' });
    expect(changes()).toHaveLength(1);
  });

  it('An edited message is signed with the author’s name where the company signs', async () => {
    const desk = await Attendance.of(host, { defaultChatSubscript: 'enabled' });
    const { id, changes } = await said(desk);
    await desk.admin.put(`/messages/${id}`, { body: 'corrigida' });
    await eventually(() => changes().length === 1);
    expect(changes()[0]?.body).toBe('*Admin:*\ncorrigida');
  });

  it('An edit that is too late for the channel is undone, with the class of the refusal', async () => {
    const desk = await Attendance.of(host);
    const { id, ticketId, ticketUuid, shown } = await said(desk);
    const live = await desk.admin.live();
    await live.join(ticketRoom, { uuid: ticketUuid });
    provider.refusals.set('tarde demais', { failure: 'window', times: 1 });
    await desk.admin.put(`/messages/${id}`, { body: 'tarde demais' });
    const { data } = await live.receives('message', ({ action }) => action === 'error');
    expect(data).toMatchObject({
      error: 'ERR_EDIT_WAPP_MSG',
      failure: 'window',
      message: { body: 'Fica R$ 10', editedAt: null },
    });
    expect(await shown()).toMatchObject({ body: 'Fica R$ 10', editedAt: null });
    expect((await desk.admin.get<TicketAnswer>(`/tickets/${ticketId}`)).body.lastMessage).toBe('Fica R$ 10');
  });

  it('An edit is retried after a passing failure, and what follows in the conversation waits for it', async () => {
    const desk = await Attendance.of(host);
    const { id, ticketId, changes, shown } = await said(desk);
    provider.refusals.set('segunda versão', { failure: 'retry', times: 2 });
    await desk.admin.put(`/messages/${id}`, { body: 'segunda versão' });
    await eventually(() => changes().length === 1);
    expect((await shown()).body).toBe('segunda versão');
    await desk.admin.put(`/messages/${id}`, { body: 'terceira' });
    await desk.admin.delete(`/messages/${id}`);
    await eventually(() => changes().at(-1)?.revoked === true);
    expect((await desk.messages(ticketId)).at(-1)).toMatchObject({ isDeleted: true });
  });

  it('A passing failure of an edit is no defect, and does not hold back changes of other conversations', async () => {
    const desk = await Attendance.of(host);
    const { id, ticketId, changes } = await said(desk);
    provider.refusals.set('com tropeços', { failure: 'retry', times: 1_000 });
    await desk.admin.put(`/messages/${id}`, { body: 'com tropeços' });
    const telling = sendChange({ messageId: id, change: 'edit' }, desk.company.scope('tickets'), deliveryOf(ticketId));
    await expect(telling).rejects.toMatchObject({ status: 409, code: 'ERR_BUSY' });
    provider.refusals.delete('com tropeços');
    await eventually(() => changes().length > 0);
  });

  it('Of two quick edits of which the channel refuses the second, the first stays, which the customer has', async () => {
    const desk = await Attendance.of(host);
    const { id, changes, shown } = await said(desk);
    provider.refusals.set('não pode', { failure: 'refused', times: 1 });
    await desk.admin.put(`/messages/${id}`, { body: 'pode' });
    await eventually(() => changes().length === 1);
    await desk.admin.put(`/messages/${id}`, { body: 'não pode' });
    await eventually(async () => (await shown()).body === 'pode');
  });

  it('An internal note is edited without a channel', async () => {
    const desk = await Attendance.of(host);
    const { ticketId } = await said(desk);
    const { body: note } = await desk.admin.post<MessageView>(`/messages/${ticketId}/internal`, { body: 'ligar' });
    const { body } = await desk.admin.put<Answer>(`/messages/${note.id}`, { body: 'ligar às 10h' });
    expect(body).toMatchObject({ body: 'ligar às 10h', onlyInternal: true });
    expect((await desk.admin.delete<Answer>(`/messages/${note.id}`)).body).toMatchObject({ isDeleted: true, body: '' });
  });
});

describe('A deletion of one’s own message', () => {
  it('A deleted message is deleted for the customer, and the list says so', async () => {
    const desk = await Attendance.of(host);
    const { id, ticketId, changes } = await said(desk, 'senha 9876');
    const { body } = await desk.admin.delete<Answer>(`/messages/${id}`);
    expect(body).toMatchObject({ id, isDeleted: true, body: '' });
    await eventually(() => changes()[0]?.revoked === true);
    const list = await desk.admin.get<TicketAnswer>(`/tickets/${ticketId}`);
    expect(list.body).toMatchObject({ lastMessage: 'Mensagem apagada', lastMessageType: 'deleted' });
    expect((await desk.admin.delete<Answer>(`/messages/${id}`)).status).toBe(200);
    expect(changes()).toHaveLength(1);
  });

  it('A deletion that the channel refuses is undone, because the customer still has the message', async () => {
    const desk = await Attendance.of(host);
    const { id, ticketUuid, shown, externalId } = await said(desk);
    const live = await desk.admin.live();
    await live.join(ticketRoom, { uuid: ticketUuid });
    provider.refusals.set(externalId, { failure: 'window', times: 1 });
    await desk.admin.delete(`/messages/${id}`);
    const { data } = await live.receives('message', ({ action }) => action === 'error');
    expect(data).toMatchObject({ error: 'ERR_DELETE_WAPP_MSG', failure: 'window' });
    expect(await shown()).toMatchObject({ isDeleted: false, body: 'Fica R$ 10' });
  });

  it('Deleting a message that was not sent yet sends nothing', async () => {
    const desk = await Attendance.of(host);
    const { ticketId } = await desk.accepted(desk.admin);
    provider.refusals.set('esquece', { failure: 'refused', times: 1 });
    const { body } = await desk.admin.post<MessageView>(`/messages/${ticketId}`, { body: 'esquece' });
    await eventually(async () => (await desk.messages(ticketId)).at(-1)?.failure === 'refused');
    expect((await desk.admin.delete<Answer>(`/messages/${body.id}`)).body.isDeleted).toBe(true);
    expect((await desk.admin.post<Answer>(`/messages/${body.id}/retry`)).body.error).toBe('ERR_MESSAGE_NOT_FAILED');
  });
});

describe('Changes that are refused', () => {
  it('A change that the channel does not support is refused with 409 and the code that says which', async () => {
    const desk = await Attendance.of(host);
    const { id, theirs } = await said(desk);
    await plain(desk);
    expect(await desk.admin.post<Answer>(`/messages/${theirs}/reaction`, { emoji: '👍' })).toMatchObject({
      status: 409,
      body: { error: 'ERR_CHANNEL_NO_REACTIONS' },
    });
    expect(await desk.admin.put<Answer>(`/messages/${id}`, { body: 'x' })).toMatchObject({
      status: 409,
      body: { error: 'ERR_CHANNEL_NO_EDITS' },
    });
    expect(await desk.admin.delete<Answer>(`/messages/${id}`)).toMatchObject({
      status: 409,
      body: { error: 'ERR_CHANNEL_NO_DELETES' },
    });
  });

  it('A change of a message that is not one’s own, no text, deleted, or of a closed conversation is refused', async () => {
    const desk = await Attendance.of(host);
    const { id, theirs, ticketId } = await said(desk);
    const gestor = await desk.attendant('Bia', [], 'gestor');
    expect((await gestor.put(`/messages/${id}`, { body: 'x' })).status).toBe(403);
    expect((await desk.admin.put(`/messages/${theirs}`, { body: 'x' })).status).toBe(403);
    expect(await desk.admin.put<Answer>(`/messages/${id}`, { body: ' ' })).toMatchObject({
      status: 400,
      body: { fields: { body: 'Required' } },
    });
    const form = new FormData();
    form.append(
      'medias',
      new Blob([Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF')], { type: 'application/pdf' }),
      'a.pdf',
    );
    const file = await desk.admin.call<MessageView>('POST', `/messages/${ticketId}`, form);
    expect((await desk.admin.put<Answer>(`/messages/${file.body.id}`, { body: 'x' })).body.error).toBe(
      'ERR_MESSAGE_NOT_TEXT',
    );
    await desk.admin.delete(`/messages/${id}`);
    expect((await desk.admin.put<Answer>(`/messages/${id}`, { body: 'x' })).body.error).toBe('ERR_MESSAGE_DELETED');
    expect((await desk.admin.post<Answer>(`/messages/${id}/reaction`, { emoji: '👍' })).body.error).toBe(
      'ERR_MESSAGE_DELETED',
    );
    await desk.admin.put(`/tickets/${ticketId}`, { status: 'closed', justClose: true });
    expect((await desk.admin.post<Answer>(`/messages/${theirs}/reaction`, { emoji: '👍' })).body.error).toBe(
      'ERR_TICKET_CLOSED',
    );
  });

  it.each([['abc'], ['👍👍'], ['<b>'], ['👍\0'], ['x'.repeat(65)]])('A reaction with %j is refused', async (emoji) => {
    const desk = await Attendance.of(host);
    const { messageId } = await desk.accepted(desk.admin);
    expect(await desk.admin.post<Answer>(`/messages/${messageId}/reaction`, { emoji })).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    });
  });

  it.each([['👍'], ['❤️'], ['❤'], ['👨‍👩‍👧‍👦'], ['👍🏽'], ['🇧🇷'], ['1️⃣']])('A reaction with %s is accepted', async (emoji) => {
    const desk = await Attendance.of(host);
    const { messageId } = await desk.accepted(desk.admin);
    expect((await desk.admin.post<Answer>(`/messages/${messageId}/reaction`, { emoji })).status).toBe(200);
  });

  it('A message of another company cannot be changed', async () => {
    const desk = await Attendance.of(host);
    const other = await Attendance.of(host);
    const { id, theirs } = await said(desk);
    expect(await other.admin.put<Answer>(`/messages/${id}`, { body: 'x' })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_MESSAGE_FOUND' },
    });
    expect((await other.admin.post<Answer>(`/messages/${theirs}/reaction`, { emoji: '👍' })).status).toBe(404);
    expect((await other.admin.delete<Answer>(`/messages/${id}`)).status).toBe(404);
  });
});
