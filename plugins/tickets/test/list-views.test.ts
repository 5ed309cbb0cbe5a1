import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person, TestHost } from '@balcao/testing';
import { Attendance, startAttendance } from './attendance.ts';

interface View {
  id: number;
  name: string;
  filters: Record<string, string>;
  position: number;
}
type Failure = { error: string; fields?: Record<string, string>; context?: Record<string, unknown> };

let host: TestHost;
let desk: Attendance;
let ana: Person;
beforeAll(async () => {
  host = await startAttendance();
  desk = await Attendance.of(host);
  ana = await desk.attendant('Ana');
});
afterAll(() => host?.close());

const save = (who: Person, name: string, filters: Record<string, string> = { status: 'pending' }, position?: number) =>
  who.post<View & Failure>('/tickets/views', { name, filters, ...(position === undefined ? {} : { position }) });
const names = async (who: Person): Promise<string[]> =>
  (await who.get<View[]>('/tickets/views')).body.map(({ name }) => name);

it('A person saves filters under a name, in the order of saving, and nobody else sees them', async () => {
  const filters = { status: 'pending', queues: '1,2', tags: '[4]', minUnread: '2' };
  const { status, body } = await save(ana, '  Minhas   urgentes ', filters);
  expect([status, body]).toEqual([200, { id: body.id, name: 'Minhas urgentes', filters, position: 0 }]);
  await save(ana, 'Vendas');
  expect(await names(ana)).toEqual(['Minhas urgentes', 'Vendas']);
  expect(await names(desk.admin)).toEqual([]);
  const stranger = await Attendance.of(host);
  expect(await names(stranger.admin)).toEqual([]);
});

it('A view is renamed, overwritten and deleted by its owner alone', async () => {
  const bia = await desk.attendant('Bia');
  const { id } = (await save(bia, 'Manhã')).body;
  expect((await bia.put<View>(`/tickets/views/${id}`, { name: 'Tarde' })).body).toMatchObject({
    name: 'Tarde',
    filters: { status: 'pending' },
  });
  expect((await bia.put<View>(`/tickets/views/${id}`, { filters: { read: 'unread' } })).body).toMatchObject({
    name: 'Tarde',
    filters: { read: 'unread' },
  });
  for (const answer of [
    await ana.put<Failure>(`/tickets/views/${id}`, { name: 'Minha' }),
    await ana.delete<Failure>(`/tickets/views/${id}`),
    await bia.delete<Failure>('/tickets/views/2147483647'),
  ]) {
    expect([answer.status, answer.body.error]).toEqual([404, 'ERR_NO_VIEW_FOUND']);
  }
  expect((await bia.delete(`/tickets/views/${id}`)).status).toBe(200);
  expect(await names(bia)).toEqual([]);
});

it('Names that differ in spelling only are the same name, and the refusal says which view has it', async () => {
  const caio = await desk.attendant('Caio');
  const first = (await save(caio, 'Atenção')).body;
  const again = await save(caio, 'ATENCAO');
  expect([again.status, again.body.error, again.body.context]).toEqual([
    409,
    'ERR_VIEW_NAME_ALREADY_EXISTS',
    { viewId: first.id },
  ]);
  const other = (await save(caio, 'Outra')).body;
  expect((await caio.put<Failure>(`/tickets/views/${other.id}`, { name: 'atenção' })).status).toBe(409);
  expect((await save(ana, 'Atenção')).status).toBe(200);
});

it('Views are in the order they were put into, and a restored one returns to its position', async () => {
  const davi = await desk.attendant('Davi');
  const ids: number[] = [];
  for (const name of ['A', 'B', 'C', 'D']) ids.push((await save(davi, name)).body.id);
  const [a, b, c, d] = ids;
  const ordered = await davi.put<View[]>('/tickets/views', { ids: [c, a, 999_999] });
  expect(ordered.body.map(({ name, position }) => [name, position])).toEqual([
    ['C', 0],
    ['A', 1],
    ['B', 2],
    ['D', 3],
  ]);
  await davi.delete(`/tickets/views/${a}`);
  await save(davi, 'A', { status: 'open' }, 1);
  expect(await names(davi)).toEqual(['C', 'A', 'B', 'D']);
  void b;
  void d;
});

it('Invalid filters are refused with the field, and a person has at most 50 views', async () => {
  const eva = await desk.attendant('Eva');
  for (const [body, field] of [
    [{ filters: {} }, 'name'],
    [{ name: ' ', filters: {} }, 'name'],
    [{ name: 'x'.repeat(51), filters: {} }, 'name'],
    [{ name: 'a\0b', filters: {} }, 'name'],
    [{ name: 'Boa' }, 'filters'],
    [{ name: 'Boa', filters: { 'a b': '1' } }, 'filters.a b'],
    [{ name: 'Boa', filters: { q: 'x'.repeat(2001) } }, 'filters.q'],
    [{ name: 'Boa', filters: { q: 'a\0' } }, 'filters.q'],
    [{ name: 'Boa', filters: { q: 1 } }, 'filters.q'],
    [{ name: 'Boa', filters: Object.fromEntries(Array.from({ length: 31 }, (_, at) => [`p${at}`, '1'])) }, 'filters'],
    [{ name: 'Boa', filters: {}, position: -1 }, 'position'],
  ] as const) {
    const { status, body: answer } = await eva.post<Failure>('/tickets/views', body);
    expect([status, answer.error, Object.keys(answer.fields ?? {})]).toEqual([400, 'ERR_VALIDATION', [field]]);
  }
  for (const path of ['/tickets/views/x', '/tickets/views/0', '/tickets/views/99999999999'])
    expect((await eva.put(path, { name: 'Boa' })).status).toBe(400);
  expect((await eva.put('/tickets/views', { ids: ['a'] })).status).toBe(400);
  expect((await host.nobody.get('/tickets/views')).status).toBe(401);
  for (let index = 0; index < 50; index += 1) await save(eva, `Visão ${index}`);
  const { status, body } = await save(eva, 'Uma a mais');
  expect([status, body.error, body.context]).toEqual([409, 'ERR_TOO_MANY_VIEWS', { max: 50 }]);
});
