import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userRoom } from '@balcao/sdk/server';
import type { Person, TestHost } from '@balcao/sdk/testing';
import { Attendance, startAttendance, type ListAnswer, type TicketAnswer } from './attendance.ts';

interface BulkAnswer {
  done: number[];
  failed: { id: number; error: string; context?: Record<string, unknown> }[];
  error?: string;
  fields?: Record<string, string>;
}

let host: TestHost;
beforeAll(async () => {
  host = await startAttendance();
});
afterAll(() => host?.close());

const bulk = async (who: Person, body: unknown): Promise<BulkAnswer> =>
  (await who.post<BulkAnswer>('/tickets/bulk', body)).body;
const at = async (desk: Attendance, id: number): Promise<TicketAnswer> =>
  (await desk.admin.get<TicketAnswer>(`/tickets/${id}`)).body;

const office = async (settings: Record<string, string> = {}) => {
  const desk = await Attendance.of(host, settings);
  const [sales, support] = [await desk.queue('Vendas'), await desk.queue('Suporte')];
  await desk.routeTo(sales);
  const ana = await desk.attendant('Ana', [sales]);
  const bia = await desk.attendant('Bia', [support]);
  const gil = await desk.attendant('Gil', [sales], 'gestor');
  return { desk, sales, support, ana, bia, gil };
};

describe('Many conversations at once', () => {
  it('are resolved, each by the rules of one, and those refused are told with the reason', async () => {
    const { desk, ana, bia, support } = await office();
    const [one, two] = [await desk.accepted(ana), await desk.accepted(ana)];
    await desk.routeTo(support);
    const foreign = await desk.accepted(bia);
    const gone = 2_147_483_647;
    const ids = [one.ticketId, two.ticketId, foreign.ticketId, gone, one.ticketId];
    expect(await bulk(ana, { action: 'resolve', ids })).toEqual({
      done: [one.ticketId, two.ticketId],
      failed: [
        {
          id: foreign.ticketId,
          error: 'ERR_TICKET_OTHER_QUEUE',
          context: { status: 'open', queue: 'Suporte', user: 'Bia' },
        },
        { id: gone, error: 'ERR_NO_TICKET_FOUND' },
      ],
    });
    expect((await at(desk, one.ticketId)).status).toBe('closed');
    expect((await at(desk, foreign.ticketId)).status).toBe('open');
    // Who comes second closed nothing, and must not take it back.
    expect(await bulk(ana, { action: 'resolve', ids: [one.ticketId] })).toMatchObject({
      done: [],
      failed: [{ id: one.ticketId, error: 'ERR_TICKET_CLOSED' }],
    });
  });

  it('come back where they were when the resolving is undone', async () => {
    const { desk, ana, gil } = await office({ defaultRemoveUserQueue: 'enabled' });
    const open = await desk.accepted(ana);
    const waiting = await desk.arrives(desk.number(), 'oi');
    const before = [await at(desk, open.ticketId), await at(desk, waiting.ticketId)];
    const ids = before.map(({ id }) => id);
    expect((await bulk(gil, { action: 'resolve', ids })).done).toEqual(ids);
    expect(await at(desk, open.ticketId)).toMatchObject({ status: 'closed', userId: null, queueId: null });
    const tickets = before.map(({ id, status, userId, queueId }) => ({ id, status, userId, queueId }));
    expect((await bulk(gil, { action: 'reopen', tickets })).done).toEqual(ids);
    for (const { id, status, userId, queueId } of before)
      expect(await at(desk, id)).toMatchObject({ status, userId, queueId });
  });

  it('are not taken from a colleague who has them by now when the resolving is undone', async () => {
    const { desk, sales, ana, gil } = await office();
    await desk.reopenWithin(60);
    const number = desk.number();
    const { ticketId } = await desk.arrives(number, 'oi');
    expect((await bulk(gil, { action: 'resolve', ids: [ticketId] })).done).toEqual([ticketId]);
    await desk.arrives(number, 'ainda estou aqui');
    await ana.put(`/tickets/${ticketId}`, { status: 'open', userId: ana.id });
    const tickets = [{ id: ticketId, status: 'pending', userId: null, queueId: sales }];
    expect(await bulk(gil, { action: 'reopen', tickets })).toMatchObject({
      done: [],
      failed: [{ id: ticketId, error: 'ERR_TICKET_CHANGED', context: { user: { name: 'Ana' }, status: 'open' } }],
    });
    expect(await at(desk, ticketId)).toMatchObject({ status: 'open', userId: ana.id });
  });

  it('are transferred to a queue where they wait, or to a person who is told once', async () => {
    const { desk, ana, bia, support } = await office();
    const ids = [(await desk.accepted(ana)).ticketId, (await desk.accepted(ana)).ticketId];
    expect((await bulk(ana, { action: 'transfer', ids, queueId: support })).done).toEqual(ids);
    expect(await at(desk, ids[0] ?? 0)).toMatchObject({ status: 'pending', userId: null, queueId: support });
    const live = await bia.live();
    await live.join(userRoom, { userId: bia.id });
    const answer = await bulk(desk.admin, {
      action: 'transfer',
      ids,
      queueId: support,
      userId: bia.id,
      notifyUser: true,
    });
    expect(answer.done).toEqual(ids);
    expect(await at(desk, ids[1] ?? 0)).toMatchObject({ status: 'open', userId: bia.id, queueId: support });
    expect((await live.receives('tickets-transferred')).data).toMatchObject({ count: 2, by: { id: desk.admin.id } });
    expect(live.received.filter(({ event }) => event === 'ticket-transferred')).toEqual([]);
  });

  it('are marked read, and the badges follow', async () => {
    const { desk, ana } = await office();
    const ids = [(await desk.accepted(ana)).ticketId, (await desk.accepted(ana)).ticketId];
    expect((await bulk(ana, { action: 'read', ids })).done).toEqual(ids);
    const { body } = await ana.get<ListAnswer>('/tickets?status=open&selectedReadTicket=unread');
    expect(body.count).toBe(0);
  });

  it('of another company are not found', async () => {
    const [{ desk }, other] = [await office(), await Attendance.of(host)];
    const theirs = await other.arrives(other.number(), 'oi');
    for (const action of ['resolve', 'read'])
      expect((await bulk(desk.admin, { action, ids: [theirs.ticketId] })).failed).toEqual([
        { id: theirs.ticketId, error: 'ERR_NO_TICKET_FOUND' },
      ]);
  });

  it('are refused as a whole when the request is nonsense', async () => {
    const { desk, support } = await office();
    for (const body of [
      {},
      { action: 'explode', ids: [1] },
      { action: 'resolve' },
      { action: 'resolve', ids: [] },
      { action: 'resolve', ids: ['a'] },
      { action: 'resolve', ids: [99_999_999_999] },
      { action: 'read', ids: Array.from({ length: 501 }, (_, index) => index + 1) },
      { action: 'transfer', ids: [1] },
      { action: 'transfer', ids: [1], userId: desk.admin.id },
      { action: 'reopen', ids: [1] },
      { action: 'reopen', tickets: [{ id: 1, status: 'closed' }] },
    ]) {
      const { status, body: answer } = await desk.admin.post<BulkAnswer>('/tickets/bulk', body);
      expect([status, answer.error]).toEqual([400, 'ERR_VALIDATION']);
    }
    const nowhere = await bulk(desk.admin, { action: 'transfer', ids: [2_147_483_647], queueId: support });
    expect(nowhere.failed).toHaveLength(1);
    expect((await host.nobody.post('/tickets/bulk', { action: 'read', ids: [1] })).status).toBe(401);
  });
});

describe('The list, asked about a few', () => {
  it('answers those of them that are in it, whatever the filters', async () => {
    const { desk, gil } = await office();
    const number = desk.number();
    const once = await desk.arrives(desk.number(), 'uma');
    const twice = await desk.arrives(number, 'duas');
    await desk.arrives(number, 'de novo');
    const asked = `ids=[${once.ticketId},${twice.ticketId},2147483647]`;
    const found = async (query: string) =>
      (await gil.get<ListAnswer>(`/tickets?status=pending&${asked}&${query}`)).body.tickets.map(({ id }) => id);
    expect(await found('')).toEqual([twice.ticketId, once.ticketId]);
    expect(await found('minUnread=2')).toEqual([twice.ticketId]);
    expect(await found('searchParam=uma')).toEqual([once.ticketId]);
    expect(await found('selectedReadTicket=read')).toEqual([]);
    expect((await gil.get('/tickets?ids=x')).status).toBe(400);
  });
});
