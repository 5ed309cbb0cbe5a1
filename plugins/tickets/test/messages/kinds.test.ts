import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import type { MessageData } from '@balcao/connections/contract';
import { tickets, type MessageView, type TicketView } from '../../contract.ts';
import { Attendance, startAttendance } from '../attendance.ts';
import { provider } from '../channel/provider.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
beforeAll(async () => {
  host = await startAttendance(undefined, [path.join(import.meta.dirname, '../polls')]);
});
afterAll(() => host?.close());

const deskOf = (): Promise<Attendance> => Attendance.of(host, { 'plugin:test-polls': 'enabled' });
const poll = { kind: 'test-polls.poll', question: 'Sexta ou sábado?', options: ['Sexta', 'Sábado'] } as const;
const send = (desk: Attendance, ticketId: number, data: MessageData, body = ''): Promise<MessageView> =>
  desk.company.scope('tickets').use(tickets).send(ticketId, { body, data });
const taken = (desk: Attendance) => provider.accepted.filter(({ connectionId }) => connectionId === desk.connectionId);

describe('A kind of message that a plugin added', () => {
  it('A message of the kind arrives with its data, and with its text in the company’s language for the list and for search', async () => {
    const desk = await deskOf();
    const live = await desk.admin.live();
    const number = desk.number();
    const { ticketUuid } = await desk.arrives(number, 'oi');
    await live.join({ id: 'tickets.ticket' } as never, { uuid: ticketUuid } as never);
    const { ticketId } = await desk.arrives(number, '', { data: { ...poll, unknown: 'gone' } });
    const message = (await desk.messages(ticketId)).at(-1);
    expect(message).toMatchObject({ body: 'Enquete: Sexta ou sábado?', dataJson: poll });
    expect(message?.dataJson).not.toHaveProperty('unknown');
    const heard = await live.receives('message', ({ message: shown }) => (shown as MessageView).dataJson !== null);
    expect((heard.data as { message: MessageView }).message.dataJson).toEqual(poll);
    expect((await desk.admin.get<TicketView>(`/tickets/${ticketId}`)).body).toMatchObject({
      lastMessage: 'Enquete: Sexta ou sábado?',
      lastMessageType: 'test-polls.poll',
    });
    const { messages } = await desk.company.scope('tickets').use(tickets).search('enquete');
    expect(messages.map(({ id }) => id)).toEqual([message?.id]);
  });

  it('A message of the kind goes as data to a channel that supports it, and as text to one that does not', async () => {
    const desk = await deskOf();
    const { ticketId } = await desk.arrives(desk.number(), 'oi');
    expect(await send(desk, ticketId, poll)).toMatchObject({ body: 'Enquete: Sexta ou sábado?', dataJson: poll });
    const place = { kind: 'location', latitude: -23.5, longitude: -46.6, name: 'Loja' } as const;
    await send(desk, ticketId, place);
    const inWords = await eventually(() => taken(desk).length === 2 && taken(desk));
    expect(inWords.map(({ body, data }) => [body, data])).toEqual([
      ['Enquete: Sexta ou sábado?', undefined],
      ['Loja', undefined],
    ]);
    const mail = await deskOf();
    const other = await mail.arrives(mail.number(), 'oi');
    const scope = mail.company.scope('connections');
    await scope.sql.run(sql`update connections.connection set channel = 'test-mail' where id = ${mail.connectionId}`);
    await scope.sql.run(sql`update contacts.contact set email = 'cliente@example.com'`);
    await send(mail, other.ticketId, poll, 'Responda, por favor');
    await send(mail, other.ticketId, place);
    const asItIs = await eventually(() => taken(mail).length === 2 && taken(mail));
    expect(asItIs.map(({ body, data }) => [body, data])).toEqual([
      ['Responda, por favor', poll],
      ['Loja', place],
    ]);
  });

  it.each<[string, unknown]>([
    ['an unknown kind', { kind: 'test-polls.nothing', question: 'x' }],
    ['no kind at all', { question: 'x', options: ['a', 'b'] }],
    ['no object', 'poll'],
    ['data that its schema refuses', { ...poll, options: ['Sexta'] }],
    ['too many bytes', { ...poll, question: 'á'.repeat(1000) }],
    ['a kind whose schema fails', { kind: 'test-polls.broken', late: 'x' }],
  ])('A message with nothing else is refused with ERR_VALIDATION and not stored: %s', async (_what, data) => {
    const desk = await deskOf();
    const { ticketId } = await desk.arrives(desk.number(), 'oi');
    const refused = { status: 400, code: 'ERR_VALIDATION' };
    await expect(desk.arrives(desk.number(), '', { data: data as MessageData })).rejects.toMatchObject(refused);
    await expect(send(desk, ticketId, data as MessageData)).rejects.toMatchObject(refused);
    expect(await desk.messages(ticketId)).toHaveLength(1);
  });

  it.each<[string, unknown]>([
    ['an unknown kind', { kind: 'test-polls.nothing', question: 'x' }],
    ['data that its schema refuses', { ...poll, options: ['Sexta'] }],
    ['a kind whose schema fails', { kind: 'test-polls.broken', late: 'x' }],
  ])('Data that is refused does not lose the text or file that came with it: %s', async (_what, refused) => {
    const desk = await deskOf();
    const data = refused as MessageData;
    const { ticketId } = await desk.arrives(desk.number(), 'sexta serve', { data });
    expect(await desk.messages(ticketId)).toMatchObject([{ body: 'sexta serve', dataJson: null }]);
    const media = {
      type: 'image' as const,
      path: `${desk.company.id}/2026/11/abcdefghijklmnopqrst.png`,
      name: 'lista.png',
      mime: 'image/png',
      size: 900,
    };
    const withFile = await desk.arrives(desk.number(), '', { data, media });
    expect(await desk.messages(withFile.ticketId)).toMatchObject([{ mediaName: 'lista.png', dataJson: null }]);
  });

  it('A message of the kind is named by its kind when the plugin has no text for it, and loses NULs and unpaired surrogates, not the message', async () => {
    const desk = await deskOf();
    const data = { kind: 'test-polls.broken', words: 'a\0b\ud83d' } as const;
    const { ticketId } = await desk.arrives(desk.number(), '', { data });
    expect(await desk.messages(ticketId)).toMatchObject([
      { body: 'test-polls.broken', dataJson: { kind: 'test-polls.broken', words: 'ab\ufffd' } },
    ]);
  });

  it('A message of the kind is still shown as text when its plugin is off; later ones are stored as text', async () => {
    const desk = await deskOf();
    const number = desk.number();
    const { ticketId } = await desk.arrives(number, '', { data: poll });
    await desk.company.disable('plugin:test-polls');
    expect(await desk.messages(ticketId)).toMatchObject([{ body: 'Enquete: Sexta ou sábado?', dataJson: poll }]);
    await expect(desk.arrives(number, '', { data: poll })).rejects.toMatchObject({ code: 'ERR_VALIDATION' });
    await desk.arrives(number, 'Enquete: e agora?', { data: poll });
    expect((await desk.messages(ticketId)).at(-1)).toMatchObject({ body: 'Enquete: e agora?', dataJson: null });
    await expect(send(desk, ticketId, poll)).rejects.toMatchObject({ code: 'ERR_VALIDATION' });
    const elsewhere = await Attendance.of(host);
    await expect(elsewhere.arrives(number, '', { data: poll })).rejects.toMatchObject({ code: 'ERR_VALIDATION' });
  });

  it('A message of the kind is forwarded as data', async () => {
    const desk = await deskOf();
    const { messageId } = await desk.arrives(desk.number(), '', { data: poll });
    const { ticketId } = await desk.arrives(desk.number(), 'oi');
    await desk.admin.post('/messages/forward', { messageIds: [messageId], ticketIds: [ticketId] });
    expect((await desk.messages(ticketId)).at(-1)).toMatchObject({
      body: 'Enquete: Sexta ou sábado?',
      dataJson: poll,
      isForwarded: true,
    });
  });
});
