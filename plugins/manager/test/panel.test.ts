import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person, TestHost } from '@balcao/testing';
import type { Panel, PanelRow } from '../panel.ts';
import { Office, startOffice } from './office.ts';

let host: TestHost;
let other: Office;
let office: Office;
let sales: number;
let support: number;
let ana: Person;
let beto: Person;
let manager: Person;

beforeAll(async () => {
  host = await startOffice();
  office = await Office.of(host);
  other = await Office.of(host);
  [sales, support] = [await office.queue('Vendas'), await office.queue('Suporte')];
  ana = await office.person('Ana', [sales]);
  beto = await office.person('Beto', [support]);
  manager = await office.person('Gestora', [], 'gestor');
});
afterAll(() => host?.close());

const panel = async (query = '', person = manager): Promise<Panel> =>
  (await person.get<Panel>(`/manager/panel${query}`)).body;
const deskOf = (answer: Panel, userId: number | null) => answer.desks.find((each) => each.userId === userId);
const conversation = (person: Person | null, queueId: number, words?: string): Promise<number> =>
  office.conversation(person, queueId, words);
const grant = (granted: boolean) =>
  office.admin.put('/permissions', { profile: 'user', permission: 'manager:panel', granted });
const forget = () => office.closeAll();

describe('The panel', () => {
  it('One answer has all people, and their conversations with exact numbers: the first ten as rows, the others as ids', async () => {
    await forget();
    for (let made = 0; made < 12; made += 1) await conversation(ana, sales, `Pergunta ${made}`);
    const waiting = await conversation(null, support, 'Alguém aí?');
    const answer = await panel();
    expect(answer.people.map(({ name }) => name)).toEqual(expect.arrayContaining(['Ana', 'Beto', 'Gestora']));
    expect(answer.people.find(({ id }) => id === ana.id)).toMatchObject({
      profile: 'user',
      super: false,
      companyId: office.company.id,
      queueIds: [sales],
      isVirtual: false,
      online: false,
    });
    const hers = deskOf(answer, ana.id);
    expect(hers).toMatchObject({ total: 12, waiting: 12, unread: 12 });
    expect(hers?.tickets).toHaveLength(10);
    expect(hers?.others).toHaveLength(2);
    // The longest wait is first, and the others continue the order.
    expect(hers?.tickets.map(({ lastMessage }) => lastMessage).slice(0, 2)).toEqual(['Pergunta 0', 'Pergunta 1']);
    expect(hers?.oldestWaitAt).toBe(hers?.tickets[0]?.waitingSince);
    const nobody = deskOf(answer, null);
    expect(nobody?.tickets).toMatchObject([
      {
        id: waiting,
        status: 'pending',
        unreadMessages: 1,
        lastMessage: 'Alguém aí?',
        channel: 'telephone',
        queue: { id: support, name: 'Suporte' },
        whatsapp: { name: 'Principal' },
        userId: null,
        chatbot: false,
      },
    ]);
    expect(deskOf(answer, beto.id)).toBeUndefined();
  });

  it('Rows that come into view are read by their ids', async () => {
    const answer = await panel();
    const ids = deskOf(answer, ana.id)?.others.map(([id]) => id) ?? [];
    const { body } = await manager.get<{ tickets: PanelRow[] }>(`/manager/rows?ids=[${ids.join(',')}]`);
    expect(body.tickets.map(({ lastMessage }) => lastMessage).toSorted()).toEqual(['Pergunta 10', 'Pergunta 11']);
    const many = Array.from({ length: 201 }, (_, index) => index + 1);
    expect((await manager.get(`/manager/rows?ids=${many.join(',')}`)).status).toBe(400);
  });

  it('Departments and tags filter what is counted', async () => {
    await forget();
    const one = await conversation(ana, sales);
    await conversation(ana, support);
    await conversation(null, support);
    const tag = await office.admin.post<{ id: number }>('/tags', { name: 'Quente' });
    await office.admin.post('/tags/sync', { ticketId: one, tags: [tag.body.id] });
    const inSales = await panel(`?queueIds=[${sales}]`);
    expect([deskOf(inSales, ana.id)?.total, deskOf(inSales, null)]).toEqual([1, undefined]);
    const tagged = await panel(`?tags=[${tag.body.id}]`);
    expect(tagged.desks).toMatchObject([{ userId: ana.id, total: 1, tickets: [{ id: one }] }]);
    expect((await manager.get('/manager/panel?queueIds=x')).status).toBe(400);
  });

  it('Without permission for all conversations, people see their own and the waiting ones of their departments', async () => {
    await forget();
    const own = await conversation(ana, sales);
    const colleagues = await conversation(beto, sales);
    const waiting = await conversation(null, sales);
    const elsewhere = await conversation(null, support);
    await grant(true);
    const answer = await panel('', ana);
    expect(answer.seesAll).toBe(false);
    expect(answer.people.map(({ id }) => id)).toEqual([ana.id]);
    expect(answer.desks.map(({ userId, tickets }) => [userId, tickets.map(({ id }) => id)])).toEqual([
      [null, [waiting]],
      [ana.id, [own]],
    ]);
    const ids = [own, colleagues, waiting, elsewhere];
    const { body } = await ana.get<{ tickets: PanelRow[] }>(`/manager/rows?ids=${ids.join(',')}`);
    expect(body.tickets.map(({ id }) => id).toSorted((x, y) => x - y)).toEqual([own, waiting]);
    await grant(false);
  });

  it('Attendants without the permission, other companies and companies without the module are refused', async () => {
    expect((await ana.get('/manager/panel')).status).toBe(403);
    expect((await ana.get(`/tickets-user/${ana.id}`)).status).toBe(403);
    const ids = deskOf(await panel(), ana.id)?.tickets.map(({ id }) => id) ?? [];
    expect(ids.length).toBeGreaterThan(0);
    const theirs = await other.admin.get<{ tickets: PanelRow[] }>(`/manager/rows?ids=${ids.join(',')}`);
    expect(theirs.body.tickets).toEqual([]);
    expect((await other.admin.get<Panel>('/manager/panel')).body.desks).toEqual([]);
    const plain = await Office.of(host, {});
    expect((await plain.admin.get('/manager/panel')).status).toBe(404);
  });
});

describe('The conversations of one person', () => {
  it('They are listed whole, the longest wait first, and filtered; 0 lists those without attendant', async () => {
    await forget();
    const first = await conversation(ana, sales);
    const second = await conversation(ana, support);
    const waiting = await conversation(null, sales);
    const of = async (path: string) => {
      const { body } = await manager.get<{ tickets: { id: number; contact: object }[]; hasMore: boolean }>(path);
      return [body.tickets.map(({ id }) => id), body.hasMore];
    };
    expect(await of(`/tickets-user/${ana.id}`)).toEqual([[first, second], false]);
    expect(await of(`/tickets-user/${ana.id}?tags=[]&queueIds=[${support}]`)).toEqual([[second], false]);
    expect(await of('/tickets-user/0')).toEqual([[waiting], false]);
    expect(await of(`/tickets-user/${ana.id}?pageNumber=2`)).toEqual([[], false]);
  });
});

describe('Handing over', () => {
  it('A manager who saw another attendant than the present one changes nothing, and learns who has it', async () => {
    await forget();
    const id = await conversation(ana, sales);
    const seen = { status: 'open', userId: manager.id, queueId: sales, from: 'open', fromUserId: beto.id };
    const refused = await manager.put<{ error: string; context: object }>(`/tickets/${id}`, seen);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ error: 'ERR_TICKET_TAKEN', context: { user: { id: ana.id, name: 'Ana' } } });
    const moved = await manager.put(`/tickets/${id}`, { ...seen, userId: beto.id, fromUserId: ana.id });
    expect(moved.status).toBe(200);
    // The same request again finds it where it belongs.
    expect((await manager.put(`/tickets/${id}`, { ...seen, userId: beto.id, fromUserId: ana.id })).status).toBe(200);
  });

  it('A waiting conversation that somebody accepted meanwhile is not taken away', async () => {
    await forget();
    const id = await conversation(null, sales);
    expect((await ana.put(`/tickets/${id}`, { status: 'open', userId: ana.id })).status).toBe(200);
    const given = { status: 'open', userId: beto.id, queueId: sales, from: 'pending', fromUserId: null };
    expect((await manager.put(`/tickets/${id}`, given)).status).toBe(409);
    expect(deskOf(await panel(), ana.id)?.total).toBe(1);
  });
});
