import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { Person, TestHost } from '@balcao/testing';
import { boardRoom, boards } from '../contract.ts';
import { Office, startOffice, type Failure } from './office.ts';

let first: TestHost;
let second: TestHost;
let office: Office;
let ana: Person;
beforeAll(async () => {
  first = await startOffice();
  second = await startOffice(first);
  office = await Office.of(first);
  ana = await office.company.person('user', 'Ana');
});
afterAll(async () => {
  await second?.close();
  await first?.close();
});

const serviceOn = (host: TestHost) => host.kernel.scope(office.company.id, 'kanban').use(boards);

it('50 inserts at the same gap from two nodes get 50 different ranks in one order', async () => {
  const [top, bottom, ...others] = await office.many(ana, 52);
  await office.move(ana, bottom ?? 0, 'lane2');
  await office.move(ana, top ?? 0, 'lane2', { beforeTicketId: bottom });
  await Promise.all(
    others.map((ticketId, index) =>
      serviceOn(index % 2 === 0 ? first : second).place(ticketId, {
        kanbanId: office.kanbanId,
        laneId: 'lane2',
        beforeTicketId: bottom ?? 0,
      }),
    ),
  );
  const order = await office.order('lane2');
  expect(order).toHaveLength(52);
  expect(new Set(order).size).toBe(52);
  expect([order[0], order.at(-1)]).toEqual([top, bottom]);
  const shown: number[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = `kanbanId=${office.kanbanId}&laneId=lane2&limit=20${cursor && `&cursor=${cursor}`}`;
    const page: { cards: { id: number }[]; cursor: string | null } = (await ana.get<never>(`/kanban-cards?${query}`))
      .body;
    shown.push(...page.cards.map(({ id }) => id));
    cursor = page.cursor;
  }
  expect(shown).toEqual(order);
});

it('inserting at one place again and again keeps the keys short, and the order', async () => {
  const ids = await office.many(ana, 160);
  const [bottom, ...rest] = ids;
  const service = serviceOn(first);
  await service.place(bottom ?? 0, { kanbanId: office.kanbanId, laneId: 'lane6' });
  let last = bottom ?? 0;
  for (const ticketId of rest) {
    await service.place(ticketId, { kanbanId: office.kanbanId, laneId: 'lane6', beforeTicketId: last });
    // Alternating sides make the longest keys.
    if (ticketId % 2 === 0) last = ticketId;
  }
  const longest = await office
    .sql()
    .one<{ length: number }>(sql`select max(length(rank)) as length from kanban.card where lane_id = 'lane6'`);
  expect(longest?.length).toBeLessThanOrEqual(40);
  expect(new Set(await office.order('lane6')).size).toBe(160);
});

it('two people who move the same card at once end with one place, and one of them sees who won', async () => {
  const id = await office.attended(ana, 'Disputa');
  await office.move(ana, id, 'lane2');
  for (let round = 0; round < 10; round += 1) {
    const version = (await office.lane(ana, round === 0 ? 'lane2' : await laneOf(id))).cards.find(
      (card) => card.id === id,
    )?.version;
    const answers = await Promise.all([
      office.move(ana, id, 'lane3', { version }),
      office.move(office.admin, id, 'lane4', { version }),
    ]);
    const won = answers.filter(({ status }) => status === 200);
    const lost = answers.find(({ status }) => status === 409);
    expect(won).toHaveLength(1);
    expect(lost?.body.error).toBe('ERR_CARD_MOVED');
    expect(lost?.body.context).toMatchObject({
      laneId: answers[0].status === 200 ? 'lane3' : 'lane4',
      user: answers[0].status === 200 ? 'Ana' : 'Admin',
    });
    expect(await laneOf(id)).toBe(answers[0].status === 200 ? 'lane3' : 'lane4');
  }
});
const laneOf = async (id: number) => (await ana.get<{ laneId: string }>(`/kanban-tickets/${id}`)).body.laneId;

it('two people fighting for many cards over two nodes leave every card in one lane, as fresh reads on both nodes show', async () => {
  const ids = await office.many(ana, 12);
  const lanes = ['lane2', 'lane3', 'lane4'];
  await Promise.all(
    Array.from({ length: 120 }, async (_, index) => {
      const ticketId = ids[index % ids.length] ?? 0;
      const before = ids[(index * 7 + 3) % ids.length] ?? null;
      await serviceOn(index % 2 === 0 ? first : second).place(ticketId, {
        kanbanId: office.kanbanId,
        laneId: lanes[index % lanes.length] ?? 'lane2',
        beforeTicketId: before === ticketId ? null : before,
      });
    }),
  );
  const [one, other] = await Promise.all(
    [first, second].map((host) => serviceOn(host).find({ userId: ana.id, limit: 200 })),
  );
  expect(one).toEqual(other);
  const board = await office.board(ana);
  const cards = board.lanes.flatMap((lane) => lane.cards.map((card) => ({ id: card.id, lane: lane.id })));
  for (const id of ids) expect(cards.filter((card) => card.id === id)).toHaveLength(1);
  const stays = await office
    .sql()
    .rows(sql`select ticket_id from kanban.stay where left_at is null group by ticket_id having count(*) > 1`);
  expect(stays).toEqual([]);
});

it('a card dropped among cards that nobody ordered stands there, and they keep their order around it', async () => {
  const quiet = await Office.of(first);
  await quiet.admin.put(`/kanban-boards/${quiet.kanbanId}/lanes/lane1`, { sort: 'manual' });
  const ids = [];
  for (const name of ['Um', 'Dois', 'Três', 'Quatro']) ids.push(await quiet.attended(quiet.admin, name));
  const [one, two, three, four] = ids;
  const order = async () => (await quiet.lane(quiet.admin, 'lane1')).cards.map(({ id }) => id);
  expect(await order()).toEqual([four, three, two, one]);
  expect((await quiet.move(quiet.admin, four ?? 0, 'lane1', { beforeTicketId: two })).status).toBe(200);
  expect(await order()).toEqual([three, four, two, one]);
  const fresh = await quiet.attended(quiet.admin, 'Cinco');
  expect(await order()).toEqual([fresh, three, four, two, one]);
  await quiet.move(quiet.admin, one ?? 0, 'lane1', {});
  await quiet.move(quiet.admin, fresh, 'lane1', { beforeTicketId: null });
  expect(await order()).toEqual([three, four, two, one, fresh]);
});

it('a move reaches the boards of colleagues live, with who made it, and a held card shows its holder', async () => {
  const id = await office.attended(ana, 'Ao Vivo');
  const live = await office.admin.live();
  expect(await live.join(boardRoom, { kanbanId: office.kanbanId })).toEqual({ ok: true });
  const own = await ana.live();
  expect(await own.join(boardRoom, { kanbanId: office.kanbanId, userId: ana.id })).toEqual({ ok: true });
  await own.send(boardRoom, { kanbanId: office.kanbanId, userId: ana.id }, 'holding', { ticketId: id });
  expect((await live.receives('holding')).data).toEqual({ ticketId: id, by: { id: ana.id, name: 'Ana' } });
  await office.move(ana, id, 'lane5');
  const expected = { to: { laneId: 'lane5' }, from: { laneId: 'lane1' }, by: { name: 'Ana' }, version: 1 };
  expect((await live.receives('moved', ({ ticketId }) => ticketId === id)).data).toMatchObject(expected);
  expect((await own.receives('moved', ({ ticketId }) => ticketId === id)).data).toMatchObject(expected);
  live.close();
  own.close();
});

it('the value of a card is edited on the board, counts in the sum of its lane, and is live', async () => {
  const id = await office.attended(ana, 'Valorosa');
  await office.move(ana, id, 'lane5', { beforeTicketId: null });
  const before = (await office.lane(ana, 'lane5')).cents;
  const { contactId } = (await ana.get<{ contactId: number }>(`/tickets/${id}`)).body;
  await ana.post('/ticket-notes', { note: 'Proposta', processValue: '100', ticketId: id, contactId });
  const live = await ana.live();
  await live.join(boardRoom, { kanbanId: office.kanbanId, userId: ana.id });
  expect((await ana.put(`/kanban-cards/${id}/value`, { valueCents: 7_550 })).status).toBe(200);
  await live.receives('card', (data) => data['ticketId'] === id && data['valueCents'] === 7_550);
  const lane = await office.lane(ana, 'lane5');
  expect(lane.cards.find((card) => card.id === id)?.valueCents).toBe(7_550);
  expect(lane.cents - before).toBe(7_550);
  await ana.post('/ticket-notes', { note: 'Mais', processValue: '10', ticketId: id, contactId });
  await live.receives('card', (data) => data['ticketId'] === id && data['valueCents'] === 8_550, 15_000);
  live.close();
});

it('A card that nobody moved can be dragged right after its value was set', async () => {
  const quiet = await Office.of(first);
  const [id = 0, other = 0] = await quiet.many(quiet.admin, 2);
  const seen = (await quiet.lane(quiet.admin, 'lane1')).cards.map((card) => [card.id, card.version]);
  expect(Object.fromEntries(seen)).toEqual({ [id]: 0, [other]: 0 });
  expect((await quiet.admin.put(`/kanban-cards/${id}/value`, { valueCents: 90_000 })).status).toBe(200);
  const moved = await quiet.move(quiet.admin, id, 'lane2', { version: 0 });
  expect([moved.status, moved.body.version]).toEqual([200, 1]);
  expect((await quiet.move(quiet.admin, id, 'lane3', { version: 0 })).body.error).toBe('ERR_CARD_MOVED');
  // A neighbour that got a position because a card was dropped between two of them was not moved either.
  await quiet.admin.put(`/kanban-boards/${quiet.kanbanId}/lanes/lane1`, { sort: 'manual' });
  const [third = 0] = await quiet.many(quiet.admin, 1);
  await quiet.move(quiet.admin, third, 'lane1', { beforeTicketId: other, version: 0 });
  expect((await quiet.move(quiet.admin, other, 'lane2', { version: 0 })).status).toBe(200);
});

it('Two people who set the same value at once leave that value', async () => {
  const quiet = await Office.of(first);
  const bia = await quiet.company.person('admin', 'Bia');
  const ids = await quiet.many(quiet.admin, 8);
  const set = (person: Person, id: number, valueCents: number) =>
    person.put(`/kanban-cards/${id}/value`, { valueCents });
  for (const valueCents of [125_000, 80_000])
    await Promise.all(ids.flatMap((id) => [quiet.admin, bia].map((person) => set(person, id, valueCents))));
  const cards = (await quiet.lane(quiet.admin, 'lane1')).cards.map((card) => [card.id, card.valueCents]);
  expect(Object.fromEntries(cards)).toEqual(Object.fromEntries(ids.map((id) => [id, 80_000])));
});

it('many cards are moved together, and those of others are returned with the reason', async () => {
  const own = await office.many(ana, 5);
  const [foreign = 0] = await office.many(office.admin, 1);
  const { body } = await ana.post<{ moved: number[]; refused: unknown[] }>(`/kanban-tickets/${office.kanbanId}/bulk`, {
    ticketIds: [...own, foreign],
    targetLaneId: 'lane3',
  });
  expect(body.moved).toEqual(own);
  expect(body.refused).toEqual([{ ticketId: foreign, error: 'ERR_TICKET_OTHER_QUEUE' }]);
});

it('moving 200 cards costs as many statements as moving two, and keeps the order in which they were chosen', async () => {
  const [one = 0, two = 0, ...rest] = await office.many(ana, 202);
  const bulk = async (ticketIds: number[], targetLaneId: string): Promise<number> => {
    const sent: string[] = [];
    type Query = (...values: unknown[]) => unknown;
    const original = pg.Client.prototype.query as unknown as Query;
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...values: unknown[]
    ) {
      const [first] = values as [{ text?: string } | string];
      sent.push(typeof first === 'string' ? first : (first.text ?? ''));
      return original.apply(this, values);
    } as never);
    const { status } = await ana.post(`/kanban-tickets/${office.kanbanId}/bulk`, { ticketIds, targetLaneId });
    spy.mockRestore();
    expect(status).toBe(200);
    return sent.filter((text) => /kanban\.|tickets\./.test(text) && !text.startsWith('prepare ')).length;
  };
  await bulk([one, two], 'lane4');
  const few = await bulk([one, two], 'lane6');
  const many = rest.toReversed();
  expect(await bulk(many, 'lane6')).toBeLessThanOrEqual(few);
  expect((await office.order('lane6')).slice(0, 200)).toEqual(many);
});

it('a move of many reaches open boards as one message', async () => {
  const ids = await office.many(ana, 60);
  const live = await office.admin.live();
  expect(await live.join(boardRoom, { kanbanId: office.kanbanId })).toEqual({ ok: true });
  await ana.post(`/kanban-tickets/${office.kanbanId}/bulk`, { ticketIds: ids, targetLaneId: 'lane5' });
  const { data } = await live.receives('movedMany', ({ to }) => (to as { laneId: string }).laneId === 'lane5');
  expect(data).toMatchObject({ by: { name: 'Ana' } });
  expect((data as { cards: { ticketId: number }[] }).cards.map(({ ticketId }) => ticketId)).toEqual(ids);
  live.close();
});

it('without crm:view other people’s boards, rooms and lanes are refused by the server, and a look at another’s board moves nothing', async () => {
  const bia = await office.company.person('user', 'Bia');
  const refusals = [
    await bia.get<Failure>(`/kanban-boards/${office.kanbanId}?view=${ana.id}`),
    await bia.get<Failure>(`/kanban-boards/${office.kanbanId}?view=all`),
    await bia.get<Failure>(`/kanban-cards?kanbanId=${office.kanbanId}&laneId=lane1&view=${ana.id}`),
    await bia.get<Failure>(`/kanban/${ana.id}`),
    await bia.put<Failure>(`/kanban-boards/${office.kanbanId}/lanes/lane2`, { title: 'Minha' }),
    await bia.post<Failure>(`/kanban-boards/${office.kanbanId}/lanes`, { title: 'Minha' }),
    await bia.get<Failure>(`/kanban-numbers?kanbanId=${office.kanbanId}&from=2026-01-01&to=2026-01-31`),
    await office.move(office.admin, (await office.many(ana, 1))[0] ?? 0, 'lane2', { userId: ana.id }),
  ];
  for (const { status } of refusals) expect(status).toBe(403);
  const live = await bia.live();
  expect(await live.join(boardRoom, { kanbanId: office.kanbanId })).toHaveProperty('error');
  expect(await live.join(boardRoom, { kanbanId: office.kanbanId, userId: ana.id })).toHaveProperty('error');
  expect(await live.join(boardRoom, { kanbanId: office.kanbanId, userId: bia.id })).toEqual({ ok: true });
  live.close();
});

it('another company reaches neither boards, cards, values nor follow-ups of this one', async () => {
  const other = await Office.of(first);
  const id = await office.attended(ana, 'Nossa');
  for (const { status } of [
    await other.admin.get(`/kanban-boards/${office.kanbanId}`),
    await other.admin.put(`/kanban-cards/${id}/value`, { valueCents: 1 }),
    await other.admin.put(`/kanban-follow-ups/${id}`, { cancel: true }),
    await other.move(other.admin, id, 'lane2'),
    await other.admin.delete(`/kanban-boards/${office.kanbanId}/lanes/lane2`),
  ])
    expect(status).toBe(404);
});

it('filters narrow the cards and the sums alike', async () => {
  const id = await office.attended(ana, 'Procurada Única');
  await ana.put(`/kanban-cards/${id}/value`, { valueCents: 123_456_700 });
  for (const query of ['search=procurada', 'min=123456000', `status=open&queueIds=${office.queueId}&search=unica`]) {
    const board = await office.board(ana, `?${query}`);
    expect(board.lanes.flatMap(({ cards }) => cards.map((card) => card.id))).toEqual([id]);
    expect(board.lanes.reduce((sum, { total }) => sum + total, 0)).toBe(1);
  }
  const none = await office.board(ana, '?idleDays=3');
  expect(none.lanes.reduce((sum, { total }) => sum + total, 0)).toBe(0);
});
