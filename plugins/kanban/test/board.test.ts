import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import type { TicketView } from '@balcao/tickets/contract';

interface Lane {
  id: string;
  title: string;
  cards: { id: string; title: string; label: string; description: string }[];
  followUpConfig: Record<string, unknown> | null;
  current: number;
}
interface Board {
  id: number;
  userId: number;
  followUp: boolean;
  lane: string;
}
type Failure = { error: string; fields?: Record<string, string> };

let host: TestHost;
let law: TestCompany;
let other: TestCompany;
let ana: Person;
let queue: number;
let counter = 0;

/** Creates a conversation that the person attends. */
const attended = async (by: Person, name: string): Promise<number> => {
  counter += 1;
  const connection = await law
    .scope('tickets')
    .sql.one<{ id: number }>(sql`select id from connections.connection limit 1`);
  const number = String(5_511_960_010_000 + counter);
  const contact = await law.admin.post<{ id: number }>('/contacts', { name, number });
  const { body } = await law.admin.post<{ id: number }>('/tickets', {
    contactId: contact.body.id,
    whatsappId: connection?.id,
    queueId: queue,
    status: 'pending',
  });
  await law.admin.put(`/tickets/${body.id}`, { status: 'open', userId: by.id, queueId: queue });
  return body.id;
};

const boardOf = async (reader: Person, owner: number | 'get-lane-user' = 'get-lane-user') => {
  const { body } = await reader.get<Board>(`/kanban/${owner}`);
  return { ...body, lanes: JSON.parse(body.lane) as Lane[] };
};
const save = (by: Person, id: number, lanes: unknown, more: object = {}) =>
  by.put<Board & Failure>(`/kanban/${id}`, { userId: by.id, lane: JSON.stringify(lanes), ...more });
const cardsIn = (lanes: readonly Lane[], id: string): string[] =>
  lanes.find((lane) => lane.id === id)?.cards.map((card) => card.title) ?? [];
/** Returns the lanes with one card moved, as a drag leaves them. */
const moved = (lanes: readonly Lane[], ticketId: number, to: string): Lane[] =>
  lanes.map((lane) => ({
    ...lane,
    cards: [
      ...lane.cards.filter(({ id }) => id !== String(ticketId)),
      ...(lane.id === to ? [{ id: String(ticketId), title: '', label: '', description: '' }] : []),
    ],
  }));

beforeAll(async () => {
  const plugins = ['users', 'queues', 'contacts', 'connections', 'tickets', 'kanban'];
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins });
  law = await host.company({
    name: 'Prado & Menezes',
    settings: { kanbanEnabled: true, hideContactNumber: 'enabled' },
  });
  other = await host.company({ name: 'Outra', settings: { kanbanEnabled: true } });
  await law
    .scope('tickets')
    .sql.run(
      sql`insert into connections.connection (name, channel, status) values ('Recepção', 'telephone', 'CONNECTED')`,
    );
  queue = (await law.admin.post<{ id: number }>('/queue', { name: 'Cível', color: '#4e8ce6' })).body.id;
  ana = await law.person('user', 'Ana');
});
afterAll(() => host.close());

test('GET /kanban/{userId} returns id and lane, a JSON string of lanes with one card per ticket', async () => {
  const id = await attended(ana, 'Maria Aparecida');
  const answer = await ana.get<Board>('/kanban/get-lane-user');
  expect(answer.body).toMatchObject({ id: expect.any(Number), userId: ana.id, followUp: false });
  const [first] = JSON.parse(answer.body.lane) as Lane[];
  expect(first).toMatchObject({
    id: 'lane1',
    title: 'Novos atendimentos',
    cards: [{ id: String(id), title: 'Maria Aparecida', label: 'open', description: '' }],
    followUpConfig: null,
    current: 0,
  });
  expect((await boardOf(ana, ana.id)).lanes).toEqual(JSON.parse(answer.body.lane));
});

test('a lane has the sum of the values in the notes of its conversations', async () => {
  const id = await attended(ana, 'Valdir Valores');
  const { contactId } = (await law.admin.get<TicketView>(`/tickets/${id}`)).body;
  for (const processValue of ['1500.50', '499.50'])
    await law.admin.post('/ticket-notes', { note: 'Causa', processValue, ticketId: id, contactId });
  await law.admin.post('/ticket-notes', { note: 'N/A', processValue: '9000', ticketId: id, contactId });
  expect((await boardOf(ana)).lanes[0]?.current).toBe(2000);
});

test('moving a card between lanes changes its lane membership, and a closed conversation stays in its lane', async () => {
  const id = await attended(ana, 'Caio Card');
  const board = await boardOf(ana);
  const answer = await save(ana, board.id, moved(board.lanes, id, 'lane3'));
  expect(answer.status).toBe(200);
  expect(cardsIn(JSON.parse(answer.body.lane) as Lane[], 'lane3')).toEqual(['Caio Card']);
  expect((await ana.get<{ laneId: string }>(`/kanban-tickets/${id}`)).body.laneId).toBe('lane3');
  await ana.put(`/tickets/${id}`, { status: 'closed', justClose: true });
  const [card] = (await boardOf(ana)).lanes.find((lane) => lane.id === 'lane3')?.cards ?? [];
  expect(card).toMatchObject({ id: String(id), label: 'closed' });
});

test('GET /kanban-tickets returns the tickets of one’s own board', async () => {
  await attended(law.admin, 'Alheia Outra');
  const { body } = await ana.get<{ tickets: TicketView[] }>('/kanban-tickets');
  expect(body.tickets.map(({ contact }) => contact.name)).toEqual(['Caio Card', 'Valdir Valores', 'Maria Aparecida']);
  expect(body.tickets[0]).toMatchObject({ status: 'closed', queue: { name: 'Cível' }, user: { name: 'Ana' } });
  for (const { contact } of body.tickets) expect(contact.number).toMatch(/^\*+\d{4}$/);
});

test('users with permission crm:view see other attendants’ boards, others only their own', async () => {
  const theirs = await boardOf(law.admin, ana.id);
  expect(theirs.userId).toBe(ana.id);
  expect(cardsIn(theirs.lanes, 'lane1')).toContain('Maria Aparecida');
  const refused = await ana.get<Failure>(`/kanban/${law.admin.id}`);
  expect([refused.status, refused.body.error]).toEqual([403, 'ERR_NO_PERMISSION']);
  const missing = await law.admin.get<Failure>('/kanban/999999');
  expect([missing.status, missing.body.error]).toEqual([404, 'ERR_NO_USER_FOUND']);
});

test('another attendant’s board is read-only, without edit and drag', async () => {
  const theirs = await boardOf(law.admin, ana.id);
  const answer = await save(law.admin, theirs.id, theirs.lanes, { userId: ana.id });
  expect([answer.status, answer.body.error]).toEqual([403, 'ERR_NO_PERMISSION']);
  const id = await attended(ana, 'Fica Comigo');
  const own = await boardOf(law.admin);
  expect((await save(law.admin, own.id, moved(own.lanes, id, 'lane2'))).status).toBe(200);
  expect((await ana.get<{ laneId: string }>(`/kanban-tickets/${id}`)).body.laneId).toBe('lane1');
});

test('Nova Coluna adds a lane, Configurar Follow-up keeps its delays and action, Excluir Coluna puts its cards into the first', async () => {
  const id = await attended(law.admin, 'Lia Lane');
  const board = await boardOf(law.admin);
  const config = {
    message: 'Ainda por aí?',
    initialDelay: '2',
    intervalDelay: 24,
    action: 'move',
    targetLane: 'lane2',
  };
  const wider = [...board.lanes, { id: 'lane7', title: 'Perícia', cards: [{ id }], followUpConfig: config }];
  const answer = await save(law.admin, board.id, wider, { followUp: true });
  expect(answer.body.followUp).toBe(true);
  const lanes = JSON.parse(answer.body.lane) as Lane[];
  expect(lanes.at(-1)).toMatchObject({
    id: 'lane7',
    title: 'Perícia',
    cards: [{ title: 'Lia Lane' }],
    followUpConfig: { ...config, laneId: 'lane7', initialDelay: 2 },
  });
  const narrower = lanes.filter((lane) => lane.id !== 'lane7');
  expect((await save(law.admin, board.id, narrower)).status).toBe(200);
  const after = await boardOf(law.admin);
  expect(after.lanes.map((lane) => lane.id)).not.toContain('lane7');
  expect(cardsIn(after.lanes, 'lane1')).toContain('Lia Lane');
  expect(after.followUp).toBe(true);
});

test('lanes belong to the company: people without crm:view move cards but cannot change lanes', async () => {
  const board = await boardOf(ana);
  const renamed = board.lanes.map((lane) => (lane.id === 'lane2' ? { ...lane, title: 'Minha' } : lane));
  for (const answer of [
    await save(ana, board.id, renamed),
    await save(ana, board.id, board.lanes.slice(1)),
    await save(ana, board.id, board.lanes, { followUp: !board.followUp }),
  ]) {
    expect([answer.status, answer.body.error]).toEqual([403, 'ERR_NO_PERMISSION']);
  }
  expect((await boardOf(ana)).lanes).toEqual(board.lanes);
});

test('a board with invalid data is refused with the field, and nothing is stored', async () => {
  const board = await boardOf(law.admin);
  const [first] = board.lanes;
  for (const lane of [
    'no json',
    '{}',
    '[]',
    JSON.stringify([{ id: 'lane1', title: ' ' }]),
    JSON.stringify([first, first]),
    JSON.stringify([{ ...first, cards: [{ id: 'x' }] }]),
    JSON.stringify([{ ...first, followUpConfig: { action: 'shout' } }]),
    JSON.stringify([{ ...first, followUpConfig: { action: 'move', targetLane: 'lane99' } }]),
    JSON.stringify([{ ...first, title: 'x'.repeat(61) }]),
  ]) {
    const answer = await law.admin.put<Failure>(`/kanban/${board.id}`, { lane });
    expect([answer.status, answer.body.error, Object.keys(answer.body.fields ?? {})]).toEqual([
      400,
      'ERR_VALIDATION',
      ['lane'],
    ]);
  }
  expect((await law.admin.put(`/kanban/${board.id}`, {})).status).toBe(400);
  expect((await law.admin.get('/kanban/nobody')).status).toBe(400);
  expect((await save(law.admin, board.id + 1000, board.lanes)).body.error).toBe('ERR_NO_KANBAN_FOUND');
  expect((await boardOf(law.admin)).lanes).toEqual(board.lanes);
});

test('another company can access neither the board nor its cards', async () => {
  const mine = await boardOf(law.admin);
  const theirs = await boardOf(other.admin);
  expect(theirs.id).not.toBe(mine.id);
  expect((await other.admin.get(`/kanban/${ana.id}`)).status).toBe(404);
  expect((await save(other.admin, mine.id, theirs.lanes)).status).toBe(404);
  const id = await attended(ana, 'Nossa Causa');
  expect((await save(other.admin, theirs.id, moved(theirs.lanes, id, 'lane2'))).status).toBe(200);
  expect((await ana.get<{ laneId: string }>(`/kanban-tickets/${id}`)).body.laneId).toBe('lane1');
});
