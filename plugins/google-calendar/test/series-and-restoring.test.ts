import { hearing } from './events.ts';
import { expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { EntryView } from '@balcao/agenda/contract';
import { hours, type Owner } from './office.ts';
import { withGoogle } from './setup.ts';

const setup = withGoogle();

const series = (one: Owner, id: string, days: readonly number[]) =>
  days.map((day) => {
    const start = hours(day * 24);
    return one.calendar.insert({
      id: `${id}_${start.slice(0, 19).replaceAll(/[-:]/g, '')}Z`,
      recurringEventId: id,
      originalStartTime: { dateTime: start },
      summary: 'Reunião de equipe',
      start: { dateTime: start },
      end: { dateTime: hours(day * 24 + 1) },
    });
  });

test('instances of a series are entries of their own for a year ahead, and a change of one is written to that instance alone', async () => {
  const one = await setup.connected();
  const [first, second] = series(one, 'serie', [7, 14, 400]);
  await one.sync();
  expect(await one.entries()).toHaveLength(2);
  const entry = (await one.entries()).toSorted((a, b) => a.date.localeCompare(b.date))[0] as EntryView;
  await one.settled();
  const calls = setup.google.callsOf(one.calendar).length;
  await one.change(entry.id, { title: 'Reunião com perito', date: hours(8 * 24) });
  await one.sync();
  const written = setup.google
    .callsOf(one.calendar)
    .slice(calls)
    .filter(({ method }) => method !== 'GET');
  expect(written.map(({ method, path }) => [method, path.split('/').at(-1)])).toEqual([['PATCH', first?.id]]);
  expect(one.event('Reunião com perito')).toMatchObject({
    id: first?.id,
    recurringEventId: 'serie',
    originalStartTime: first?.originalStartTime,
  });
  expect(one.calendar.find(second?.id ?? '')).toEqual(second);
});

test('a series that is deleted at Google goes here with all its instances, whether Google tells of it or of each', async () => {
  for (const tells of ['master', 'instances'] as const) {
    const one = await setup.connected();
    series(one, 'equipe', [7, 14, 21]);
    series(one, 'outra', [8]);
    await one.add({ title: 'Fica onde está' });
    await one.sync();
    expect(await one.entries()).toHaveLength(5);
    one.calendar.deleteSeries('equipe', tells);
    await one.sync();
    expect((await one.entries()).map(({ title }) => title).toSorted()).toEqual(['Fica onde está', 'Reunião de equipe']);
    expect((await one.sides()).here).toEqual((await one.sides()).there);
    expect(await one.losses()).toEqual([]);
  }
});

test('an event that is marked as free at Google is no taken time, and becomes one when it is marked as busy', async () => {
  const one = await setup.connected();
  one.calendar.insert({ ...hearing, summary: 'Feriado na cidade', transparency: 'transparent' });
  const { id } = one.calendar.insert({ ...hearing, summary: 'Audiência 3ª VT' });
  await one.sync();
  const busy = async () =>
    (
      await one.company.admin.get<object[]>(
        `/agenda/busy?from=2027-02-28T00:00:00Z&to=2027-03-03T00:00:00Z&userIds=${one.person.id}`,
      )
    ).body.length;
  expect(await one.entries()).toHaveLength(2);
  expect((await one.entry('Feriado na cidade'))?.isFree).toBe(true);
  expect(await busy()).toBe(1);
  one.calendar.patch(id, { transparency: 'transparent' });
  await one.sync();
  expect(await busy()).toBe(0);
  // Another change here says nothing about it there.
  await one.change((await one.entry('Audiência 3ª VT'))?.id ?? 0, { title: 'Audiência marcada' });
  await one.sync();
  expect(one.event('Audiência marcada')?.transparency).toBe('transparent');
  one.calendar.patch(id, { transparency: 'opaque' });
  await one.sync();
  expect(await busy()).toBe(1);
});

test('an entry that is restored is at Google again, whether its deletion had arrived there, was under way, or had not begun', async () => {
  const one = await setup.connected();
  const remove = async (id: number) =>
    (await one.person.delete<{ version: number }>(`/scheduleforms/${id}`)).body.version;
  const restore = (id: number, version: number) => one.person.post(`/scheduleforms/${id}/restore`, { version });
  setup.google.pushes.fate = () => 'lost';
  for (const fromGoogle of [false, true]) {
    const title = fromGoogle ? 'Veio do Google' : 'Feito aqui mesmo';
    if (fromGoogle) one.calendar.insert({ ...hearing, summary: title });
    else await one.add({ title });
    await one.sync();
    const id = (await one.entry(title))?.id ?? 0;
    // It had arrived.
    let version = await remove(id);
    await one.sync();
    expect(one.event(title)).toBeUndefined();
    expect((await restore(id, version)).status).toBe(200);
    await one.sync();
    expect(one.event(title)).toBeDefined();
    // It had not begun.
    await one.rests();
    const etag = one.event(title)?.etag;
    version = await remove(id);
    await restore(id, version);
    await one.sync();
    expect(one.event(title)?.etag).toBe(etag);
    // The node died between Google and its answer.
    await one.rests();
    version = await remove(id);
    await one.scope.sql.run(sql`update google_calendar.link set state = 'removing' where entry_id = ${id}`);
    one.calendar.delete(one.event(title)?.id ?? '');
    await restore(id, version);
    await one.sync();
    expect(one.event(title)).toBeDefined();
    expect((await one.entry(title))?.id).toBe(id);
    // Restored while Google is deleting it.
    await one.rests();
    version = await remove(id);
    setup.google.beforeAnswer = async ({ method, email }) => {
      if (method !== 'DELETE' || email !== one.calendar.email) return;
      setup.google.beforeAnswer = undefined;
      await restore(id, version);
    };
    await one.sync();
    await one.sync();
    expect((await one.entry(title))?.id).toBe(id);
    expect(one.calendar.events.filter(({ summary }) => summary === title)).toHaveLength(1);
  }
  setup.google.pushes.fate = () => 'once';
  expect((await one.sides()).here).toEqual((await one.sides()).there);
  expect(await one.losses()).toEqual([]);
});

test('a calendar stands among the calendars while its account is connected, or entries from it are here', async () => {
  const one = await setup.connected();
  const sources = async () => (await one.person.get<{ source: string }[]>('/agenda/sources')).body;
  expect(await sources()).toEqual([{ source: 'google-calendar' }]);
  one.calendar.insert(hearing);
  await one.sync();
  await one.person.post('/google/disconnect', {});
  expect(await sources()).toEqual([{ source: 'google-calendar' }]);
  await one.person.delete(`/scheduleforms/${(await one.entry('Audiência 3ª VT'))?.id}`);
  expect(await sources()).toEqual([]);
});
