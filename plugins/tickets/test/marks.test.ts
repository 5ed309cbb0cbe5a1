import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person, TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { Attendance, startAttendance, type ListAnswer, type TicketAnswer } from './attendance.ts';

let host: TestHost;
let desk: Attendance;
let ana: Person;
let bia: Person;

beforeAll(async () => {
  host = await startAttendance();
}, 60_000);
afterAll(() => host?.close());
beforeEach(async () => {
  desk = await Attendance.of(host);
  ana = await desk.attendant('Ana');
  bia = await desk.attendant('Bia');
});

interface Marks {
  pinned: number[];
  snoozed: { ticketId: number; until: string; isBack: boolean }[];
}
const marksOf = async (person: Person): Promise<Marks> => (await person.get<Marks>('/tickets/marks')).body;
const waitingOf = async (person: Person, query = ''): Promise<[number[], number]> => {
  const { body } = await person.get<ListAnswer>(`/tickets?status=pending${query}`);
  return [body.tickets.map(({ id }) => id), body.count];
};
const countOf = async (person: Person): Promise<number> =>
  (await person.get<{ open: { pending: number } }>('/tickets/counts')).body.open.pending;
const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString();
const comesDue = (ticketId: number) =>
  desk.company
    .scope('tickets')
    .sql.run(sql`update tickets.snooze set until = now() - interval '1 second' where ticket_id = ${ticketId}`);

describe('A snoozed conversation', () => {
  it('A snoozed conversation is out of one’s own lists and counts, and stays in those of others', async () => {
    const one = await desk.arrives(desk.number(), 'Bom dia');
    const other = await desk.arrives(desk.number(), 'Bom dia');
    expect((await ana.put(`/tickets/${one.ticketId}/snooze`, { until: tomorrow() })).status).toBeLessThan(300);
    expect(await waitingOf(ana)).toEqual([[other.ticketId], 1]);
    expect(await countOf(ana)).toBe(1);
    expect((await waitingOf(bia))[1]).toBe(2);
    expect(await countOf(bia)).toBe(2);
    expect(await waitingOf(ana, '&snoozed=true')).toEqual([[one.ticketId], 1]);
    expect((await waitingOf(ana, '&searchParam=bom'))[1]).toBe(2);
    expect(await waitingOf(ana, `&ids=[${one.ticketId}]`)).toEqual([[], 0]);
  });

  it('A snoozed conversation comes back when its time is over, and says so until it is opened', async () => {
    const { ticketId } = await desk.arrives(desk.number(), 'Bom dia');
    await ana.put(`/tickets/${ticketId}/snooze`, { until: tomorrow() });
    expect((await marksOf(ana)).snoozed).toMatchObject([{ ticketId, isBack: false }]);
    await comesDue(ticketId);
    expect(await waitingOf(ana)).toEqual([[ticketId], 1]);
    expect((await marksOf(ana)).snoozed).toMatchObject([{ ticketId, isBack: true }]);
    await ana.delete(`/tickets/${ticketId}/snooze`);
    expect((await marksOf(ana)).snoozed).toEqual([]);
  });

  it('A snoozed conversation comes back when the customer writes, and not when the company does', async () => {
    const number = desk.number();
    const { ticketId } = await desk.arrives(number, 'Bom dia');
    await ana.put(`/tickets/${ticketId}/snooze`, { until: tomorrow() });
    await desk.admin.post(`/messages/${ticketId}`, { body: 'Um momento' });
    expect((await waitingOf(ana))[1]).toBe(0);
    await desk.arrives(number, 'Alguém aí?');
    expect(await waitingOf(ana)).toEqual([[ticketId], 1]);
    expect(await countOf(ana)).toBe(1);
  });

  it('A snoozed conversation leaves no gap in the pages of the list', async () => {
    const ids: number[] = [];
    for (let index = 0; index < 5; index += 1) ids.push((await desk.arrives(desk.number(), 'Oi')).ticketId);
    await ana.put(`/tickets/${ids[3]}/snooze`, { until: tomorrow() });
    const pages = await Promise.all(
      [1, 2].map((page) => waitingOf(ana, `&sort=waiting&pageSize=2&pageNumber=${page}`)),
    );
    expect(pages).toEqual([
      [[ids[0], ids[1]], 4],
      [[ids[2], ids[4]], 4],
    ]);
  });

  it('A snooze is refused with a reason for a past time, a closed conversation, and one of another company', async () => {
    const { ticketId } = await desk.arrives(desk.number(), 'Bom dia');
    const late = await ana.put<TicketAnswer>(`/tickets/${ticketId}/snooze`, { until: '2020-01-01T00:00:00Z' });
    expect(late).toMatchObject({ status: 400, body: { fields: { until: 'ERR_SNOOZE_TIME' } } });
    expect((await ana.put(`/tickets/${ticketId}/snooze`, { until: 'amanhã' })).status).toBe(400);
    const stranger = (await Attendance.of(host)).admin;
    expect((await stranger.put(`/tickets/${ticketId}/snooze`, { until: tomorrow() })).status).toBe(404);
    expect((await stranger.put(`/tickets/${ticketId}/pin`, {})).status).toBe(404);
    await desk.admin.put(`/tickets/${ticketId}`, { status: 'closed' });
    const closed = await desk.admin.put<TicketAnswer>(`/tickets/${ticketId}/snooze`, { until: tomorrow() });
    expect(closed).toMatchObject({ status: 409, body: { error: 'ERR_TICKET_CLOSED' } });
  });
});

describe('A snoozed conversation that is handed on', () => {
  const hidden = async (ticketId: number): Promise<void> => {
    await ana.put(`/tickets/${ticketId}/snooze`, { until: tomorrow() });
    expect((await marksOf(ana)).snoozed).toMatchObject([{ ticketId, isBack: false }]);
  };
  const openOf = async (person: Person): Promise<number[]> =>
    (await person.get<ListAnswer>('/tickets?status=open')).body.tickets.map(({ id }) => id);

  it('A conversation that a colleague hands back is in one’s list, whatever one had snoozed', async () => {
    const queueId = await desk.queue('Vendas');
    const [carla, duda] = [await desk.attendant('Carla', [queueId]), await desk.attendant('Duda', [queueId])];
    await desk.routeTo(queueId);
    const { ticketId } = await desk.accepted(carla);
    const give = (from: Person, to: Person) =>
      from.put(`/tickets/${ticketId}`, { status: 'open', userId: to.id, queueId });
    await carla.put(`/tickets/${ticketId}/snooze`, { until: tomorrow() });
    expect(await openOf(carla)).toEqual([]);
    expect((await give(carla, duda)).status).toBe(200);
    expect((await give(duda, carla)).status).toBe(200);
    expect(await openOf(carla)).toEqual([ticketId]);
    expect((await marksOf(carla)).snoozed).toEqual([]);
  });

  it('A conversation that comes back to wait is in everybody’s list, and one that is accepted or reopened in the attendant’s', async () => {
    const { ticketId } = await desk.accepted(bia);
    await desk.admin.put(`/tickets/${ticketId}`, { status: 'pending' });
    await hidden(ticketId);
    expect(await waitingOf(ana)).toEqual([[], 0]);
    await ana.put(`/tickets/${ticketId}`, { status: 'open', userId: ana.id });
    expect(await openOf(ana)).toEqual([ticketId]);
    await hidden(ticketId);
    await ana.put(`/tickets/${ticketId}`, { status: 'pending' });
    expect(await waitingOf(ana)).toEqual([[ticketId], 1]);
    await ana.put(`/tickets/${ticketId}`, { status: 'open', userId: ana.id });
    await hidden(ticketId);
    await ana.put(`/tickets/${ticketId}`, { status: 'closed' });
    await ana.put(`/tickets/${ticketId}`, { status: 'open', userId: ana.id });
    expect(await openOf(ana)).toEqual([ticketId]);
  });
});

describe('A pinned conversation', () => {
  it('A conversation is pinned for one person, once only, and until it is unpinned', async () => {
    const { ticketId } = await desk.arrives(desk.number(), 'Bom dia');
    await Promise.all([ana.put(`/tickets/${ticketId}/pin`, {}), ana.put(`/tickets/${ticketId}/pin`, {})]);
    expect((await marksOf(ana)).pinned).toEqual([ticketId]);
    expect((await marksOf(bia)).pinned).toEqual([]);
    await ana.delete(`/tickets/${ticketId}/pin`);
    expect((await marksOf(ana)).pinned).toEqual([]);
  });

  it('A person pins twenty conversations at most, from however many windows', async () => {
    const ids = await Promise.all(
      Array.from({ length: 22 }, async () => (await desk.arrives(desk.number(), 'Oi')).ticketId),
    );
    const answers = await Promise.all(ids.map((id) => ana.put<TicketAnswer>(`/tickets/${id}/pin`, {})));
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(20);
    expect(answers.find(({ status }) => status === 409)?.body.error).toBe('ERR_TOO_MANY_PINS');
  });

  it('Pins and snoozes of conversations that one no longer sees do not count', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 20; count += 1) ids.push((await desk.arrives(desk.number(), 'Oi')).ticketId);
    for (const id of ids) expect((await ana.put(`/tickets/${id}/pin`, {})).status).toBeLessThan(300);
    const scope = desk.company.scope('tickets');
    const gone = ids.slice(1);
    await scope.sql.run(
      sql`update tickets.ticket set status = 'open', user_id = ${bia.id} where id = any(${gone}::int[])`,
    );
    const { ticketId } = await desk.arrives(desk.number(), 'Oi');
    expect((await ana.put(`/tickets/${ticketId}/pin`, {})).status).toBeLessThan(300);
    expect((await marksOf(ana)).pinned).toEqual([ids[0], ticketId]);
    await scope.sql.run(
      sql`insert into contacts.contact (name, number) select 'Antigo ' || n, '5511800' || n from generate_series(100001, 100500) n`,
    );
    await scope.sql.run(
      sql`with closed as (
            insert into tickets.ticket (status, contact_id, whatsapp_id, channel, user_id)
            select 'closed', c.id, ${desk.connectionId}, 'test', ${ana.id} from contacts.public_contact c where c.name like 'Antigo %'
            returning id)
          insert into tickets.snooze (user_id, ticket_id, until) select ${ana.id}, id, now() + interval '1 day' from closed`,
    );
    expect((await ana.put(`/tickets/${ticketId}/snooze`, { until: tomorrow() })).status).toBeLessThan(300);
    const left = await scope.sql.one<{ count: number }>(sql`select count(*)::int as count from tickets.snooze`);
    expect(left?.count).toBe(1);
  });
});

describe('Marking a conversation as unread', () => {
  it('Marking as unread restores the mark on the row, for one or many', async () => {
    const one = await desk.accepted(ana);
    const other = await desk.accepted(ana);
    const unread = async () => {
      const { body } = await ana.get<ListAnswer>('/tickets?status=open&withUnreadMessages=true');
      return body.tickets.map(({ id }) => id).toSorted((a, b) => a - b);
    };
    await ana.post('/tickets/bulk', { action: 'read', ids: [one.ticketId, other.ticketId] });
    expect(await unread()).toEqual([]);
    await ana.put(`/tickets/${one.ticketUuid}/unread`);
    expect(await unread()).toEqual([one.ticketId]);
    await ana.post('/tickets/bulk', { action: 'unread', ids: [one.ticketId, other.ticketId] });
    expect(await unread()).toEqual([one.ticketId, other.ticketId]);
    const counts = await ana.get<{ unread: number }>('/tickets/counts');
    expect(counts.body.unread).toBe(2);
  });

  it('Marking as unread is refused where one may not open the conversation', async () => {
    const { ticketUuid } = await desk.accepted(ana);
    expect((await bia.put(`/tickets/${ticketUuid}/unread`)).status).toBe(403);
  });
});

describe('Accepting many conversations at once', () => {
  it('Accepting many accepts those that still wait, and names who was faster for the others', async () => {
    const ids = await Promise.all([1, 2, 3].map(async () => (await desk.arrives(desk.number(), 'Oi')).ticketId));
    await bia.put(`/tickets/${ids[1]}`, { status: 'open', userId: bia.id });
    const { body } = await ana.post<{ done: number[]; failed: { id: number; error: string }[] }>('/tickets/bulk', {
      action: 'accept',
      ids,
    });
    expect(body.done).toEqual([ids[0], ids[2]]);
    expect(body.failed).toMatchObject([{ id: ids[1], error: 'ERR_TICKET_TAKEN' }]);
  });
});
