import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { ticketListRoom, tickets as ticketsService, ticketMessagesRoom, type TicketView } from '../contract.ts';
import { Attendance, startAttendance, type ListAnswer } from './attendance.ts';
import { provider } from './channel/provider.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
beforeAll(async () => {
  host = await startAttendance();
});
afterAll(() => host?.close());

const service = (desk: Attendance) => desk.company.scope('tickets').use(ticketsService);

/** A customer whom the company knows, without a conversation. */
const customer = async (desk: Attendance): Promise<{ number: string; contactId: number }> => {
  const number = desk.number();
  const row = await desk.company
    .scope('contacts')
    .sql.one<{ id: number }>(
      sql`select contacts.identify('test', '', 'phone', ${number}, 'Cliente', ${number}, null) as id`,
    );
  return { number, contactId: row?.id ?? 0 };
};

const lists = ['', 'open', 'pending', 'closed'];
const shown = (desk: Attendance): Promise<{ ids: number[]; count: number }[]> =>
  Promise.all(
    lists.map(async (status) => {
      const { body } = await desk.admin.get<ListAnswer>(`/tickets?status=${status}&showAll=true`);
      return { ids: body.tickets.map(({ id }) => id), count: body.count };
    }),
  );
const nothing = lists.map(() => ({ ids: [], count: 0 }));

describe('A conversation that a program begins unlisted', () => {
  it('An unlisted conversation is in no list, no count and no live update, while its messages reach the customer', async () => {
    const desk = await Attendance.of(host);
    const { contactId } = await customer(desk);
    const live = await desk.admin.live();
    await live.join(ticketListRoom, { all: true });
    await live.join(ticketMessagesRoom, { all: true });
    const begun = await service(desk).begin({ contactId, connectionId: desk.connectionId, listed: false });
    expect(begun.isNew).toBe(true);
    expect(await service(desk).begin({ contactId, connectionId: desk.connectionId, listed: false })).toEqual({
      ...begun,
      isNew: false,
    });
    const { id } = await service(desk).send(begun.id, { body: 'Promoção', bulk: true });
    await eventually(async () => (await service(desk).message(id))?.ack === 1);
    expect(provider.accepted.filter(({ connectionId }) => connectionId === desk.connectionId)).toHaveLength(1);
    expect(await shown(desk)).toEqual(nothing);
    expect(await service(desk).find(begun.id)).toMatchObject({ status: 'closed', isUnlisted: true });
    await desk.arrives(desk.number(), 'outro cliente');
    await live.receives('update', () => true);
    expect(live.received.filter(({ data }) => JSON.stringify(data).includes('Promoção'))).toEqual([]);
  });

  it('An unlisted conversation opens by the usual rules when the customer answers, with the earlier messages, and is counted then', async () => {
    const desk = await Attendance.of(host);
    const queueId = await desk.queue('Vendas');
    await desk.routeTo(queueId);
    await desk.reopenWithin(60);
    const { number, contactId } = await customer(desk);
    const { id } = await service(desk).begin({ contactId, connectionId: desk.connectionId, listed: false });
    await service(desk).send(id, { body: 'Promoção' });
    const answer = await desk.arrives(number, 'Quero!');
    expect(answer.ticketId).toBe(id);
    expect((await desk.messages(id)).map(({ body }) => body)).toEqual(['Promoção', 'Quero!']);
    const { body } = await desk.admin.get<TicketView>(`/tickets/${id}`);
    expect(body).toMatchObject({ status: 'pending', queueId, unreadMessages: 1 });
    expect(body.waitingSince).not.toBeNull();
    const [everything, , pending] = await shown(desk);
    const one = { ids: [id], count: 1 };
    expect([everything, pending]).toEqual([one, one]);
    const log = await desk.company
      .scope('tickets')
      .sql.rows<{ type: string }>(sql`select type from tickets.log where ticket_id = ${id} order by id`);
    expect(log.map(({ type }) => type)).toEqual(['create', 'queue']);
  });

  it('An unlisted conversation becomes the one that a person begins, or a program that wants it listed', async () => {
    const desk = await Attendance.of(host);
    const [first, second] = [await customer(desk), await customer(desk)];
    const connectionId = desk.connectionId;
    const one = await service(desk).begin({ contactId: first.contactId, connectionId, listed: false });
    const wanted = { contactId: first.contactId, whatsappId: connectionId, status: 'open' };
    expect((await desk.admin.post<TicketView>('/tickets', wanted)).body).toMatchObject({ id: one.id, status: 'open' });
    const two = await service(desk).begin({ contactId: second.contactId, connectionId, listed: false });
    const listed = await service(desk).begin({ contactId: second.contactId, connectionId });
    expect(listed.id).toBe(two.id);
    const [, open, pending] = await shown(desk);
    expect([open, pending]).toEqual([
      { ids: [one.id], count: 1 },
      { ids: [two.id], count: 1 },
    ]);
  });

  it('A person reopens an unlisted conversation from a search hit, and it is in their list', async () => {
    const desk = await Attendance.of(host);
    const ana = await desk.attendant('Ana');
    const began = async (): Promise<number> => {
      const { contactId } = await customer(desk);
      const { id } = await service(desk).begin({ contactId, connectionId: desk.connectionId, listed: false });
      await service(desk).send(id, { body: 'Promoção de inverno' });
      return id;
    };
    const [one, other] = [await began(), await began()];
    const found = await ana.get<{ messages: { ticketId: number; status: string }[] }>(
      '/messages/search?searchParam=inverno',
    );
    expect(found.body.messages.map(({ ticketId, status }) => [ticketId, status])).toEqual([
      [other, 'closed'],
      [one, 'closed'],
    ]);
    const reopened = await ana.put<TicketView>(`/tickets/${one}`, { status: 'open', userId: ana.id, from: 'closed' });
    expect(reopened).toMatchObject({ status: 200, body: { status: 'open', userId: ana.id } });
    expect(reopened.body.isUnlisted).toBeUndefined();
    const many = { action: 'reopen', tickets: [{ id: other, status: 'open', userId: ana.id }] };
    expect((await ana.post<{ done: number[] }>('/tickets/bulk', many)).body.done).toEqual([other]);
    const { body: list } = await ana.get<ListAnswer>('/tickets?status=open');
    expect([list.tickets.map(({ id }) => id), list.count]).toEqual([[other, one], 2]);
    const log = await desk.company
      .scope('tickets')
      .sql.rows<{ type: string }>(sql`select type from tickets.log where ticket_id = ${one} order by id`);
    expect(log.map(({ type }) => type)).toEqual(['create', 'open']);
  });

  it('Resolving an unlisted conversation changes nothing, alone or with others', async () => {
    const desk = await Attendance.of(host);
    const { contactId } = await customer(desk);
    const { id } = await service(desk).begin({ contactId, connectionId: desk.connectionId, listed: false });
    expect(await desk.admin.put(`/tickets/${id}`, { status: 'closed' })).toMatchObject({ status: 200 });
    const { body } = await desk.admin.post<{ failed: object[] }>('/tickets/bulk', { action: 'resolve', ids: [id] });
    expect(body.failed).toMatchObject([{ id, error: 'ERR_TICKET_CLOSED' }]);
    expect(await service(desk).find(id)).toMatchObject({ isUnlisted: true });
  });
});
