import { expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually } from '@balcao/testing';
import { hearing, meeting } from './events.ts';
import type { LossView } from '../contract.ts';
import type { Calendar } from './google/calendar.ts';
import { hidden } from '../migrations/0003-hidden.ts';
import { Refused } from './google/refused.ts';
import { type Owner } from './office.ts';
import { withGoogle } from './setup.ts';

const setup = withGoogle();

const titles = async (one: Owner): Promise<string[]> => (await one.entries()).map(({ title }) => title).toSorted();
/** Consents with an account. */
const connectTo = async (one: Owner, calendar: Calendar): Promise<void> => {
  const { url, cookie } = await one.begin();
  setup.google.consent.signedIn = calendar;
  expect(await one.returns(setup.google.consent.visit(url.searchParams), cookie)).toBe('connected');
  await one.settled();
};

test('What was deleted at Google while it was disconnected goes when it is connected again', async () => {
  const one = await setup.connected();
  const { id } = one.calendar.insert(hearing);
  one.calendar.insert({ ...hearing, summary: 'Perícia' });
  await one.sync();
  await one.person.post('/google/disconnect');
  one.calendar.delete(id);
  await one.connect();
  await one.settled();
  expect(await titles(one)).toEqual(['Perícia']);
});

test('Invitations kept after a disconnection can be changed and deleted, and go to no other account', async () => {
  const one = await setup.connected();
  for (const summary of ['Reunião com a OAB', 'Reunião de condomínio', 'Reunião de pais'])
    one.calendar.insert({ ...meeting, summary });
  await one.add({ title: 'Feito aqui mesmo' });
  await one.sync();
  const oab = (await one.entry('Reunião com a OAB'))?.id ?? 0;
  expect((await one.change(oab, { title: 'Reunião adiada' })).status).toBe(403);
  await one.person.post('/google/disconnect');
  expect(await one.change(oab, { title: 'Reunião adiada' })).toMatchObject({
    status: 200,
    body: { isReadOnly: false },
  });
  const pais = (await one.entry('Reunião de pais'))?.id ?? 0;
  expect((await one.person.delete(`/scheduleforms/${pais}`)).status).toBe(200);

  // The same account again: they are those of others, as Google has them.
  await one.connect();
  await one.settled();
  expect(await one.entry('Reunião com a OAB')).toMatchObject({ id: oab, isReadOnly: true });

  // Another account, without a disconnection before.
  const office = setup.google.account(`escritorio${one.person.id}@prado.adv.br`);
  await connectTo(one, office);
  expect(office.events.map(({ summary }) => summary)).toEqual(['Feito aqui mesmo']);
  expect(await one.change(oab, { title: 'Reunião da ordem' })).toMatchObject({ status: 200 });
  await one.sync();
  expect(office.events.map(({ summary }) => summary)).toEqual(['Feito aqui mesmo']);
  // Consenting again to that account leaves its own invitations read-only.
  office.insert({ ...meeting, summary: 'Convite do escritório' });
  await one.sync();
  await connectTo(one, office);
  expect(await one.entry('Convite do escritório')).toMatchObject({ isReadOnly: true });
  expect((await one.person.delete(`/scheduleforms/${oab}`)).status).toBe(200);
  await one.sync();
  expect(one.calendar.events.map(({ summary }) => summary)).toContain('Reunião com a OAB');
});

test('A renamed calendar is the same account after another consent: nothing is there twice', async () => {
  const one = await setup.connected();
  one.calendar.insert(hearing);
  await one.add({ title: 'Feito aqui mesmo' });
  await one.sync();
  const before = (await one.entries()).map(({ id }) => id).toSorted();
  one.calendar.name = 'Agenda da Ana';
  expect(await one.connect()).toBe('connected');
  await one.settled();
  expect((await one.view()).account?.email).toBe(one.calendar.email);
  expect((await one.entries()).map(({ id }) => id).toSorted()).toEqual(before);
  expect(one.calendar.events).toHaveLength(2);
});

test('Losses are counted only while they can be restored', async () => {
  const one = await setup.connected();
  const colleague = await one.company.person('gestor', 'Bia');
  const made = [await one.add({ title: 'Excluído depois' }), await one.add({ title: 'Dado à colega' })];
  const [deleted = 0, given = 0] = made.map(({ body }) => body.id);
  await one.scope.sql.run(
    sql`insert into google_calendar.loss (user_id, entry_id, kind, field, value)
        select ${one.person.id}, id, 'here', 'title', '{"title": "Outro"}' from unnest(${[deleted, given]}::int[]) as id`,
  );
  expect((await one.view()).account?.losses).toBe(2);
  await one.person.delete(`/scheduleforms/${deleted}`);
  expect((await colleague.put(`/scheduleforms/${given}`, { userId: colleague.id })).status).toBe(200);
  expect((await one.view()).account?.losses).toBe(0);
  expect((await one.person.get<LossView[]>('/google/losses')).body).toEqual([]);
});

test('A calendar is synchronised although Google does not accept the address for its calls', async () => {
  const one = await setup.owner();
  for (let time = 0; time < 2; time += 1)
    setup.google.refuse(
      new Refused(401, 'push.webhookUrlUnauthorized', 'Unauthorized WebHook callback channel'),
      ({ path }) => path.endsWith('/watch'),
    );
  one.calendar.insert(hearing);
  await one.connect();
  await eventually(async () => (await titles(one)).length === 1);
  await one.settled();
  expect((await one.view()).account).toMatchObject({ state: 'ok', hasChannel: false });
});

/** Stores everything of an account under the name of its calendar, as former versions did. */
const storeUnderName = async (one: Owner, name: string): Promise<void> => {
  for (const table of [sql`account`, sql`link`, sql`message_event`])
    await one.scope.sql.run(sql`update google_calendar.${table} set email = ${name} where user_id = ${one.person.id}`);
};

test('An account that was stored under the name of its calendar is the same one at the next consent, also after its calendar was renamed', async () => {
  for (const { now, disconnects } of [
    { now: 'Agenda da Ana', disconnects: false },
    { now: 'Pessoal', disconnects: false },
    { now: 'Pessoal', disconnects: true },
  ]) {
    const one = await setup.connected();
    const { id } = one.calendar.insert(hearing);
    one.calendar.insert(meeting);
    await one.add({ title: 'Feito aqui mesmo' });
    await one.sync();
    const before = (await one.entries()).map((entry) => entry.id).toSorted();
    await storeUnderName(one, 'Agenda da Ana');
    one.calendar.name = now;
    if (disconnects) await one.person.post('/google/disconnect');
    one.calendar.patch(id, { summary: 'Audiência adiada' });
    expect(await one.connect()).toBe('connected');
    await one.settled();
    expect((await one.view()).account?.email).toBe(one.calendar.email);
    expect((await one.entries()).map((entry) => entry.id).toSorted()).toEqual(before);
    expect(await titles(one)).toContain('Audiência adiada');
    expect(one.calendar.events).toHaveLength(3);
  }
});

test('Another account is no account that was stored under the name of its calendar', async () => {
  const one = await setup.connected();
  one.calendar.insert(hearing);
  await one.add({ title: 'Feito aqui mesmo' });
  await one.sync();
  await storeUnderName(one, 'Agenda da Ana');
  const office = setup.google.account(`escritorio${one.person.id}@prado.adv.br`);
  await connectTo(one, office);
  await one.sync();
  expect(office.events.map(({ summary }) => summary).toSorted()).toEqual(['Audiência 3ª VT', 'Feito aqui mesmo']);
  expect((await one.view()).account?.email).toBe(office.email);
  expect(await titles(one)).toEqual(['Audiência 3ª VT', 'Feito aqui mesmo']);
});

test('Another account whose calendar has the same name is not taken for the former one', async () => {
  const one = await setup.connected();
  await one.add({ title: 'Feito aqui mesmo' });
  await one.sync();
  await storeUnderName(one, 'Agenda');
  const office = setup.google.account(`escritorio${one.person.id}@prado.adv.br`);
  office.name = 'Agenda';
  await connectTo(one, office);
  expect(await titles(one)).toEqual(['Feito aqui mesmo']);
  expect(office.events.map(({ summary }) => summary)).toEqual(['Feito aqui mesmo']);
});

test('An account is recognised by its entries although they were changed at Google while it was disconnected', async () => {
  const one = await setup.connected();
  const added = await one.add({ title: 'Feito aqui mesmo' });
  await one.sync();
  await storeUnderName(one, 'Agenda da Ana');
  await one.person.post('/google/disconnect');
  expect((await one.change(added.body.id, { title: 'Mudado aqui' })).status).toBe(200);
  one.calendar.patch(one.calendar.events[0]?.id ?? '', { description: 'Mudado no Google' });
  await one.connect();
  await one.settled();
  // Both changes stay: the last common state is known.
  expect(await one.entries()).toMatchObject([
    { id: added.body.id, title: 'Mudado aqui', description: 'Mudado no Google' },
  ]);
});

test('A consent survives a short failure of Google while the former account is looked up, and ends with a long one', async () => {
  const one = await setup.connected();
  one.calendar.insert(hearing);
  await one.sync();
  await storeUnderName(one, 'Agenda da Ana');
  await one.person.post('/google/disconnect');
  const before = (await one.entries()).map(({ id }) => id);
  const fail = (times: number): void => {
    for (let time = 0; time < times; time += 1)
      setup.google.refuse(
        new Refused(503, 'backendError'),
        ({ email, path }) => email === one.calendar.email && path.includes('/events/'),
      );
  };
  fail(3);
  expect(await one.connect()).toBe('failed');
  expect(setup.google.consent.hasTokens(one.calendar)).toBe(false);
  expect((await one.view()).account).toBeNull();
  fail(1);
  expect(await one.connect()).toBe('connected');
  await one.settled();
  expect((await one.entries()).map(({ id }) => id)).toEqual(before);
});

test('An invitation that was deleted while disconnected stays deleted after the same account is connected again', async () => {
  const one = await setup.connected();
  const { id } = one.calendar.insert(meeting);
  one.calendar.insert({ ...meeting, summary: 'Reunião de pais' });
  await one.sync();
  await one.person.post('/google/disconnect');
  const entry = (await one.entry('Reunião com a OAB'))?.id ?? 0;
  const { body } = await one.person.delete<{ version: number }>(`/scheduleforms/${entry}`);
  await one.connect();
  await one.settled();
  await one.sync();
  expect(await titles(one)).toEqual(['Reunião de pais']);
  // Neither a full sync nor another hour brings it back, and its organiser keeps it.
  one.calendar.expireTokens();
  await one.sync();
  one.calendar.patch(id, { summary: 'Reunião com a OAB, nova hora' });
  await one.sync();
  await one.person.post('/google/disconnect');
  await one.connect();
  await one.settled();
  expect(await titles(one)).toEqual(['Reunião de pais']);
  expect(one.calendar.events).toHaveLength(2);
  expect(await one.losses()).toEqual([]);
  // Restored, it is the invitation that Google has now.
  expect((await one.person.post(`/scheduleforms/${entry}/restore`, body)).status).toBe(200);
  await one.sync();
  expect(await one.entry('Reunião com a OAB, nova hora')).toMatchObject({ id: entry, isReadOnly: true });
  expect(one.calendar.events).toHaveLength(2);
});

test('After an upgrade the invitations of an account that the agenda did not know as connected are read-only again', async () => {
  const one = await setup.connected();
  one.calendar.insert(meeting);
  await one.sync();
  const { owner } = setup.host.kernel.database;
  // As the agenda's own migration leaves them.
  await owner.query(`update agenda.entry set is_read_only = false where user_id = $1`, [one.person.id]);
  await owner.query(`delete from agenda.connected_source where user_id = $1`, [one.person.id]);
  for (const statement of hidden.sql) await owner.query(statement);
  await one.sync();
  expect((await one.entry('Reunião com a OAB'))?.isReadOnly).toBe(true);
  expect((await one.person.get('/agenda/sources')).body).toEqual([{ source: 'google-calendar' }]);
  expect(await one.notices()).toEqual([]);
});
