import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, type Person, type TestHost } from '@balcao/testing';
import type { CalendarEvent, EntryView } from '../contract.ts';
import { hours, Office, startServer, type Failure } from './office.ts';
import { Provider } from './provider.ts';

let provider: Provider;
let host: TestHost;
let office: Office;
let ana: Person;

beforeAll(async () => {
  provider = await Provider.open();
  host = await startServer();
  office = await Office.of(host);
  ana = await office.company.person('user', 'Ana');
});
afterAll(async () => {
  await host?.close();
  provider?.close();
});

type Answer = EntryView & Failure;
const add = (person: Person, fields: object) =>
  person.post<Answer>('/scheduleforms', { title: 'Consulta com Ivone', date: hours(2), ...fields });

test('an entry needs a title of five characters and a date, lasts an hour and is olive unless told otherwise', async () => {
  expect((await add(ana, { title: 'Oi' })).body.fields).toEqual({ title: 'Mensagem muito curta' });
  expect((await add(ana, { date: '' })).body.fields).toEqual({ date: 'Obrigatório' });
  expect((await add(ana, { dateEnd: hours(1) })).body.fields).toEqual({ dateEnd: 'ERR_END_BEFORE_START' });
  const { body } = await add(ana, {});
  expect(body).toMatchObject({ color: '#7D883F', userId: ana.id });
  expect(Date.parse(body.dateEnd) - Date.parse(body.date)).toBe(3_600_000);
});

test('whole days begin at midnight of their zone and end at the next one, also on 29 February', async () => {
  for (const [timeZone, from, until] of [
    ['America/Sao_Paulo', '2028-02-29T03:00:00.000Z', '2028-03-01T03:00:00.000Z'],
    ['America/Bogota', '2028-02-29T05:00:00.000Z', '2028-03-01T05:00:00.000Z'],
    ['Asia/Tokyo', '2028-02-28T15:00:00.000Z', '2028-02-29T15:00:00.000Z'],
  ] as const) {
    const { body } = await add(ana, { allDay: true, timeZone, date: from });
    expect([body.date, body.dateEnd]).toEqual([from, until]);
  }
});

test('colleagues see calendars only with schedules:view, private entries as taken, and taken times always', async () => {
  const { admin } = office.company;
  const { body: open } = await add(admin, { title: 'Reunião de equipe' });
  const { body: secret } = await add(admin, { title: 'Consulta médica', isPrivate: true, date: hours(4) });
  const bia = await office.company.person('gestor', 'Bia');
  const range = `from=${hours(0)}&to=${hours(24)}&userIds=${admin.id}`;
  expect(await ana.get(`/scheduleforms?${range}`)).toMatchObject({ status: 403 });
  for (const call of [
    ana.get(`/scheduleforms/${open.id}`),
    ana.put(`/scheduleforms/${open.id}`, { title: 'Tomei conta' }),
    ana.delete(`/scheduleforms/${open.id}`),
    bia.get(`/scheduleforms/${secret.id}`),
  ])
    expect(await call).toMatchObject({ status: 404, body: { error: 'ERR_NO_ENTRY_FOUND' } });
  const { body } = await bia.get<{ schedules: CalendarEvent[] }>(`/scheduleforms?${range}`);
  expect(body.schedules.map(({ title, isBusy }) => [title, isBusy])).toEqual([
    ['Reunião de equipe', false],
    ['', true],
  ]);
  const { body: busy } = await ana.get<object[]>(`/agenda/busy?${range}`);
  expect(busy).toHaveLength(2);
  expect(JSON.stringify(busy)).not.toContain('Reunião');
});

test('an entry that is moved keeps its length, and a later change of a colleague is not overwritten', async () => {
  const { body } = await add(ana, { dateEnd: hours(4) });
  const moved = await ana.put<Answer>(`/scheduleforms/${body.id}`, { date: hours(10), version: body.version });
  expect(Date.parse(moved.body.dateEnd) - Date.parse(moved.body.date)).toBe(
    Date.parse(body.dateEnd) - Date.parse(body.date),
  );
  const stale = await ana.put(`/scheduleforms/${body.id}`, { title: 'Outro título', version: body.version });
  expect(stale).toMatchObject({ status: 409, body: { error: 'ERR_ENTRY_CHANGED' } });
});

test('a reminder reaches the person once, at the time of the entry as it is then', async () => {
  const { body: moved } = await add(ana, {
    title: 'Prazo movido',
    date: new Date(Date.now() + 61_000).toISOString(),
    reminders: [1],
  });
  await ana.put(`/scheduleforms/${moved.id}`, { date: hours(30) });
  await add(ana, { title: 'Prazo da réplica', date: new Date(Date.now() + 62_000).toISOString(), reminders: [1] });
  const notices = await eventually(async () => {
    const rows = await office.company
      .scope('notifications')
      .sql.rows<{ id: string }>(sql`select notice as id from notifications.notified where user_id = ${ana.id}`);
    return rows.length > 0 && rows;
  });
  expect(notices).toHaveLength(1);
});

test('a calendar program reads the secret address until it is renewed', async () => {
  await add(ana, { title: 'Audiência, 2ª vara; sala 3', description: 'Levar\nlaudos' });
  await add(ana, { title: 'Curso em Santos', allDay: true, date: hours(72) });
  const dayText = (at: string): string =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(Date.parse(at)).replaceAll('-', '');
  const { body } = await ana.get<{ path: string }>('/agenda/feed');
  const response = await fetch(host.url + body.path);
  expect(response.headers.get('content-type')).toContain('text/calendar');
  const text = await response.text();
  expect(text).toContain('SUMMARY:Audiência\\, 2ª vara\\; sala 3');
  expect(text).toContain('DESCRIPTION:Levar\\nlaudos');
  expect(text).toContain(`DTSTART;VALUE=DATE:${dayText(hours(72))}\r\nDTEND;VALUE=DATE:${dayText(hours(96))}`);
  expect(text).not.toContain('Reunião de equipe');
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  await ana.post('/agenda/feed/renew');
  expect((await fetch(host.url + body.path)).status).toBe(404);
});
