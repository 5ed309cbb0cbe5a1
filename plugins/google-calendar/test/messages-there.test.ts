import { expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { ScheduleView } from '@balcao/agenda/contract';
import { contacts } from '@balcao/contacts/contract';
import { eventually } from '@balcao/testing';
import type { WireEvent } from './google/calendar.ts';
import { hours, type Owner } from './office.ts';
import { withGoogle } from './setup.ts';

const setup = withGoogle();
let number = 5_511_977_000_000;

const shows = (one: Owner, shown = true) => one.person.put('/google/messages', { shown });
const schedule = async (one: Owner, name: string, sendAt = hours(30)): Promise<ScheduleView> => {
  number += 1;
  const { id } = await one.company
    .scope('contacts')
    .use(contacts)
    .create({ name, number: String(number) });
  const { status, body } = await one.person.post<ScheduleView>('/schedules', {
    contactId: id,
    body: 'Levar os laudos da perícia.',
    sendAt,
  });
  expect(status).toBe(200);
  return body;
};
const messagesOf = ({ calendar }: Owner): WireEvent[] =>
  calendar.events.filter(({ summary }) => summary?.startsWith('[Mensagem]') ?? false);
const titles = (one: Owner) => messagesOf(one).map(({ summary }) => summary);

test('scheduled messages are at Google only if the person wants it: as free time, without their text, and never as entries here', async () => {
  const one = await setup.connected();
  const message = await schedule(one, 'Ivone Prado');
  await one.sync();
  expect(titles(one)).toEqual([]);
  expect((await shows(one)).status).toBe(200);
  await eventually(() => titles(one).length === 1);
  const [event] = messagesOf(one);
  expect(event).toMatchObject({ summary: '[Mensagem] Ivone Prado', transparency: 'transparent' });
  expect(event?.start?.dateTime).toBe(message.sendAt);
  expect(JSON.stringify(event)).not.toContain('laudos');
  await one.settled();
  one.calendar.expireTokens();
  await one.sync();
  const etag = messagesOf(one)[0]?.etag;
  await one.sync();
  expect(await one.entries()).toEqual([]);
  expect(messagesOf(one).map((each) => each.etag)).toEqual([etag]);
});

test('a message that is moved, deleted or given to a colleague is so at Google at once', async () => {
  const one = await setup.connected();
  await shows(one);
  const [moved, deleted, given] = [
    await schedule(one, 'Ana Movida'),
    await schedule(one, 'Bia Excluída'),
    await schedule(one, 'Caio Repassado'),
  ];
  await eventually(() => titles(one).length === 3);
  await one.person.put(`/schedules/${moved.id}`, { sendAt: hours(50) });
  await one.person.delete(`/schedules/${deleted.id}`);
  await one.company.admin.put(`/schedules/${given.id}`, { userId: one.company.admin.id });
  await eventually(() => titles(one).length === 1);
  const { body } = await one.person.get<ScheduleView>(`/schedules/${moved.id}`);
  await eventually(() => messagesOf(one)[0]?.start?.dateTime === body.sendAt);
  expect(titles(one)).toEqual(['[Mensagem] Ana Movida']);
});

test('what a person changes there is written again, and what is deleted there stays deleted, and scheduled here', async () => {
  const one = await setup.connected();
  await shows(one);
  const [kept, hidden] = [await schedule(one, 'Dora Alterada'), await schedule(one, 'Elis Apagada')];
  await eventually(() => titles(one).length === 2);
  await one.settled();
  const idOf = (name: string) => messagesOf(one).find(({ summary }) => summary?.includes(name))?.id ?? '';
  one.calendar.patch(idOf('Dora'), { start: { dateTime: hours(70) }, end: { dateTime: hours(71) }, summary: 'Outra' });
  one.calendar.delete(idOf('Elis'));
  await one.sync();
  expect(messagesOf(one).map(({ summary, start }) => [summary, start?.dateTime])).toEqual([
    ['[Mensagem] Dora Alterada', kept.sendAt],
  ]);
  await one.person.put(`/schedules/${hidden.id}`, { sendAt: hours(90) });
  await one.settled();
  await one.sync();
  expect(titles(one)).toEqual(['[Mensagem] Dora Alterada']);
  for (const { id } of [kept, hidden])
    expect((await one.person.get<ScheduleView>(`/schedules/${id}`)).body.status).toBe('PENDENTE');
  expect(await one.entries()).toEqual([]);
});

test('switched off they are removed there, on again they are there again, and a disconnection removes them', async () => {
  const one = await setup.connected();
  await one.add({ title: 'Fica no Google' });
  await shows(one);
  for (const name of ['Fábio', 'Gil', 'Hugo']) await schedule(one, name);
  await eventually(() => titles(one).length === 3);
  await shows(one, false);
  await eventually(() => titles(one).length === 0);
  expect((await one.view()).account?.showsMessages).toBe(false);
  await shows(one);
  await eventually(() => titles(one).length === 3);
  await one.settled();
  expect((await one.person.post('/google/disconnect', {})).status).toBe(200);
  expect(one.calendar.events.map(({ summary }) => summary)).toEqual(['Fica no Google']);
  expect((await shows(one)).status).toBe(400);
});

test('a message that cannot leave is removed there, and one that was sent stays', async () => {
  const one = await setup.connected();
  await shows(one);
  const [sent, failed] = [await schedule(one, 'Íris Enviada'), await schedule(one, 'Joel Falhou')];
  await eventually(() => titles(one).length === 2);
  await one.settled();
  const scope = one.company.scope('agenda');
  await scope.sql.run(sql`update agenda.schedule set status = 'ENVIADA' where id = ${sent.id}`);
  await scope.sql.run(sql`update agenda.schedule set status = 'ERRO', error = 'overdue' where id = ${failed.id}`);
  await one.sync();
  expect(titles(one)).toEqual(['[Mensagem] Íris Enviada']);
});

test('an answer of Google that is lost leaves no second event, and messages of another installation are no entries', async () => {
  const one = await setup.connected();
  await shows(one);
  await one.settled();
  let isLost = false;
  setup.google.beforeAnswer = ({ method, path, email }) => {
    if (isLost || email !== one.calendar.email || method !== 'POST' || !path.endsWith('/events')) return;
    isLost = true;
    throw new Error('the answer is lost');
  };
  await schedule(one, 'Kátia');
  await eventually(() => isLost);
  setup.google.beforeAnswer = undefined;
  await one.sync();
  await one.sync();
  expect(titles(one)).toEqual(['[Mensagem] Kátia']);
  one.calendar.insert({
    summary: '[Mensagem] De outra empresa',
    start: { dateTime: hours(5) },
    end: { dateTime: hours(6) },
    extendedProperties: { private: { balcaoMessage: '7' } },
  });
  await one.sync();
  expect(await one.entries()).toEqual([]);
});
