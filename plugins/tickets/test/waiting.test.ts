import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { tickets } from '../contract.ts';
import { Attendance, startAttendance, type ListAnswer, type TicketAnswer } from './attendance.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
let desk: Attendance;

beforeAll(async () => {
  host = await startAttendance();
}, 60_000);
afterAll(() => host?.close());
beforeEach(async () => {
  desk = await Attendance.of(host);
});

const ticketOf = async (id: number): Promise<TicketAnswer> => {
  const found = await desk.company.scope('tickets').use(tickets).find(id);
  if (!found) throw new Error('no such ticket');
  return found;
};
const sinceOf = async (id: number): Promise<number | null> => {
  const { waitingSince } = await ticketOf(id);
  return waitingSince === null ? null : Date.parse(waitingSince);
};
const ago = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);
const waiting = async (query: Record<string, string> = {}): Promise<ListAnswer> => {
  const { body } = await desk.admin.get<ListAnswer>(
    `/tickets?${new URLSearchParams({ status: 'pending', sort: 'waiting', ...query }).toString()}`,
  );
  return body;
};

describe('The waiting time of a customer', () => {
  it('A wait counts from the first unanswered message, however often the customer writes again', async () => {
    const friday = ago(2880);
    const number = desk.number();
    const { ticketId } = await desk.arrives(number, 'Bom dia', { sentAt: friday });
    await desk.arrives(number, 'Alguém aí?');
    expect(await sinceOf(ticketId)).toBe(friday.getTime());
  });

  it('A wait ends with the answer of a person, and a new one begins with the customer’s next message', async () => {
    const { ticketId } = await desk.accepted(desk.admin);
    expect(await sinceOf(ticketId)).not.toBeNull();
    await desk.admin.post(`/messages/${ticketId}`, { body: 'Pois não?' });
    expect(await sinceOf(ticketId)).toBeNull();
    const { contact } = await ticketOf(ticketId);
    await desk.arrives(contact.number, 'Uma dúvida');
    expect(await sinceOf(ticketId)).not.toBeNull();
  });

  it('A wait continues under automatic messages and internal notes', async () => {
    const { ticketId } = await desk.arrives(desk.number(), 'Bom dia', { sentAt: ago(30) });
    const before = await sinceOf(ticketId);
    await desk.company.scope('tickets').use(tickets).sendAsCompany(ticketId, 'Já vamos atender.');
    await desk.admin.post(`/messages/${ticketId}/internal`, { body: 'É o da semana passada' });
    expect(await sinceOf(ticketId)).toBe(before);
  });

  it('A wait ends when somebody answers on the telephone itself', async () => {
    const number = desk.number();
    const { ticketId } = await desk.arrives(number, 'Bom dia', { sentAt: ago(30) });
    await desk.arrives(number, 'Pois não?', { fromMe: true });
    expect(await sinceOf(ticketId)).toBeNull();
  });

  it('A wait does not end by an answer on the telephone that is older than the question', async () => {
    const number = desk.number();
    const { ticketId } = await desk.arrives(number, 'Bom dia', { sentAt: ago(5) });
    await desk.arrives(number, 'Feliz ano novo!', { fromMe: true, sentAt: ago(500) });
    expect(await sinceOf(ticketId)).not.toBeNull();
  });

  it('No wait begins where the company wrote first', async () => {
    const { ticketId } = await desk.arrives(desk.number(), 'Oi, aqui é do escritório', { fromMe: true });
    expect(await sinceOf(ticketId)).toBeNull();
  });

  it('A wait continues after a transfer, and begins when an answered conversation comes back to wait', async () => {
    const queue = await desk.queue('Família');
    const { ticketId } = await desk.arrives(desk.number(), 'Bom dia', { sentAt: ago(30) });
    const before = await sinceOf(ticketId);
    await desk.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: desk.admin.id });
    await desk.admin.put(`/tickets/${ticketId}`, { status: 'pending', queueId: queue });
    expect(await sinceOf(ticketId)).toBe(before);

    const answered = await desk.accepted(desk.admin);
    await desk.admin.post(`/messages/${answered.ticketId}`, { body: 'Um momento' });
    await desk.admin.put(`/tickets/${answered.ticketId}`, { status: 'pending', userId: null });
    expect(await sinceOf(answered.ticketId)).not.toBeNull();
  });

  it('A wait ends when the conversation is closed, one or many at once, and a customer who comes back waits from then on', async () => {
    await desk.reopenWithin(60);
    const number = desk.number();
    const one = await desk.arrives(number, 'Bom dia', { sentAt: ago(30) });
    const other = await desk.arrives(desk.number(), 'Bom dia', { sentAt: ago(30) });
    await desk.admin.post('/tickets/bulk', { action: 'resolve', ids: [one.ticketId, other.ticketId] });
    expect([await sinceOf(one.ticketId), await sinceOf(other.ticketId)]).toEqual([null, null]);
    const again = new Date();
    const back = await desk.arrives(number, 'Mais uma coisa', { sentAt: again });
    expect(back.ticketId).toBe(one.ticketId);
    expect(await sinceOf(one.ticketId)).toBe(again.getTime());
  });
});

describe('The list of waiting customers', () => {
  it('Waiting customers are in the order of their wait, and keep their place when they write again', async () => {
    const numbers = [desk.number(), desk.number(), desk.number()];
    const ids: number[] = [];
    for (const [index, number] of numbers.entries())
      ids.push((await desk.arrives(number, 'Bom dia', { sentAt: ago(300 - index * 60) })).ticketId);
    await desk.arrives(numbers[0] ?? '', 'Alguém aí?');
    expect((await waiting()).tickets.map(({ id }) => id)).toEqual(ids);
    const newest = await desk.admin.get<ListAnswer>('/tickets?status=pending');
    expect(newest.body.tickets[0]?.id).toBe(ids[0]);
    const oldest = await desk.admin.get<ListAnswer>('/tickets?status=pending&sort=oldest');
    expect(oldest.body.tickets.map(({ id }) => id)).toEqual([ids[1], ids[2], ids[0]]);
  });

  it('Waiting customers come page by page without a gap, conversations without a wait last', async () => {
    const ids: number[] = [];
    for (const minutes of [50, 40, 30])
      ids.push((await desk.arrives(desk.number(), 'Oi', { sentAt: ago(minutes) })).ticketId);
    const begun = await desk.arrives(desk.number(), 'Bom dia, é do escritório', { fromMe: true });
    const pages = await Promise.all(
      [1, 2, 3, 4].map((pageNumber) => waiting({ pageNumber: String(pageNumber), pageSize: '1' })),
    );
    expect(pages.flatMap((page) => page.tickets.map(({ id }) => id))).toEqual([...ids, begun.ticketId]);
    expect(pages.map(({ hasMore, count }) => [hasMore, count])).toEqual([
      [true, 4],
      [true, 4],
      [true, 4],
      [false, 4],
    ]);
  });

  it('A waiting row shows the customer’s last message, and not automatic ones', async () => {
    const { ticketId } = await desk.arrives(desk.number(), 'Preciso de uma certidão');
    await desk.company.scope('tickets').use(tickets).sendAsCompany(ticketId, 'Olá! Você fala com o escritório.');
    expect(await ticketOf(ticketId)).toMatchObject({ lastMessage: 'Preciso de uma certidão', lastMessageAck: null });
  });
});

describe('A message that could not be sent', () => {
  it('A failed message is counted on its conversation’s row and found by the filter, until it is sent again or deleted', async () => {
    const { ticketId } = await desk.accepted(desk.admin);
    const { sql: run } = desk.company.scope('tickets');
    const said = await desk.admin.post<{ id: number }>(`/messages/${ticketId}`, { body: 'Não vai chegar' });
    await desk.admin.post(`/messages/${ticketId}`, { body: 'Depois dela' });
    await eventually(async () => (await desk.messages(ticketId)).every(({ fromMe, ack }) => !fromMe || ack > 0));
    await run.run(sql`update tickets.message set external_id = null, ack = 0 where id = ${said.body.id}`);
    await run.run(sql`select 1 from tickets.mark_failed(${said.body.id}::bigint, 'refused', 'gone', true)`);
    const found = async (): Promise<unknown> => {
      const list = await desk.admin.get<ListAnswer>('/tickets?withUnsentMessages=true&status=open');
      const counts = await desk.admin.get<{ open: { assigned: number } }>('/tickets/counts?withUnsentMessages=true');
      return [list.body.tickets.map(({ unsentMessages }) => unsentMessages), counts.body.open.assigned];
    };
    expect(await found()).toEqual([[1], 1]);
    await run.run(sql`select 1 from tickets.requeue(${said.body.id}::bigint, null::int, true)`);
    expect(await found()).toEqual([[], 0]);
  });

  it('A failed message of another company is neither seen nor counted', async () => {
    const { ticketId } = await desk.accepted(desk.admin);
    const said = await desk.admin.post<{ id: number }>(`/messages/${ticketId}`, { body: 'Não vai chegar' });
    const other = await Attendance.of(host);
    const changed = await other.company
      .scope('tickets')
      .sql.run(sql`update tickets.message set failure = 'refused' where id = ${said.body.id}`);
    expect(changed).toBe(0);
    expect((await ticketOf(ticketId)).unsentMessages).toBe(0);
  });
});
