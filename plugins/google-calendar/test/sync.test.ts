import { expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { CalendarEvent, EntryView } from '@balcao/agenda/contract';
import { eventually } from '@balcao/testing';
import { companiesDue, doneByJob } from '../../../scripts/test/due-jobs.ts';
import { sweepCalendars } from '../contract.ts';
import { companiesToSync } from '../server/sync/jobs.ts';
import { at, hearing } from './events.ts';
import { Refused } from './google/refused.ts';
import { Owner } from './office.ts';
import { withGoogle } from './setup.ts';

const setup = withGoogle();

test('what is made, changed and deleted on one side is so on the other, without an echo', async () => {
  const one = await setup.connected();
  const { id } = one.calendar.insert(hearing);
  const { body: made } = await one.add({ title: 'Prazo da réplica', description: 'Vara', isPrivate: true });
  await one.sync();
  expect(await one.entry('Audiência 3ª VT')).toMatchObject({
    date: '2027-03-01T17:00:00.000Z',
    dateEnd: '2027-03-01T18:30:00.000Z',
    description: 'Levar laudos\ne procuração',
    source: 'google-calendar',
    isReadOnly: false,
  });
  const pushed = one.event('Prazo da réplica');
  expect(pushed).toMatchObject({ description: 'Vara', visibility: 'private' });
  expect(pushed?.id).toMatch(/^blc[0-9a-v]+$/);
  expect(pushed?.extendedProperties?.private).toEqual({ balcao: String(made.id), version: '1' });

  one.calendar.patch(id, { summary: 'Audiência adiada' });
  await one.change(made.id, { title: 'Prazo da tréplica', isPrivate: false });
  await one.sync();
  expect(await one.entry('Audiência adiada')).toBeDefined();
  expect(one.event('Prazo da tréplica')).toMatchObject({ id: pushed?.id, visibility: 'default' });

  // Everything is known on both sides: nothing more is written, and no version moves.
  const versions = async () => (await one.entries()).map(({ id: entry, version }) => [entry, version]);
  const [before, etags] = [await versions(), one.calendar.events.map(({ etag }) => etag)];
  await one.sync();
  await one.sync();
  expect(await versions()).toEqual(before);
  expect(one.calendar.events.map(({ etag }) => etag)).toEqual(etags);

  one.calendar.delete(id);
  await one.person.delete(`/scheduleforms/${made.id}`);
  await one.sync();
  expect(await one.entries()).toEqual([]);
  expect(one.calendar.events).toEqual([]);
  expect(await one.notices()).toEqual([]);
});

test('a change here goes to Google at once, and a push of Google brings the change there, doubled or not', async () => {
  const one = await setup.connected();
  await one.add({ title: 'Sai na hora' });
  await eventually(() => one.event('Sai na hora') !== undefined);
  setup.google.pushes.fate = () => 'twice';
  one.calendar.insert({ ...hearing, summary: 'Chega na hora' });
  await eventually(async () => (await one.entry('Chega na hora')) !== undefined);
  setup.google.pushes.fate = () => 'once';
  await setup.google.pushes.settle();
  await one.settled();
  expect((await one.entries()).filter(({ title }) => title === 'Chega na hora')).toHaveLength(1);
});

test('different fields merge; of the same field the later change wins, and the loser is told and restored', async () => {
  const one = await setup.connected();
  const { id } = one.calendar.insert(hearing);
  await one.sync();
  const entry = (await one.entry('Audiência 3ª VT')) as EntryView;
  one.calendar.patch(id, { description: 'Sala 4' });
  await one.change(entry.id, { title: 'Audiência trabalhista' });
  await one.sync();
  const { here, there } = await one.sides();
  expect(here).toEqual(there);
  expect(here[0]).toMatchObject({ title: 'Audiência trabalhista', description: 'Sala 4' });
  expect(await one.losses()).toEqual([]);

  setup.google.pushes.fate = () => 'lost';
  // The sync of the change here must not run before that of Google is made.
  await one.rests();
  await one.change(entry.id, { title: 'Título daqui' });
  one.calendar.patch(id, { summary: 'Título de lá' });
  await one.sync();
  setup.google.pushes.fate = () => 'once';
  expect((await one.sides()).here).toEqual((await one.sides()).there);
  expect((await one.entries())[0]?.title).toBe('Título de lá');
  const [loss] = await one.losses();
  expect(loss).toMatchObject({ kind: 'here', field: 'title', lost: 'Título daqui', title: 'Título de lá' });
  expect(await one.notices()).toHaveLength(1);
  expect(await one.person.post(`/google/losses/${loss?.id}/restore`)).toMatchObject({ status: 200 });
  await eventually(() => one.event('Título daqui') !== undefined);
  expect(await one.losses()).toEqual([]);
  expect(await one.person.post(`/google/losses/${loss?.id}/restore`)).toMatchObject({ status: 404 });
});

test('deleted there and changed here, it is kept here alone and told; restored, it is at Google again', async () => {
  const one = await setup.connected();
  const { id } = one.calendar.insert(hearing);
  await one.sync();
  const entry = (await one.entry('Audiência 3ª VT')) as EntryView;
  setup.google.pushes.fate = () => 'lost';
  await one.rests();
  await one.change(entry.id, { title: 'Ainda preciso dela' });
  one.calendar.delete(id);
  await one.sync();
  setup.google.pushes.fate = () => 'once';
  expect(one.calendar.events).toEqual([]);
  const [loss] = await one.losses();
  expect(loss).toMatchObject({ kind: 'deleted-there', title: 'Ainda preciso dela' });
  await one.sync();
  expect(one.calendar.events).toEqual([]);
  await one.person.post(`/google/losses/${loss?.id}/restore`);
  await eventually(() => one.event('Ainda preciso dela') !== undefined);
});

test('deleted here and changed there, it comes back and is told; restored, it is deleted on both sides', async () => {
  const one = await setup.connected();
  const { id } = one.calendar.insert(hearing);
  await one.sync();
  const entry = (await one.entry('Audiência 3ª VT')) as EntryView;
  setup.google.pushes.fate = () => 'lost';
  await one.rests();
  await one.person.delete(`/scheduleforms/${entry.id}`);
  one.calendar.patch(id, { summary: 'Remarcada' });
  await one.sync();
  setup.google.pushes.fate = () => 'once';
  expect(await one.entry('Remarcada')).toBeDefined();
  const [loss] = await one.losses();
  expect(loss).toMatchObject({ kind: 'deleted-here' });
  await one.person.post(`/google/losses/${loss?.id}/restore`);
  await eventually(() => one.calendar.events.length === 0);
});

test('events of others and with guests cannot be changed here but for colour, contact and reminders; declined ones are left out', async () => {
  const one = await setup.connected();
  one.calendar.insert({ ...hearing, summary: 'OAB', organizer: { email: 'x@oab.org.br', self: false } });
  one.calendar.insert({ ...hearing, summary: 'Reunião', attendees: [{ email: 'y@z', responseStatus: 'accepted' }] });
  one.calendar.insert({
    ...hearing,
    summary: 'Recusada',
    attendees: [{ email: 'a@b', self: true, responseStatus: 'declined' }],
  });
  await one.sync();
  expect((await one.entries()).map(({ title, isReadOnly }) => [title, isReadOnly]).toSorted()).toEqual([
    ['OAB', true],
    ['Reunião', true],
  ]);
  const entry = (await one.entry('OAB')) as EntryView;
  for (const call of [one.change(entry.id, { title: 'Outro título' }), one.person.delete(`/scheduleforms/${entry.id}`)])
    expect(await call).toMatchObject({ status: 403, body: { error: 'ERR_ENTRY_READ_ONLY' } });
  const { title, description, date, dateEnd } = entry;
  expect(await one.change(entry.id, { title, description, date, dateEnd, color: '#B3473F' })).toMatchObject({
    status: 200,
  });
  const before = one.event('OAB')?.etag;
  await one.sync();
  expect(one.event('OAB')?.etag).toBe(before);
});

test('a private event is taken time for colleagues, without its title', async () => {
  const one = await setup.connected();
  one.calendar.insert({ ...hearing, summary: 'Consulta médica', visibility: 'private' });
  await one.sync();
  const { body } = await one.company.admin.get<{ schedules: CalendarEvent[] }>(
    `/scheduleforms?from=2027-02-28T00:00:00Z&to=2027-03-03T00:00:00Z&userIds=${one.person.id}`,
  );
  expect(body.schedules.map(({ title, isBusy }) => [title, isBusy])).toEqual([['', true]]);
});

test('whole days, days over several zones, month ends and 29 February are the same on both sides', async () => {
  const one = await setup.connected();
  const { calendar } = one;
  calendar.insert({ summary: 'Um dia', start: { date: '2028-02-29' }, end: { date: '2028-03-01' } });
  calendar.insert({ summary: 'Mês que vira', start: { date: '2027-01-30' }, end: { date: '2027-02-02' } });
  calendar.insert({
    summary: 'Bogotá',
    start: at('2028-02-29T23:30:00-05:00', 'America/Bogota'),
    end: at('2028-03-01T00:30:00-05:00', 'America/Bogota'),
  });
  calendar.insert({
    summary: 'Tóquio',
    start: at('2027-04-30T23:30:00+09:00', 'Asia/Tokyo'),
    end: at('2027-05-01T00:30:00+09:00', 'Asia/Tokyo'),
  });
  for (const [title, timeZone, date] of [
    ['Dia em Tóquio', 'Asia/Tokyo', '2028-02-28T15:00:00Z'],
    ['Dia em Bogotá', 'America/Bogota', '2028-02-29T05:00:00Z'],
    ['Fim do mês', 'America/Sao_Paulo', '2027-12-31T03:00:00Z'],
  ])
    await one.add({ title, timeZone, date, allDay: true });
  await one.add({ title: 'Vira o ano', date: '2027-12-31T23:30:00-03:00', dateEnd: '2028-01-01T00:30:00-03:00' });
  await one.sync();
  const { here, there } = await one.sides();
  expect(here).toEqual(there);
  expect(here).toHaveLength(8);
  expect(one.event('Dia em Tóquio')).toMatchObject({ start: { date: '2028-02-29' }, end: { date: '2028-03-01' } });
  expect(one.event('Dia em Bogotá')).toMatchObject({ start: { date: '2028-02-29' }, end: { date: '2028-03-01' } });
  expect(await one.entry('Tóquio')).toMatchObject({ date: '2027-04-30T14:30:00.000Z', timeZone: 'Asia/Tokyo' });
  expect(await one.entry('Um dia')).toMatchObject({
    allDay: true,
    date: '2028-02-29T03:00:00.000Z',
    dateEnd: '2028-03-01T03:00:00.000Z',
  });

  // An entry changes its kind on each side: the other kind of time must not stay behind.
  const day = (await one.entry('Um dia')) as EntryView;
  await one.change(day.id, { allDay: false, date: '2028-02-29T12:00:00Z', dateEnd: '2028-02-29T13:00:00Z' });
  calendar.patch(one.event('Tóquio')?.id ?? '', {
    start: { date: '2027-04-30', dateTime: null, timeZone: null },
    end: { date: '2027-05-01', dateTime: null, timeZone: null },
  });
  await one.sync();
  expect(one.event('Um dia')?.start).toEqual({ dateTime: '2028-02-29T12:00:00.000Z', timeZone: 'America/Sao_Paulo' });
  expect(await one.entry('Tóquio')).toMatchObject({ allDay: true, date: '2027-04-30T03:00:00.000Z' });
  expect((await one.sides()).here).toEqual((await one.sides()).there);
});

test('of two windows that restore the same lost value at once one does it, and the other is told that it was done', async () => {
  const one = await setup.connected();
  const { id } = one.calendar.insert(hearing);
  await one.sync();
  const entry = (await one.entry('Audiência 3ª VT')) as EntryView;
  setup.google.pushes.fate = () => 'lost';
  await one.rests();
  await one.change(entry.id, { title: 'Título daqui' });
  one.calendar.patch(id, { summary: 'Título de lá' });
  await one.sync();
  setup.google.pushes.fate = () => 'once';
  const [loss] = await one.losses();
  const before = (await one.entry('Título de lá'))?.version ?? 0;
  const answers = await Promise.all([1, 2].map(() => one.person.post(`/google/losses/${loss?.id}/restore`)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  await eventually(() => one.event('Título daqui') !== undefined);
  expect(await one.entry('Título daqui')).toMatchObject({ id: entry.id, version: before + 1 });
  expect(await one.losses()).toEqual([]);
});

test('an entry that goes to a colleague leaves one calendar at Google and comes into the other', async () => {
  const one = await setup.connected();
  const other = await Owner.of(setup.host, setup.google, one.company, 'Bia');
  await other.connect();
  const { body } = await one.add({ title: 'Passa para a Bia' });
  await one.sync();
  expect(one.event('Passa para a Bia')).toBeDefined();
  await one.company.admin.put(`/scheduleforms/${body.id}`, { userId: other.person.id });
  await eventually(() => one.calendar.events.length === 0 && other.event('Passa para a Bia') !== undefined);
});

test('too many calls are a pause and no failure; a change that was refused as older is merged', async () => {
  const one = await setup.connected();
  const { body } = await one.add({ title: 'Fica para depois' });
  await one.sync();
  setup.google.refuse(
    new Refused(403, 'rateLimitExceeded', 'Rate Limit Exceeded', 120),
    ({ email }) => email === one.calendar.email,
  );
  await one.scope.sql.run(sql`update google_calendar.account set due_at = now() where user_id = ${one.person.id}`);
  await one.person.get('/google/sync');
  const { account } = await eventually(async () => {
    const view = await one.view();
    return view.account?.error === 'quota' && view;
  });
  expect(account?.state).toBe('ok');
  const calls = setup.google.callsOf(one.calendar).length;
  await one.change(body.id, { title: 'Mudou na pausa' });
  await one.person.get('/google/sync');
  const row = await one.scope.sql.one<{ seconds: number }>(
    sql`select extract(epoch from retry_at - now())::float8 as seconds from google_calendar.account where user_id = ${one.person.id}`,
  );
  expect(row?.seconds).toBeGreaterThan(60);
  expect(setup.google.callsOf(one.calendar)).toHaveLength(calls);
  const { id } = one.calendar.events[0] ?? { id: '' };
  setup.google.pushes.fate = () => 'lost';
  // Changed at Google after we have read: the etag that is sent is an old one.
  setup.google.beforeAnswer = ({ method, query }) => {
    if (method !== 'GET' || !query.has('syncToken')) return;
    setup.google.beforeAnswer = undefined;
    one.calendar.patch(id, { description: 'Chegou no meio' });
  };
  await one.sync();
  setup.google.pushes.fate = () => 'once';
  expect((await one.sides()).here).toEqual((await one.sides()).there);
  expect((await one.entries())[0]).toMatchObject({ title: 'Mudou na pausa', description: 'Chegou no meio' });
});

test('the job of each minute synchronises what is due, and runs in no company whose calendars rest', async () => {
  const [one, other] = [await setup.connected(), await setup.connected('Bia')];
  await Promise.all([one.rests(), other.rests()]);
  const found = () => companiesDue(one.host, companiesToSync);
  const set = (state: string, more = sql``) =>
    one.scope.sql.run(
      sql`update google_calendar.account set state = ${state}, due_at = now(), retry_at = null, claimed_until = null ${more}`,
    );
  expect(await found()).not.toContain(one.company.id);
  for (const more of [
    sql`, claimed_until = now() + interval '1 minute'`,
    sql`, due_at = now() + interval '1 minute'`,
  ]) {
    await one.scope.sql.run(sql`update google_calendar.account set retry_at = null ${more}`);
    expect(await found()).not.toContain(one.company.id);
    await one.scope.sql.run(sql`update google_calendar.account set claimed_until = null`);
  }
  await set('needs-consent');
  expect(await found()).not.toContain(one.company.id);
  one.calendar.insert({ ...hearing, summary: 'Chega sem push' });
  await set('failing');
  expect(await found()).toContain(one.company.id);
  expect(await found()).not.toContain(other.company.id);
  await doneByJob(one.host, sweepCalendars, async () => {
    return (await one.entry('Chega sem push')) !== undefined;
  });
});
