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
