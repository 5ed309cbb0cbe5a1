import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { Person, TestHost } from '@balcao/testing';
import { boards } from '../contract.ts';
import { removeDeletedLanes } from '../server/board/remove-deleted-lanes.ts';
import { Office, startOffice, type Failure } from './office.ts';

let host: TestHost;
let office: Office;
let ana: Person;
beforeAll(async () => {
  host = await startOffice();
  office = await Office.of(host);
  ana = await office.company.person('user', 'Ana');
});
afterAll(() => host?.close());

it('a board receives the new conversations of its departments, and only their people see it', async () => {
  const queue = (await office.admin.post<{ id: number }>('/queue', { name: 'Vendas', color: '#11aa55' })).body.id;
  const made = await office.admin.post<{ kanbanId: number }>('/kanban-boards', { title: 'Vendas', queueIds: [queue] });
  expect(made.status).toBe(200);
  const { kanbanId } = made.body;
  const id = await office.attended(office.admin, 'Compradora');
  await office.admin.put(`/tickets/${id}`, { status: 'open', userId: office.admin.id, queueId: queue });
  const place = (await office.admin.get<{ kanbanId: number; laneId: string }>(`/kanban-tickets/${id}`)).body;
  expect(place).toMatchObject({ kanbanId, laneId: `b${kanbanId}-lane1` });
  const names = async (reader: Person) =>
    (await reader.get<{ boards: { title: string }[] }>('/kanban-boards')).body.boards.map(({ title }) => title);
  expect(await names(office.admin)).toEqual(['CRM', 'Vendas']);
  expect(await names(ana)).toEqual(['CRM']);
  expect((await ana.get(`/kanban-boards/${kanbanId}`)).status).toBe(403);
  const twice = await office.admin.post<Failure>('/kanban-boards', { title: 'Outra', queueIds: [queue] });
  expect([twice.status, twice.body.error]).toEqual([409, 'ERR_QUEUE_ON_OTHER_BOARD']);
  const service = office.company.scope('kanban').use(boards);
  await service.place(id, { kanbanId: office.kanbanId, laneId: 'lane3' });
  expect((await service.laneOf(id)).kanbanId).toBe(office.kanbanId);
  expect((await office.admin.delete<Failure>(`/kanban-boards/${office.kanbanId}`)).body.error).toBe(
    'ERR_DEFAULT_BOARD',
  );
  expect((await office.admin.delete(`/kanban-boards/${kanbanId}`)).status).toBeLessThan(300);
  expect(await names(office.admin)).toEqual(['CRM']);
});

it('the list of conversations is filtered by a lane of each board, also where nobody moved the conversations', async () => {
  const fresh = await Office.of(host);
  const queue = (await fresh.admin.post<{ id: number }>('/queue', { name: 'Vendas', color: '#11aa55' })).body.id;
  const [inFirst = 0, inQueue = 0, moved = 0] = await fresh.many(fresh.admin, 3);
  await fresh.admin.post('/kanban-boards', { title: 'Vendas', queueIds: [queue] });
  const { boards: all } = (await fresh.admin.get<{ boards: { id: number; title: string }[] }>('/kanban-boards')).body;
  const sales = all.find(({ title }) => title === 'Vendas')?.id ?? 0;
  await fresh.company
    .scope('tickets')
    .sql.run(sql`update tickets.ticket set queue_id = ${queue} where id = ${inQueue}`);
  await fresh.company
    .scope('kanban')
    .use(boards)
    .place(moved, { kanbanId: sales, laneId: `b${sales}-lane2` });
  const inLane = async (name: string): Promise<number[]> => {
    const { body } = await fresh.admin.get<{ tickets: { id: number }[] }>(
      `/tickets?status=open&showAll=true&selectedKanbanId=${encodeURIComponent(name)}`,
    );
    return body.tickets.map(({ id }) => id);
  };
  expect(await inLane('lane1')).toEqual([inFirst]);
  expect(await inLane(`${fresh.kanbanId}/lane1`)).toEqual([inFirst]);
  expect(await inLane(`${sales}/b${sales}-lane1`)).toEqual([inQueue]);
  expect(await inLane(`${sales}/b${sales}-lane2`)).toEqual([moved]);
  expect(await inLane('999999/lane1')).toEqual([]);
});

it('deleting a lane with 500 cards puts them into the first one, and undoing it puts back those that nobody moved', async () => {
  const ids = await office.many(ana, 500);
  const [board] = (await office.company.scope('kanban').use(boards).boards()) ?? [];
  for (let from = 0; from < ids.length; from += 200)
    await ana.post(`/kanban-tickets/${board?.kanbanId}/bulk`, {
      ticketIds: ids.slice(from, from + 200),
      targetLaneId: 'lane4',
    });
  const order = await office.order('lane4');
  expect(order).toHaveLength(500);
  const path = `/kanban-boards/${office.kanbanId}/lanes/lane4`;
  const removed = await office.admin.delete<{ moved: number }>(path);
  expect(removed.body.moved).toBe(500);
  expect((await office.lane(ana, 'lane1')).total).toBeGreaterThanOrEqual(500);
  const [taken = 0] = ids;
  await office.move(ana, taken, 'lane2');
  const restored = await office.admin.post<{ moved: number }>(`${path}/restore`);
  expect(restored.body.moved).toBe(499);
  expect(await office.order('lane4')).toEqual(order.filter((id) => id !== taken));
});

it('lanes have a colour, a limit, an order and a meaning, and change their places', async () => {
  const path = `/kanban-boards/${office.kanbanId}/lanes`;
  const { laneId } = (await office.admin.post<{ laneId: string }>(path, { title: 'Perdido', color: '#b3261e' })).body;
  await office.admin.put(`${path}/${laneId}`, { cardLimit: 10, sort: 'recent', outcome: 'lost', position: 1 });
  const { lanes } = await office.board(ana);
  expect(lanes[1]).toMatchObject({
    id: laneId,
    title: 'Perdido',
    color: '#b3261e',
    cardLimit: 10,
    sort: 'recent',
    outcome: 'lost',
  });
  expect((await office.admin.put(`${path}/${laneId}`, { title: ' ' })).status).toBe(400);
  for (const lane of (await office.board(ana)).lanes.slice(1)) await office.admin.delete(`${path}/${lane.id}`);
  const last = await office.admin.delete<Failure>(`${path}/lane1`);
  expect([last.status, last.body.error]).toEqual([409, 'ERR_LAST_LANE']);
});

it("A lane added days after another was deleted never gets that one's id", async () => {
  const office = await Office.of(host);
  const path = `/kanban-boards/${office.kanbanId}/lanes`;
  const add = async (title: string) => (await office.admin.post<{ laneId: string }>(path, { title })).body.laneId;
  const [kept, gone] = [await add('Perícia'), await add('Recurso')];
  const id = await office.attended(office.admin, 'Passou por lá');
  await office.move(office.admin, id, gone);
  await office.move(office.admin, id, kept);
  await office.admin.delete(`${path}/${gone}`);
  await office
    .sql()
    .run(sql`update kanban.lane set deleted_at = now() - interval '25 hours' where deleted_at is not null`);
  const scope = office.company.scope('kanban');
  await removeDeletedLanes(scope);
  expect(await office.sql().rows(sql`select 1 from kanban.lane where id = ${gone}`)).toEqual([]);
  // Not even after the conversations that were in it are deleted, with what was recorded about them.
  await office.admin.delete(`/tickets/${id}`);
  const fresh = await add('Acordo');
  expect([kept, gone, fresh]).toEqual(['lane7', 'lane8', 'lane9']);
});

it('a whole board saved with an outdated version is refused, and cards that were not sent stay where they are', async () => {
  const fresh = await Office.of(host);
  const [one = 0, two = 0] = await fresh.many(fresh.admin, 2);
  await fresh.move(fresh.admin, two, 'lane3');
  const read = (await fresh.admin.get<{ version: number; lane: string }>('/kanban/get-lane-user')).body;
  const lanes = (JSON.parse(read.lane) as { id: string; title: string }[]).map(({ id, title }) => ({
    id,
    title,
    cards: id === 'lane2' ? [{ id: one }] : [],
  }));
  const body = { lane: JSON.stringify(lanes), version: read.version };
  expect((await fresh.admin.put(`/kanban/${fresh.kanbanId}`, body)).status).toBe(200);
  const service = fresh.company.scope('kanban').use(boards);
  expect([(await service.laneOf(one)).laneId, (await service.laneOf(two)).laneId]).toEqual(['lane2', 'lane3']);
  await fresh.admin.post(`/kanban-boards/${fresh.kanbanId}/lanes`, { title: 'Nova' });
  const stale = await fresh.admin.put<Failure>(`/kanban/${fresh.kanbanId}`, body);
  expect([stale.status, stale.body.error]).toEqual([409, 'ERR_KANBAN_CHANGED']);
});

it('the funnel counts what entered, moved on and was won in a period, with its value and the days in each lane', async () => {
  const fresh = await Office.of(host);
  const [one = 0, two = 0] = await fresh.many(fresh.admin, 2);
  await fresh.admin.put(`/kanban-cards/${one}/value`, { valueCents: 50_000 });
  await fresh.move(fresh.admin, one, 'lane2');
  await fresh
    .sql()
    .run(
      sql`update kanban.stay set entered_at = entered_at - interval '2 days' where left_at is null and ticket_id = ${one}`,
    );
  await fresh.move(fresh.admin, one, 'lane5');
  await fresh.move(fresh.admin, two, 'lane2');
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const { body } = await fresh.admin.get<{
    lanes: { laneId: string; entered: number; movedOn: number; days: number | null; cents: number }[];
    won: { count: number; cents: number };
  }>(`/kanban-numbers?kanbanId=${fresh.kanbanId}&from=${day(-5)}&to=${day(1)}`);
  const lane = (id: string) => body.lanes.find(({ laneId }) => laneId === id);
  expect(lane('lane1')).toMatchObject({ entered: 2, movedOn: 2 });
  expect(lane('lane2')).toMatchObject({ entered: 2, movedOn: 1 });
  expect(lane('lane2')?.days).toBeCloseTo(2, 1);
  expect(body.won).toEqual({ count: 1, cents: 50_000 });

  // The card of the dashboard names several people or departments.
  const of = (query: string) =>
    fresh.admin.get<{ won: { count: number }; entered: number }>(
      `/kanban-numbers?kanbanId=${fresh.kanbanId}&from=${day(-5)}&to=${day(1)}&${query}`,
    );
  expect((await of('userId=2000000001,2000000002')).body).toMatchObject({ won: { count: 0 }, entered: 0 });
  expect((await of('queueId=2000000001,2000000002')).body).toMatchObject({ won: { count: 0 }, entered: 0 });
  expect((await of('userId=1,')).status).toBe(400);
});
