import { expect, test } from 'vitest';
import { meeting } from './events.ts';
import type { Calendar } from './google/calendar.ts';
import type { Owner } from './office.ts';
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

test('A deleted invitation stays deleted when the person changes to another account and back', async () => {
  const one = await setup.connected();
  one.calendar.insert(meeting);
  one.calendar.insert({ ...meeting, summary: 'Reunião de pais' });
  await one.sync();
  const remove = async (title: string): Promise<void> => {
    expect((await one.person.delete(`/scheduleforms/${(await one.entry(title))?.id ?? 0}`)).status).toBe(200);
  };
  await one.person.post('/google/disconnect');
  await remove('Reunião com a OAB');
  await one.connect();
  await one.settled();
  const office = setup.google.account(`escritorio${one.person.id}@prado.adv.br`);
  await connectTo(one, office);
  // Kept from the first account, and deleted while the second one is connected.
  await remove('Reunião de pais');
  await one.sync();
  office.expireTokens();
  await one.sync();
  await connectTo(one, one.calendar);
  one.calendar.expireTokens();
  await one.sync();
  expect(await titles(one)).toEqual([]);
  expect(one.calendar.events).toHaveLength(2);
});

test('An invitation that was deleted and restored stays although its organiser deletes it at the same moment', async () => {
  const one = await setup.connected();
  const { id } = one.calendar.insert(meeting);
  await one.sync();
  await one.person.post('/google/disconnect');
  const entry = (await one.entry('Reunião com a OAB'))?.id ?? 0;
  const { body } = await one.person.delete<object>(`/scheduleforms/${entry}`);
  await one.connect();
  await one.settled();
  await one.sync();
  one.calendar.delete(id);
  expect((await one.person.post(`/scheduleforms/${entry}/restore`, body)).status).toBe(200);
  await one.sync();
  expect(await one.entry('Reunião com a OAB')).toMatchObject({ id: entry, isReadOnly: false });
  expect((await one.change(entry, { title: 'Reunião da ordem' })).status).toBe(200);
});
