import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { ticketListRoom } from '@balcao/tickets/contract';

interface TicketLane {
  kanbanId: number;
  laneId: string;
  lanes: { id: string; title: string }[];
  movedAt: string | null;
}
interface TicketList {
  tickets: { id: number; extra: { kanban?: { laneId: string; lane: string } } }[];
  count: number;
}
type Failure = { error: string; fields?: Record<string, string> };

let host: TestHost;
let law: TestCompany;
let other: TestCompany;
let counter = 0;

/** Creates a pending conversation. */
const conversation = async (company: TestCompany): Promise<{ id: number; uuid: string }> => {
  counter += 1;
  const { sql: database } = company.scope('tickets');
  const connection =
    (await database.one<{ id: number }>(sql`select id from connections.connection limit 1`)) ??
    (await database.one<{ id: number }>(
      sql`insert into connections.connection (name, channel, status) values ('Recepção', 'telephone', 'CONNECTED') returning id`,
    ));
  const number = String(5_511_970_010_000 + counter);
  const contact = await company.admin.post<{ id: number }>('/contacts', { name: `Cliente ${counter}`, number });
  const started = { contactId: contact.body.id, whatsappId: connection?.id, status: 'pending' };
  return (await company.admin.post<{ id: number; uuid: string }>('/tickets', started)).body;
};

beforeAll(async () => {
  const plugins = ['users', 'queues', 'contacts', 'connections', 'tickets', 'kanban'];
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins });
  law = await host.company({ name: 'Prado & Menezes', settings: { kanbanEnabled: true } });
  other = await host.company({ name: 'Outra', settings: { kanbanEnabled: true } });
});
afterAll(() => host.close());

const laneOf = async (ticketId: number) => (await law.admin.get<TicketLane>(`/kanban-tickets/${ticketId}`)).body;
const list = async (query = '') => (await law.admin.get<TicketList>(`/tickets?showAll=true${query}`)).body;

test('a company’s board starts with the default lanes, created once even by concurrent first requests', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => law.admin.get<TicketLane>('/kanban-lanes')));
  const [first] = answers;
  expect(first?.body.lanes).toEqual([
    { id: 'lane1', title: 'Novos atendimentos' },
    { id: 'lane2', title: 'Consulta agendada' },
    { id: 'lane3', title: 'Documentação' },
    { id: 'lane4', title: 'Proposta enviada' },
    { id: 'lane5', title: 'Contrato fechado' },
    { id: 'lane6', title: 'Concluído' },
  ]);
  for (const answer of answers) expect(answer.body).toEqual(first?.body);
});

test('conversations older than the board have a lane as soon as the module is on, before anybody opens a board', async () => {
  const company = await host.company({ name: 'Antes do quadro' });
  const [one, two] = [await conversation(company), await conversation(company)];
  const live = await company.admin.live();
  expect(await live.join(ticketListRoom, { all: true })).toEqual({ ok: true });
  const lanes = async () => {
    const { tickets } = (await company.admin.get<TicketList>('/tickets?showAll=true')).body;
    return tickets.map(({ extra }) => extra.kanban?.lane);
  };
  expect(await lanes()).toEqual([undefined, undefined]);
  await company.enable('kanbanEnabled');
  for (const { id } of [one, two])
    await live.receives(
      'update',
      ({ ticket }) => (ticket as TicketList['tickets'][number] & { id: number }).id === id,
      20_000,
    );
  expect(await lanes()).toEqual(['Novos atendimentos', 'Novos atendimentos']);
  live.close();
});

test('a new conversation is in the first lane and can be moved to another', async () => {
  const ticket = await conversation(law);
  const before = await laneOf(ticket.id);
  expect(before).toMatchObject({ laneId: 'lane1', movedAt: null });
  const moved = await law.admin.put<TicketLane>(`/kanban-tickets/${before.kanbanId}`, {
    ticketId: ticket.id,
    targetLaneId: 'lane3',
  });
  expect(moved.body).toMatchObject({ laneId: 'lane3', kanbanId: before.kanbanId });
  expect(moved.body.movedAt).not.toBeNull();
  const { version: _version, ...place } = moved.body as TicketLane & { version: number };
  expect(await laneOf(ticket.id)).toEqual(place);
});

test('the list shows each row’s lane and can be filtered by lane', async () => {
  const [documents, fresh] = [await conversation(law), await conversation(law)];
  const { kanbanId } = await laneOf(documents.id);
  await law.admin.put(`/kanban-tickets/${kanbanId}`, { ticketId: documents.id, targetLaneId: 'lane4' });

  const narrowed = await list('&selectedKanbanId=lane4');
  expect(narrowed.tickets.map(({ id }) => id)).toEqual([documents.id]);
  expect(narrowed.count).toBe(1);
  expect(narrowed.tickets[0]?.extra.kanban).toEqual({ laneId: 'lane4', lane: 'Proposta enviada' });
  const firstLane = (await list('&selectedKanbanId=lane1')).tickets.map(({ id }) => id);
  expect(firstLane).toContain(fresh.id);
  expect(firstLane).not.toContain(documents.id);
  expect((await list('&selectedKanbanId=lane99')).tickets).toEqual([]);
  expect((await list('&selectedKanbanId=')).tickets.length).toBeGreaterThan(1);
});

test('a move is published at once to the lists of colleagues', async () => {
  const ticket = await conversation(law);
  const { kanbanId } = await laneOf(ticket.id);
  const live = await law.admin.live();
  expect(await live.join(ticketListRoom, { all: true })).toEqual({ ok: true });
  await law.admin.put(`/kanban-tickets/${kanbanId}`, { ticketId: ticket.id, targetLaneId: 'lane2' });
  const received = await live.receives('update', (data) => (data['ticket'] as { id: number }).id === ticket.id);
  expect(received.data['ticket']).toMatchObject({ extra: { kanban: { laneId: 'lane2' } } });
});

test('an unknown board, lane or conversation is refused and nothing moves', async () => {
  const ticket = await conversation(law);
  const { kanbanId } = await laneOf(ticket.id);
  const put = async (board: number | string, body: object) => {
    const { status, body: answer } = await law.admin.put<Failure>(`/kanban-tickets/${board}`, body);
    return [status, answer.error];
  };
  expect(await put(kanbanId, { ticketId: ticket.id, targetLaneId: 'lane99' })).toEqual([404, 'ERR_NO_LANE_FOUND']);
  expect(await put(kanbanId + 1000, { ticketId: ticket.id, targetLaneId: 'lane2' })).toEqual([
    404,
    'ERR_NO_KANBAN_FOUND',
  ]);
  expect(await put(kanbanId, { ticketId: 999_999, targetLaneId: 'lane2' })).toEqual([404, 'ERR_NO_TICKET_FOUND']);
  expect(await put(kanbanId, { ticketId: 'x' })).toEqual([400, 'ERR_VALIDATION']);
  expect(await put('x', { ticketId: ticket.id, targetLaneId: 'lane2' })).toEqual([400, 'ERR_VALIDATION']);
  expect(await laneOf(ticket.id)).toMatchObject({ laneId: 'lane1', movedAt: null });
});

test('an attendant moves only conversations they may open, and cannot read the company’s board', async () => {
  const ana = await law.person('user', 'Ana');
  const own = await conversation(law);
  const taken = await conversation(law);
  await law.admin.put(`/tickets/${taken.id}`, { status: 'open', userId: law.admin.id });
  const { kanbanId } = await laneOf(own.id);
  const move = (ticketId: number) =>
    ana.put<Failure>(`/kanban-tickets/${kanbanId}`, { ticketId, targetLaneId: 'lane2' });
  expect((await move(own.id)).status).toBe(200);
  expect((await move(taken.id)).status).toBe(403);
  expect((await ana.get(`/kanban-tickets/${taken.id}`)).status).toBe(403);
  expect((await laneOf(taken.id)).laneId).toBe('lane1');
  expect((await ana.get<Failure>('/kanban-lanes')).body.error).toBe('ERR_NO_PERMISSION');
});

test('another company has its own board and cannot access the conversations of this one', async () => {
  const ticket = await conversation(law);
  const { kanbanId } = await laneOf(ticket.id);
  const theirs = (await other.admin.get<TicketLane>('/kanban-lanes')).body;
  expect(theirs.kanbanId).not.toBe(kanbanId);
  expect((await other.admin.get(`/kanban-tickets/${ticket.id}`)).status).toBe(404);
  const own = await conversation(other);
  const body = (ticketId: number) => ({ ticketId, targetLaneId: 'lane2' });
  expect((await other.admin.put(`/kanban-tickets/${theirs.kanbanId}`, body(ticket.id))).status).toBe(404);
  expect((await other.admin.put(`/kanban-tickets/${kanbanId}`, body(own.id))).status).toBe(404);
  expect((await laneOf(ticket.id)).laneId).toBe('lane1');
});

test('with the module off, responses have no lanes and the filter is ignored; on again, each card is in its former lane', async () => {
  const ticket = await conversation(law);
  const { kanbanId } = await laneOf(ticket.id);
  await law.admin.put(`/kanban-tickets/${kanbanId}`, { ticketId: ticket.id, targetLaneId: 'lane5' });
  const all = (await list()).tickets.length;

  await law.disable('kanbanEnabled');
  for (const answer of [
    await law.admin.get<Failure>('/kanban-lanes'),
    await law.admin.get<Failure>(`/kanban-tickets/${ticket.id}`),
    await law.admin.put<Failure>(`/kanban-tickets/${kanbanId}`, { ticketId: ticket.id, targetLaneId: 'lane1' }),
  ]) {
    expect([answer.status, answer.body.error]).toEqual([404, 'ERR_PLUGIN_DISABLED']);
  }
  const unfiltered = await list('&selectedKanbanId=lane5');
  expect(unfiltered.tickets).toHaveLength(all);
  for (const row of unfiltered.tickets) expect(row.extra).not.toHaveProperty('kanban');
  expect((await other.admin.get('/kanban-lanes')).status).toBe(200);

  await law.enable('kanbanEnabled');
  expect((await list('&selectedKanbanId=lane5')).tickets.map(({ id }) => id)).toEqual([ticket.id]);
  expect((await laneOf(ticket.id)).laneId).toBe('lane5');
});

test('deleting a conversation deletes its card', async () => {
  const ticket = await conversation(law);
  const { kanbanId } = await laneOf(ticket.id);
  await law.admin.put(`/kanban-tickets/${kanbanId}`, { ticketId: ticket.id, targetLaneId: 'lane6' });
  await law.admin.put(`/tickets/${ticket.id}`, { status: 'closed', justClose: true });
  expect((await law.admin.delete(`/tickets/${ticket.id}`)).status).toBe(200);
  expect(await law.scope('kanban').sql.rows(sql`select 1 from kanban.card where ticket_id = ${ticket.id}`)).toEqual([]);
});
