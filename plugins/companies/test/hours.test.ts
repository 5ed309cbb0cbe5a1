import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestHost, type TestCompany, type TestHost } from '@balcao/testing';

let host: TestHost;
let mine: TestCompany;
let theirs: TestCompany;

beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: ['users', 'queues', 'companies'] });
  [mine, theirs] = [await host.company(), await host.company()];
});
afterAll(() => host?.close());

interface Refused {
  error: string;
  fields: Record<string, string>;
}
const monday = { weekdayEn: 'monday', startTimeA: '08:00', endTimeA: '12:00', startTimeB: '13:00', endTimeB: '18:00' };
const christmas = { date: '2026-12-25', name: 'Natal', startTime: '', endTime: '' };

test.each([
  ['half an hour', [{ ...monday, startTimeA: '8' }]],
  ['an hour that no clock shows', [{ ...monday, endTimeB: '25:00' }]],
  ['a start without an end', [{ ...monday, endTimeA: '' }]],
  ['an end without a start', [{ ...monday, startTimeB: '' }]],
  ['a day twice', [monday, monday]],
  ['a day that is none', [{ ...monday, weekdayEn: 'feriado' }]],
  ['an hour in both parts of a day', [{ ...monday, endTimeA: '14:00' }]],
  [
    'a night that ends after the next day begins',
    [
      { ...monday, endTimeB: '09:00' },
      { ...monday, weekdayEn: 'tuesday' },
    ],
  ],
  ['a word', 'sempre'],
  ['nothing', undefined],
])('company hours with %s are refused, and the stored ones remain', async (_what, schedules) => {
  const path = `/companies/${mine.id}/schedules`;
  expect((await mine.admin.put(path, { schedules: [monday] })).status).toBe(200);
  const refused = await mine.admin.put<Refused>(path, { schedules });
  expect([refused.status, refused.body.error]).toEqual([400, 'ERR_VALIDATION']);
  expect(Object.keys(refused.body.fields)[0]).toMatch(/^schedules/);
  expect((await mine.admin.get<{ schedules: object[] }>(`/companies/${mine.id}`)).body.schedules).toEqual([monday]);
});

test('hours and holidays that a colleague changed meanwhile are not overwritten: the later person gets a conflict', async () => {
  interface Asked {
    error: string;
    context: { fields: Record<string, string | null>; row: Record<string, unknown> };
  }
  const own = await host.company();
  const gestor = await own.person('gestor');
  for (const [path, field, first, mine, other] of [
    ['schedules', 'schedules', [], [monday], [{ ...monday, startTimeA: '07:00' }]],
    ['holidays', 'holidays', [], [christmas], [{ ...christmas, name: 'Festa' }]],
  ] as const) {
    const save = (value: unknown, known: unknown) =>
      own.admin.put<Asked>(`/companies/${own.id}/${path}`, { [field]: value, known: { [field]: known } });
    expect((await gestor.put(`/companies/${own.id}/${path}`, { [field]: other })).status).toBe(200);
    const late = await save(mine, first);
    expect([late.status, late.body.error, late.body.context.row]).toEqual([
      409,
      'ERR_CHANGED_MEANWHILE',
      { [field]: other },
    ]);
    expect(Object.values(late.body.context.fields)).toEqual(['Atendente']);
    expect((await save(mine, other)).status).toBe(200);
  }
});

test('permitted people write the holidays of their own company, returned in calendar order', async () => {
  const path = `/companies/${mine.id}/holidays`;
  const eve = { date: '2026-12-24', name: 'Véspera', startTime: '08:00', endTime: '11:00' };
  const stored = await mine.admin.put<{ holidays: object[] }>(path, { holidays: [christmas, eve] });
  expect(stored).toMatchObject({ status: 200, body: { holidays: [eve, christmas] } });
  const gestor = await mine.person('gestor');
  expect((await gestor.get<{ holidays: object[] }>(path)).body.holidays).toEqual([eve, christmas]);
  const attendant = await mine.person('user');
  expect((await attendant.put(path, { holidays: [] })).status).toBe(403);
  expect((await theirs.admin.get(path)).status).toBe(403);
  expect((await theirs.admin.put(path, { holidays: [] })).status).toBe(403);
  expect((await theirs.admin.get<{ holidays: object[] }>(`/companies/${theirs.id}/holidays`)).body.holidays).toEqual(
    [],
  );
  expect((await mine.admin.put<{ holidays: object[] }>(path, { holidays: [] })).body.holidays).toEqual([]);
});

test.each([
  ['no date', [{ ...christmas, date: '' }]],
  ['a date that no calendar has', [{ ...christmas, date: '2026-02-30' }]],
  ['no name', [{ ...christmas, name: ' ' }]],
  ['a name without end', [{ ...christmas, name: 'N'.repeat(101) }]],
  ['a start without an end', [{ ...christmas, startTime: '08:00' }]],
  ['an hour that no clock shows', [{ ...christmas, startTime: '08:00', endTime: '99:00' }]],
  ['one day twice', [christmas, christmas]],
])('holidays with %s are refused, and the stored ones remain', async (_what, holidays) => {
  const path = `/companies/${mine.id}/holidays`;
  await mine.admin.put(path, { holidays: [christmas] });
  const refused = await mine.admin.put<Refused>(path, { holidays });
  expect([refused.status, refused.body.error]).toEqual([400, 'ERR_VALIDATION']);
  expect((await mine.admin.get<{ holidays: object[] }>(path)).body.holidays).toEqual([christmas]);
});

test('a new queue has the default hours of the specification, and invalid hours are refused', async () => {
  interface Queue {
    id: number;
    schedules: { weekdayEn: string; startTime: string; endTime: string }[];
  }
  const { body: queue } = await mine.admin.post<Queue>('/queue', { name: 'Comercial', color: '#803b83' });
  expect(queue.schedules.map(({ weekdayEn, startTime, endTime }) => `${weekdayEn} ${startTime}–${endTime}`)).toEqual([
    ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day) => `${day} 08:00–18:00`),
    'saturday 08:00–12:00',
    'sunday 00:00–00:00',
  ]);
  for (const wrong of [
    { startTime: '8h', endTime: '18:00' },
    { startTime: '08:00' },
    { startTime: '24:01', endTime: '24:00' },
  ]) {
    const refused = await mine.admin.put<Refused>(`/queue/${queue.id}`, {
      schedules: [{ weekdayEn: 'monday', ...wrong }],
    });
    expect([refused.status, refused.body.error]).toEqual([400, 'ERR_VALIDATION']);
  }
  expect((await mine.admin.get<Queue>(`/queue/${queue.id}`)).body.schedules).toEqual(queue.schedules);
});
