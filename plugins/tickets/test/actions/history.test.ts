import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person, TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { Attendance, startAttendance } from '../attendance.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startAttendance();
});
afterAll(() => host?.close());

interface Earlier {
  id: number;
  status: string;
  queue: { name: string } | null;
  user: { name: string } | null;
  lastMessage: string;
  mayOpen: boolean;
  closedAt: string | null;
}
const earlierOf = async (person: Person, ticketId: number, pageNumber = 1) =>
  (await person.get<{ tickets: Earlier[]; hasMore: boolean }>(`/tickets/${ticketId}/earlier?pageNumber=${pageNumber}`))
    .body;

describe('The earlier conversations of a contact', () => {
  it('Earlier conversations are listed with status, queue, attendant, dates and last message, the last closed first', async () => {
    const desk = await Attendance.of(host);
    const queue = await desk.queue('Vendas');
    await desk.routeTo(queue);
    const ana = await desk.attendant('Ana', [queue]);
    const number = desk.number();
    const ids: number[] = [];
    for (const body of ['primeira', 'segunda', 'terceira']) {
      const { ticketId } = await desk.arrives(number, body);
      ids.push(ticketId);
      await ana.put(`/tickets/${ticketId}`, { status: 'open', userId: ana.id });
      if (body !== 'terceira') await ana.put(`/tickets/${ticketId}`, { status: 'closed' });
    }
    const [first, second, third] = ids;
    const { tickets, hasMore } = await earlierOf(ana, third ?? 0);
    expect(hasMore).toBe(false);
    expect(tickets.map(({ id }) => id)).toEqual([second, first]);
    expect(tickets[0]).toMatchObject({
      status: 'closed',
      queue: { name: 'Vendas' },
      user: { name: 'Ana' },
      lastMessage: 'segunda',
      mayOpen: true,
    });
    expect(tickets[0]?.closedAt).toBeTruthy();
    expect((await earlierOf(ana, first ?? 0)).tickets.map(({ id }) => id)).toEqual([third, second]);
  });

  it('An earlier conversation that one may not open is listed with its attendant, and without its messages', async () => {
    const desk = await Attendance.of(host);
    const [sales, support] = [await desk.queue('Vendas'), await desk.queue('Suporte')];
    const [ana, bia] = [await desk.attendant('Ana', [sales]), await desk.attendant('Bia', [support])];
    const number = desk.number();
    await desk.routeTo(support);
    const other = await desk.arrives(number, 'segredo do suporte');
    await bia.put(`/tickets/${other.ticketId}`, { status: 'open', userId: bia.id });
    await bia.put(`/tickets/${other.ticketId}`, { status: 'closed' });
    await desk.routeTo(sales);
    const { ticketId } = await desk.arrives(number, 'oi');
    await ana.put(`/tickets/${ticketId}`, { status: 'open', userId: ana.id });
    const { tickets } = await earlierOf(ana, ticketId);
    expect(tickets).toMatchObject([
      { queue: { name: 'Suporte' }, user: { name: 'Bia' }, lastMessage: '', mayOpen: false },
    ]);
    expect((await earlierOf(desk.admin, ticketId)).tickets).toMatchObject([
      { lastMessage: 'segredo do suporte', mayOpen: true },
    ]);
    expect((await ana.get(`/tickets/${other.ticketId}/earlier`)).status).toBe(403);
    const stranger = (await Attendance.of(host)).admin;
    expect((await stranger.get(`/tickets/${ticketId}/earlier`)).status).toBe(404);
    expect((await ana.get(`/tickets/${ticketId}/earlier?pageNumber=0`)).status).toBe(400);
  });

  it('Earlier conversations come 20 per page, and a page reads only its rows, however many there are', async () => {
    const desk = await Attendance.of(host);
    const { ticketId } = await desk.arrives(desk.number(), 'oi');
    const { sql: database } = desk.company.scope('tickets');
    await database.run(sql`insert into tickets.ticket (status, contact_id, whatsapp_id, channel, closed_at, closed_by)
      select 'closed', t.contact_id, t.whatsapp_id, t.channel, now() - n * interval '1 hour', ${desk.admin.id}
        from tickets.ticket t, generate_series(1, 3000) n where t.id = ${ticketId}`);
    const [one, two] = [await earlierOf(desk.admin, ticketId), await earlierOf(desk.admin, ticketId, 2)];
    expect([one.tickets.length, one.hasMore, two.tickets.length]).toEqual([20, true, 20]);
    expect(new Set([...one.tickets, ...two.tickets].map(({ id }) => id)).size).toBe(40);
    const contact = await database.one<{ id: number }>(
      sql`select contact_id as id from tickets.ticket where id = ${ticketId}`,
    );
    const plan = await database.rows<{ 'QUERY PLAN': string }>(
      sql`explain (analyze, costs off, timing off, summary off)
          select t.id from tickets.ticket t where t.contact_id = ${contact?.id ?? 0} and t.id <> ${ticketId}
           order by t.closed_at desc, t.id desc limit 21`,
    );
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toContain('ticket_contact');
    const read = [...text.matchAll(/rows=(\d+)/g)].map(([, rows]) => Number(rows));
    expect(Math.max(...read)).toBeLessThan(60);
  });
});
