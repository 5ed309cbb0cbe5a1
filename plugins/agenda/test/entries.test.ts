import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, type Person, type TestHost } from '@balcao/testing';
import { Phones } from '../../../scripts/test/phones/phones.ts';
import { keptInvitations } from '../migrations/0006-kept-invitations.ts';
import { outsideCalendar, type CalendarEvent, type EntryView } from '../contract.ts';
import { hours, Office, startServer, type Failure } from './office.ts';

let phones: Phones;
let host: TestHost;
let office: Office;
let ana: Person;

beforeAll(async () => {
  phones = await Phones.open();
  host = await startServer();
  office = await Office.of(host);
  ana = await office.company.person('user', 'Ana');
});
afterAll(async () => {
  await host?.close();
  phones?.close();
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

test('an entry that is moved in a calendar outside is reminded of at its new time', async () => {
  const dora = await office.company.person('user', 'Dora');
  const { body: entry } = await add(dora, { title: 'Perícia no INSS', date: hours(30), reminders: [1] });
  const date = new Date(Date.now() + 62_000);
  await office.scope.tx((inner) =>
    inner
      .use(outsideCalendar)
      .change('google-calendar', entry.id, { date, dateEnd: new Date(date.getTime() + 1_800_000) }),
  );
  const [notice] = await eventually(async () => {
    const rows = await office.company
      .scope('notifications')
      .sql.rows<{ id: string }>(sql`select notice as id from notifications.notified where user_id = ${dora.id}`);
    return rows.length > 0 && rows;
  });
  expect(notice?.id).toBe(`agenda:${entry.id}:${date.getTime()}:1`);
}, 120_000);

test('a manager puts a private entry into the calendar of a colleague, gives one away, and makes one private', async () => {
  const { admin } = office.company;
  const secret = { title: 'Consulta médica', isPrivate: true };
  const put = await add(admin, { ...secret, userId: ana.id });
  expect(put).toMatchObject({ status: 200, body: { ...secret, userId: ana.id } });
  expect((await ana.get<Answer>(`/scheduleforms/${put.body.id}`)).body).toMatchObject(secret);
  expect((await admin.get(`/scheduleforms/${put.body.id}`)).status).toBe(404);
  const { body: own } = await add(admin, secret);
  const given = await admin.put<Answer>(`/scheduleforms/${own.id}`, { userId: ana.id });
  expect(given).toMatchObject({ status: 200, body: { userId: ana.id } });
  const { body: open } = await add(ana, { title: 'Reunião aberta' });
  const hidden = await admin.put<Answer>(`/scheduleforms/${open.id}`, { isPrivate: true });
  expect(hidden).toMatchObject({ status: 200, body: { isPrivate: true } });
  expect((await ana.get<Answer>(`/scheduleforms/${open.id}`)).body.isPrivate).toBe(true);
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

type Removed = { id: number; version: number };
const remove = (person: Person, id: number, query = '') =>
  person.delete<Removed & Failure>(`/scheduleforms/${id}${query}`);
const restore = (person: Person, id: number, version: number) =>
  person.post<Answer>(`/scheduleforms/${id}/restore`, { version });

test('a deletion is undone with everything that the entry had, and its reminder comes once', async () => {
  const carla = await office.company.person('user', 'Carla');
  const { id: contactId } = await office.contact('Ivone Prado');
  const { body: entry } = await add(carla, {
    title: 'Prazo restaurado',
    description: 'Levar procuração',
    date: new Date(Date.now() + 63_000).toISOString(),
    reminders: [1],
    contactId,
    color: '#B3473F',
  });
  const { status, body } = await remove(carla, entry.id, `?version=${entry.version}`);
  expect([status, body]).toEqual([200, { id: entry.id, version: entry.version + 1 }]);
  expect((await carla.get(`/scheduleforms/${entry.id}`)).status).toBe(404);
  const back = await restore(carla, entry.id, body.version);
  expect(back.body).toEqual({ ...entry, version: entry.version + 2 });
  const notices = await eventually(async () => {
    const rows = await office.company
      .scope('notifications')
      .sql.rows<{ id: string }>(sql`select notice as id from notifications.notified where user_id = ${carla.id}`);
    return rows.length > 0 && rows;
  });
  expect(notices).toHaveLength(1);
});

test('of two windows that undo one deletion both find the entry; what was deleted again, or changed before, stays as it is', async () => {
  const { body: entry } = await add(ana, {});
  const stale = await remove(ana, entry.id, `?version=${entry.version + 7}`);
  expect(stale).toMatchObject({ status: 409, body: { error: 'ERR_ENTRY_CHANGED' } });
  const first = (await remove(ana, entry.id)).body.version;
  const answers = await Promise.all([restore(ana, entry.id, first), restore(ana, entry.id, first)]);
  expect(answers.map(({ status, body }) => [status, body.version])).toEqual([
    [200, first + 1],
    [200, first + 1],
  ]);
  const second = (await remove(ana, entry.id)).body.version;
  expect(await restore(ana, entry.id, first)).toMatchObject({ status: 409, body: { error: 'ERR_ENTRY_CHANGED' } });
  const bia = await office.company.person('user', 'Beatriz');
  for (const [person, id] of [
    [bia, entry.id],
    [ana, 999_999],
  ] as const)
    expect(await restore(person, id, second)).toMatchObject({ status: 404, body: { error: 'ERR_NO_ENTRY_FOUND' } });
  expect((await ana.get(`/scheduleforms/${entry.id}`)).status).toBe(404);
});

test('an entry over midnight, a month end or 29 February is in every range that it touches, whole days with their zone', async () => {
  const dora = await office.company.person('user', 'Dora');
  const inRange = async (from: string, to: string): Promise<string[]> => {
    const { body } = await dora.get<{ schedules: CalendarEvent[] }>(`/scheduleforms?from=${from}&to=${to}`);
    return body.schedules.map(({ title }) => title);
  };
  const night = { date: '2028-02-28T23:30:00-03:00', dateEnd: '2028-03-01T01:00:00-03:00' };
  await add(dora, { title: 'Plantão de fevereiro', ...night });
  expect(await inRange('2028-02-28T00:00:00-03:00', '2028-02-29T00:00:00-03:00')).toEqual(['Plantão de fevereiro']);
  expect(await inRange('2028-02-29T00:00:00-03:00', '2028-03-01T00:00:00-03:00')).toEqual(['Plantão de fevereiro']);
  expect(await inRange('2028-03-01T00:00:00-03:00', '2028-03-02T00:00:00-03:00')).toEqual(['Plantão de fevereiro']);
  expect(await inRange('2028-03-02T00:00:00-03:00', '2028-03-03T00:00:00-03:00')).toEqual([]);
  for (const [title, timeZone] of [
    ['Dia em Kiritimati', 'Pacific/Kiritimati'],
    ['Dia em Pago Pago', 'Pacific/Pago_Pago'],
  ]) {
    const { status } = await add(dora, { title, timeZone, allDay: true, date: '2027-06-30T18:00:00Z' });
    expect(status).toBe(200);
  }
  const { body } = await dora.get<{ schedules: CalendarEvent[] }>(
    '/scheduleforms?from=2027-06-30T03:00:00Z&to=2027-07-02T03:00:00Z',
  );
  const dayOf = ({ date, timeZone }: CalendarEvent): string =>
    new Intl.DateTimeFormat('en-CA', { timeZone }).format(Date.parse(date));
  expect(body.schedules.map((event) => [event.title, event.allDay, dayOf(event)]).toSorted()).toEqual([
    ['Dia em Kiritimati', true, '2027-07-01'],
    ['Dia em Pago Pago', true, '2027-06-30'],
  ]);
});

test('an entry leads to the latest conversation with its contact, if the reader may open it', async () => {
  const { id: contactId, number } = await office.contact('Joana Alves');
  const { body: before } = await add(office.company.admin, { contactId });
  expect(before.ticketUuid).toBeNull();
  await office.arrives(number);
  const ticket = await office.scope.sql.one<{ uuid: string }>(
    sql`select uuid from tickets.public_ticket where contact_id = ${contactId}`,
  );
  const uuidFor = async (person: Person, id: number) =>
    (await person.get<Answer>(`/scheduleforms/${id}`)).body.ticketUuid;
  expect(await uuidFor(office.company.admin, before.id)).toBe(ticket?.uuid);
  const { body: other } = await add(ana, { contactId });
  // The administrator attends it now.
  await office.company
    .scope('tickets')
    .sql.run(
      sql`update tickets.ticket set status = 'open', user_id = ${office.company.admin.id} where uuid = ${ticket?.uuid ?? ''}`,
    );
  expect(await uuidFor(ana, other.id)).toBeNull();
});

test('An upgrade gives people what they kept from a calendar outside, and leaves what is still connected read-only', async () => {
  const [carla, bia] = [await office.company.person('user', 'Carla'), await office.company.person('user', 'Bia')];
  const service = office.scope.use(outsideCalendar);
  const invitation = {
    title: 'Reunião com a OAB',
    description: '',
    date: new Date(hours(5)),
    dateEnd: new Date(hours(6)),
    allDay: false,
    timeZone: 'America/Sao_Paulo',
    isPrivate: false,
    isReadOnly: true,
  };
  const [ofCarla, ofBia] = [
    await service.add('orion', carla.id, [invitation]),
    await service.add('orion', bia.id, [invitation]),
  ];
  await service.setConnected('orion', bia.id, true);
  for (const statement of keptInvitations.sql) await host.kernel.database.owner.query(statement);
  const change = (person: Person, [id = 0]: number[]) =>
    person.put<Failure>(`/scheduleforms/${id}`, { title: 'Reunião adiada' });
  expect((await change(carla, ofCarla)).status).toBe(200);
  expect(await change(bia, ofBia)).toMatchObject({ status: 403, body: { error: 'ERR_ENTRY_READ_ONLY' } });
});
