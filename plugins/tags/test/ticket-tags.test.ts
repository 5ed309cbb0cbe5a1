import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { ticketListRoom } from '@balcao/tickets/contract';
import { tags as tagsService, type Tag } from '../contract.ts';
import { conversation, makeTags, plugins } from './office.ts';
import { received } from './witness/received.ts';

interface TicketList {
  tickets: { id: number; extra: { tags?: Tag[] } }[];
  count: number;
}
type Failure = { error: string; fields?: Record<string, string>; context?: Record<string, unknown> };

let host: TestHost;
let law: TestCompany;
let other: TestCompany;

beforeAll(async () => {
  host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: [...plugins, path.join(import.meta.dirname, 'witness')],
  });
  law = await host.company({ name: 'Prado & Menezes', settings: { 'plugin:tags-witness': true } });
  other = await host.company({ name: 'Outra' });
});
afterAll(() => host.close());

const sync = (ticketId: number, tags: unknown, known?: unknown, who = law.admin) =>
  who.post<Tag[]>('/tags/sync', { ticketId, tags, ...(known === undefined ? {} : { known }) });
const failed = async (ticketId: number, tags: unknown, who = law.admin) => {
  const { status, body } = await who.post<Failure>('/tags/sync', { ticketId, tags });
  return [status, body.error];
};
const namesOn = async (ticketId: number): Promise<string[]> =>
  ((await law.scope('tags').use(tagsService).of([ticketId])).get(ticketId) ?? []).map(({ name }) => name);
const tickets = async (query: string, company = law) =>
  (await company.admin.get<TicketList>(`/tickets?showAll=true${query}`)).body;
const idsOf = ({ tickets: rows }: TicketList) => rows.map(({ id }) => id).toSorted((one, next) => one - next);

test('POST /tags/sync sets exactly the named tags of a conversation, as ids, as tags or as JSON', async () => {
  const ticket = await conversation(law);
  const [urgent, vip, late] = await makeTags(law, 'Urgente', 'VIP', 'Atrasado');
  expect((await sync(ticket.id, [urgent, vip, vip])).body.map(({ name }) => name)).toEqual(['Urgente', 'VIP']);
  expect((await sync(ticket.id, [{ id: late, name: 'Atrasado', color: '#000000' }])).body).toMatchObject([
    { id: late },
  ]);
  expect((await sync(ticket.id, `[${urgent}]`)).body).toMatchObject([{ id: urgent }]);
  expect((await sync(ticket.id, [])).body).toEqual([]);
  expect(await namesOn(ticket.id)).toEqual([]);
});

test('concurrent changes of two colleagues to the tags of one conversation are all stored', async () => {
  const ticket = await conversation(law);
  const ids = await makeTags(law, 'Junto A', 'Junto B', 'Junto C', 'Junto D');
  const [first] = ids;
  await sync(ticket.id, [first]);
  await Promise.all([...ids.slice(1).map((id) => sync(ticket.id, [first, id], [first])), sync(ticket.id, [], [first])]);
  expect(await namesOn(ticket.id)).toEqual(['Junto B', 'Junto C', 'Junto D']);
});

test('every row of the list has its tags by name, and rows without tags have none', async () => {
  const [tagged, plain] = [await conversation(law), await conversation(law)];
  const [zebra, apple] = await makeTags(law, 'Zebra', 'abelha');
  await sync(tagged.id, [zebra, apple]);
  const rows = (await tickets('')).tickets;
  expect(rows.find(({ id }) => id === tagged.id)?.extra.tags?.map(({ name }) => name)).toEqual(['abelha', 'Zebra']);
  expect(rows.find(({ id }) => id === plain.id)?.extra).not.toHaveProperty('tags');
  expect(Object.keys(rows.find(({ id }) => id === tagged.id)?.extra.tags?.[0] ?? {}).toSorted()).toEqual([
    'color',
    'id',
    'name',
  ]);
});

test('the list’s parameter tags, a JSON list of ids, returns and counts conversations with any of them', async () => {
  const [both, one, none] = [await conversation(law), await conversation(law), await conversation(law)];
  const [red, blue, unused] = await makeTags(law, 'Vermelha', 'Azul', 'Sem uso');
  await sync(both.id, [red, blue]);
  await sync(one.id, [blue]);
  expect(idsOf(await tickets(`&tags=[${red}]`))).toEqual([both.id]);
  const any = await tickets(`&tags=[${red},${blue}]`);
  expect([idsOf(any), any.count]).toEqual([[both.id, one.id], 2]);
  expect(idsOf(await tickets(`&tags=${blue}`))).toEqual([both.id, one.id]);
  expect(await tickets(`&tags=[${unused}]`)).toMatchObject({ tickets: [], count: 0 });
  expect(idsOf(await tickets('&tags=[]'))).toContain(none.id);
  expect(idsOf(await tickets('&tags='))).toContain(none.id);
  const counts = await law.admin.get<{ open: { pending: number } }>(`/tickets/counts?showAll=true&tags=[${blue}]`);
  expect(counts.body.open.pending).toBe(2);
  for (const nonsense of ['x', '[1', '{"a":1}', '[-1]', '["a"]', '[99999999999]']) {
    const answer = await law.admin.get<Failure>(`/tickets?tags=${encodeURIComponent(nonsense)}`);
    expect([answer.status, answer.body.error]).toEqual([400, 'ERR_VALIDATION']);
  }
});

test('a change of tags is published at once to the lists of colleagues', async () => {
  const ticket = await conversation(law);
  const [id] = await makeTags(law, 'Visto na hora');
  const live = await law.admin.live();
  expect(await live.join(ticketListRoom, { all: true })).toEqual({ ok: true });
  await sync(ticket.id, [id]);
  const event = await live.receives('update', (data) => (data['ticket'] as { id: number }).id === ticket.id);
  expect(event.data['ticket']).toMatchObject({ extra: { tags: [{ id, name: 'Visto na hora' }] } });
});

test('attendants tag only the conversations they may open', async () => {
  const ana = await law.person('user', 'Ana');
  const [own, taken] = [await conversation(law), await conversation(law)];
  await law.admin.put(`/tickets/${taken.id}`, { status: 'open', userId: law.admin.id });
  const [id] = await makeTags(law, 'Da atendente');
  expect((await sync(own.id, [id], undefined, ana)).status).toBe(200);
  expect((await failed(taken.id, [id], ana))[0]).toBe(403);
  expect(await namesOn(taken.id)).toEqual([]);
});

test('an unknown tag or conversation is refused and nothing changes', async () => {
  const ticket = await conversation(law);
  const [own] = await makeTags(law, 'Fica');
  const [foreign] = await makeTags(other, 'De fora');
  const theirs = await conversation(other);
  await sync(ticket.id, [own]);
  expect(await failed(ticket.id, [own, 999_999])).toEqual([404, 'ERR_NO_TAG_FOUND']);
  expect(await failed(ticket.id, [foreign])).toEqual([404, 'ERR_NO_TAG_FOUND']);
  expect(await failed(theirs.id, [own])).toEqual([404, 'ERR_NO_TICKET_FOUND']);
  expect(await failed(999_999, [own])).toEqual([404, 'ERR_NO_TICKET_FOUND']);
  for (const tags of [undefined, 'x', '{}', [0], ['a'], [null], [{ name: 'sem id' }]])
    expect(await failed(ticket.id, tags)).toEqual([400, 'ERR_VALIDATION']);
  expect(await namesOn(ticket.id)).toEqual(['Fica']);
});

test('a conversation has at most 30 tags', async () => {
  const ticket = await conversation(law);
  const ids = await makeTags(law, ...Array.from({ length: 31 }, (_, index) => `Muitas ${index}`));
  expect((await sync(ticket.id, ids.slice(0, 30))).body).toHaveLength(30);
  const { status, body } = await law.admin.post<Failure>('/tags/sync', { ticketId: ticket.id, tags: ids });
  expect([status, body.error, body.context]).toEqual([409, 'ERR_TOO_MANY_TAGS', { max: 30 }]);
  expect(await namesOn(ticket.id)).toHaveLength(30);
});

test('a deleted tag is removed from every conversation, and a deleted conversation from its tags', async () => {
  const ticket = await conversation(law);
  const [gone, stays] = await makeTags(law, 'Some', 'Permanece');
  await sync(ticket.id, [gone, stays]);
  expect((await law.admin.delete(`/tags/${gone}`)).status).toBe(200);
  expect(await namesOn(ticket.id)).toEqual(['Permanece']);
  await law.admin.put(`/tickets/${ticket.id}`, { status: 'closed', justClose: true });
  expect((await law.admin.delete(`/tickets/${ticket.id}`)).status).toBe(200);
  const left = await law.scope('tags').sql.rows(sql`select 1 from tags.ticket_tag where ticket_id = ${ticket.id}`);
  expect(left).toEqual([]);
  expect((await law.admin.get<{ tickets: number }>(`/tags/${stays}`)).body.tickets).toBe(0);
});

test('other plugins read, add and remove tags through the service, and receive every change once', async () => {
  const ticket = await conversation(law);
  const [first = 0, second = 0] = await makeTags(law, 'Do fluxo', 'Da campanha');
  const service = law.scope('tags').use(tagsService);
  expect((await service.add(ticket.id, first)).map(({ id }) => id)).toEqual([first]);
  await service.add(ticket.id, first);
  expect((await service.add(ticket.id, second)).map(({ name }) => name)).toEqual(['Da campanha', 'Do fluxo']);
  await service.remove(ticket.id, first);
  expect(await namesOn(ticket.id)).toEqual(['Da campanha']);
  expect(await service.find(second)).toMatchObject({ name: 'Da campanha' });
  expect((await service.list()).map(({ name }) => name)).toContain('Do fluxo');
  await expect(service.add(999_999, first)).rejects.toMatchObject({ code: 'ERR_NO_TICKET_FOUND' });
  await law.admin.delete(`/tags/${second}`);
  const events = () => received.filter(({ ticketId, tagId }) => ticketId === ticket.id || tagId === second);
  await expect.poll(events).toEqual([
    { tagId: second, action: 'create' },
    { ticketId: ticket.id, tagIds: [first], added: [first], removed: [] },
    { ticketId: ticket.id, tagIds: [first, second], added: [second], removed: [] },
    { ticketId: ticket.id, tagIds: [second], added: [], removed: [first] },
    { tagId: second, action: 'delete' },
  ]);
});

test('the log of a conversation tells who put which tags on it and took which off, under the names of the time', async () => {
  const [urgent = 0, hot = 0] = await makeTags(law, 'Urgente hoje', 'Quente');
  const { id } = await conversation(law);
  await sync(id, [urgent, hot]);
  await sync(id, [hot]);
  await law.scope('tags').use(tagsService).remove(id, hot);
  // Nothing changes, so nothing is written.
  await sync(id, []);
  await law.admin.put(`/tags/${urgent}`, { name: 'Para ontem', color: '#4e8ce6' });
  const log = (
    await law.admin.get<{ type: string; user: { id: number } | null; data?: object }[]>(`/tickets-log/${id}`)
  ).body;
  const none = { names: [], more: 0 };
  expect(log.filter(({ type }) => type === 'tags.changed').map(({ user, data }) => [user?.id ?? null, data])).toEqual([
    [law.admin.id, { added: { names: ['Urgente hoje', 'Quente'], more: 0 }, removed: none }],
    [law.admin.id, { added: none, removed: { names: ['Urgente hoje'], more: 0 } }],
    [null, { added: none, removed: { names: ['Quente'], more: 0 } }],
  ]);
});

test('thirty tags with the longest names in any script fit into one entry of the log, which counts the rest', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `${'漢'.repeat(48)}${String(index).padStart(2, '0')}`);
  const many = await makeTags(law, ...names);
  const { id } = await conversation(law);
  expect((await sync(id, many)).status).toBe(200);
  const log = (
    await law.admin.get<{ type: string; data?: { added: { names: string[]; more: number } } }[]>(`/tickets-log/${id}`)
  ).body;
  const added = log.find(({ type }) => type === 'tags.changed')?.data?.added;
  expect(added?.names.length).toBeGreaterThan(3);
  expect((added?.names.length ?? 0) + (added?.more ?? 0)).toBe(30);
});
