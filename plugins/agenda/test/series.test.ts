import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, type TestHost } from '@balcao/testing';
import { Phones } from '../../../scripts/test/phones/phones.ts';
import { agendaMove, agendaOfPerson } from '../server/personal-data.ts';
import { sendAllDue } from '../server/message/send.ts';
import { hours, Office, startServer, type Answer } from './office.ts';

let phones: Phones;
let host: TestHost;
let office: Office;

beforeAll(async () => {
  phones = await Phones.open();
  host = await startServer();
  office = await Office.of(host);
});
afterAll(async () => {
  await host?.close();
  phones?.close();
});

const dayMs = 86_400_000;
const later = (message: Answer, days: number): string =>
  new Date(Date.parse(message.sendAt) + days * dayMs).toISOString();
const change = async (id: number, fields: object): Promise<Answer> => {
  const { status, body } = await office.company.admin.put<Answer>(`/schedules/${id}`, fields);
  expect(status).toBe(200);
  return body;
};
const attach = async (id: number, name: string, part?: 'this' | 'following'): Promise<void> => {
  const form = new FormData();
  form.append('file', new Blob([`%PDF-1.4 ${name}`], { type: 'application/pdf' }), name);
  expect(
    (await office.company.admin.post(`/schedules/${id}/media-upload${part ? `?part=${part}` : ''}`, form)).status,
  ).toBe(200);
};
/** The messages to a contact that wait, in the order of their times. */
const waiting = async (contactId: number): Promise<Answer[]> => {
  const { body } = await office.company.admin.get<{ schedules: Answer[] }>(
    `/schedules?contactId=${contactId}&status=PENDENTE`,
  );
  return body.schedules;
};
const times = async (contactId: number): Promise<string[]> =>
  (await waiting(contactId)).map(({ sendAt }) => sendAt).toSorted();
/** Lets a message leave now. */
const leave = async ({ id }: Answer): Promise<Answer> => {
  await office.makeDue(id);
  await sendAllDue(office.scope);
  return eventually(async () => {
    const message = await office.message(id);
    return message.status !== 'PENDENTE' && message.status !== 'ENVIANDO' && message;
  });
};
/** Lets message after message leave until none waits. */
const leaveAll = async (contactId: number): Promise<void> => {
  for (let all = await waiting(contactId); all[0]; all = await waiting(contactId)) await leave(all[0]);
};
/** A daily series of so many messages by the connection with a reply window, whose first message failed. */
const failedFirst = async (contactId: number, count: number): Promise<Answer> => {
  const { body } = await office.schedule({
    contactId,
    whatsappId: office.windowedId,
    rule: `FREQ=DAILY;INTERVAL=1;COUNT=${count}`,
  });
  expect((await leave(body)).status).toBe('ERRO');
  return body;
};

test('A contact and a file changed for one message alone stay with that one', async () => {
  const [maria, joao, merged] = [
    await office.contact('Maria'),
    await office.contact('João'),
    await office.contact('Ana'),
  ];
  const { body: first } = await office.schedule({ contactId: maria.id, rule: 'FREQ=DAILY;INTERVAL=1;COUNT=4' });
  await attach(first.id, 'laudo.pdf', 'following');
  await change(first.id, { contactId: joao.id, part: 'this' });
  await attach(first.id, 'recibo.pdf', 'this');
  await leave(first);
  await eventually(() => phones.to(joao.number).length === 1);
  expect(phones.to(joao.number)).toMatchObject([{ file: 'recibo.pdf' }]);
  const [second] = await waiting(maria.id);
  expect(second).toMatchObject({ mediaName: 'laudo.pdf', userId: office.company.admin.id, ticketUuid: null });
  if (!second) return;
  // Taken off one message alone, the file stays with the next ones.
  expect((await office.company.admin.delete(`/schedules/${second.id}/media-upload`)).status).toBe(200);
  await leave(second);
  await office.scope.tx((inner) => agendaMove.move({ from: maria.id, to: merged.id }, inner));
  const [third] = await waiting(merged.id);
  expect(third?.mediaName).toBe('laudo.pdf');
  await change(third?.id ?? 0, { contactId: joao.id, part: 'this' });
  const { files } = await office.scope.tx((inner) => agendaOfPerson.erase(merged.id, inner));
  // Another person's message still needs the file.
  expect(files).toEqual([]);
  const left = await office.scope.sql.rows(
    sql`select contact_id, media_path, content ->> 'body' as body, is_ended from agenda.series where id = ${third?.seriesId ?? 0}`,
  );
  expect(left).toEqual([{ contact_id: null, media_path: null, body: '', is_ended: true }]);
  await leaveAll(joao.id);
  expect(await waiting(merged.id)).toEqual([]);
  await expect.poll(() => phones.to(joao.number).map(({ file }) => file)).toEqual(['recibo.pdf', 'laudo.pdf']);
});

test('A series goes on when the contact that one of its messages was given to is deleted', async () => {
  const [maria, joao] = [await office.contact('Maria'), await office.contact('João')];
  const { body: first } = await office.schedule({ contactId: maria.id, rule: 'FREQ=DAILY;INTERVAL=1' });
  await change(first.id, { contactId: joao.id, part: 'this' });
  expect((await office.company.admin.delete(`/contacts/${joao.id}`)).status).toBe(200);
  await eventually(async () => (await office.message(first.id)).status === 'CANCELADA');
  await eventually(async () => (await times(maria.id)).length === 1);
  expect(await times(maria.id)).toEqual([later(first, 1)]);
});

test('Changing the rest of a series from a failed message, or from its third of five, sends each remaining time once', async () => {
  const failing = await office.contact();
  const failed = await failedFirst(failing.id, 3);
  expect(await times(failing.id)).toEqual([later(failed, 1)]);
  await change(failed.id, { sendAt: hours(3), whatsappId: office.connectionId, part: 'following' });
  expect((await waiting(failing.id)).map(({ id }) => id)).toEqual([failed.id]);
  await leaveAll(failing.id);
  await eventually(() => phones.to(failing.number).length >= 3);
  expect(phones.to(failing.number)).toHaveLength(3);

  const five = await office.contact();
  const { body: first } = await office.schedule({ contactId: five.id, rule: 'FREQ=DAILY;INTERVAL=1;COUNT=5' });
  await leave(first);
  await leave((await waiting(five.id))[0] ?? first);
  const [third] = await waiting(five.id);
  // The client sends back the rule that it read.
  expect(third?.rule).toBe('FREQ=DAILY;INTERVAL=1;COUNT=3');
  await change(third?.id ?? 0, { body: 'Daqui em diante', rule: third?.rule, part: 'following' });
  await leaveAll(five.id);
  await eventually(() => phones.to(five.number).length >= 5);
  expect(phones.to(five.number)).toHaveLength(5);
});

test('Deleting a failed message and the following ones deletes the one that waits', async () => {
  const { id: contactId } = await office.contact();
  const failed = await failedFirst(contactId, 3);
  expect((await office.company.admin.delete(`/schedules/${failed.id}?part=following`)).status).toBe(200);
  expect(await waiting(contactId)).toEqual([]);
});

test('A message that is moved past the next ones of its series leaves them at their times', async () => {
  const { id: contactId, number } = await office.contact();
  const { body: first } = await office.schedule({ contactId, rule: 'FREQ=DAILY;INTERVAL=1;COUNT=4' });
  await change(first.id, { sendAt: later(first, 3.1) });
  expect(await times(contactId)).toEqual([later(first, 1), later(first, 3.1)]);
  await leaveAll(contactId);
  await eventually(() => phones.to(number).length >= 4);
  expect(phones.to(number)).toHaveLength(4);
});

test('A message of a series that was deleted does not come back when an earlier one is sent again', async () => {
  const { id: contactId, number } = await office.contact();
  const failed = await failedFirst(contactId, 4);
  const [second] = await waiting(contactId);
  expect((await office.company.admin.delete(`/schedules/${second?.id}`)).status).toBe(200);
  expect(await times(contactId)).toEqual([later(failed, 2)]);
  await office.arrives(number);
  expect((await office.company.admin.post(`/schedules/${failed.id}/retry`)).status).toBe(200);
  await eventually(async () => (await office.message(failed.id)).status === 'ENVIADA');
  expect(await times(contactId)).toEqual([later(failed, 2)]);
});

test('A file that is sent for a new series without saying for which part is of the whole series, and later one of that message', async () => {
  const { id: contactId, number } = await office.contact();
  const { body: first } = await office.schedule({ contactId, rule: 'FREQ=DAILY;INTERVAL=1;COUNT=4' });
  await attach(first.id, 'tabela-de-novembro.pdf');
  await attach(first.id, 'tabela-de-dezembro.pdf');
  await leave(first);
  const [second] = await waiting(contactId);
  expect(second?.mediaName).toBe('tabela-de-dezembro.pdf');
  await attach(second?.id ?? 0, 'aviso.pdf');
  await leaveAll(contactId);
  await expect
    .poll(() => phones.to(number).map(({ file }) => file))
    .toEqual(['tabela-de-dezembro.pdf', 'aviso.pdf', 'tabela-de-dezembro.pdf', 'tabela-de-dezembro.pdf']);
  // One that goes to somebody else alone does not speak for the series.
  const { body: begun } = await office.schedule({ contactId, rule: 'FREQ=DAILY;INTERVAL=1;COUNT=2' });
  await attach(begun.id, 'tabela.pdf');
  await change(begun.id, { contactId: (await office.contact('João')).id, part: 'this' });
  await attach(begun.id, 'recibo-do-joao.pdf');
  expect((await office.company.admin.delete(`/schedules/${begun.id}/media-upload`)).status).toBe(200);
  await leave(begun);
  expect((await waiting(contactId)).map(({ mediaName }) => mediaName)).toEqual(['tabela.pdf']);
  // A message that is sent once has nothing that follows.
  const { body: single } = await office.schedule({ contactId });
  await attach(single.id, 'recibo.pdf');
  expect(await office.message(single.id)).toMatchObject({ mediaName: 'recibo.pdf' });
});

test('A series leads to the conversation that it was scheduled from, also after one of its messages was for somebody else', async () => {
  const [maria, joao] = [await office.contact('Maria'), await office.contact('João')];
  await office.arrives(maria.number, office.connectionId);
  const ticket = await office.scope.sql.one<{ id: number; uuid: string }>(
    sql`select id, uuid from tickets.public_ticket where contact_id = ${maria.id}`,
  );
  const { body: first } = await office.schedule({
    contactId: maria.id,
    ticketId: ticket?.id,
    rule: 'FREQ=DAILY;INTERVAL=1;COUNT=5',
  });
  expect(first.ticketUuid).toBe(ticket?.uuid);
  await change(first.id, { contactId: joao.id, part: 'this' });
  await leave(first);
  const [second] = await waiting(maria.id);
  expect(second?.ticketUuid).toBe(ticket?.uuid);
  const rest = await change(second?.id ?? 0, { body: 'Daqui em diante', part: 'following' });
  await leave(rest);
  const [third] = await waiting(maria.id);
  expect(third?.ticketUuid).toBe(ticket?.uuid);
  // For another contact it is another conversation.
  const others = await change(third?.id ?? 0, { contactId: joao.id, part: 'following' });
  expect(others.ticketUuid).not.toBe(ticket?.uuid);
  await leave(others);
  expect((await waiting(joao.id))[0]?.ticketUuid).not.toBe(ticket?.uuid);
});

test('A series that takes over the contact of one changed message does not lead to the conversation of the former contact', async () => {
  const [maria, joao] = [await office.contact('Maria'), await office.contact('João')];
  await office.arrives(maria.number, office.connectionId);
  const ticket = await office.scope.sql.one<{ id: number; uuid: string }>(
    sql`select id, uuid from tickets.public_ticket where contact_id = ${maria.id}`,
  );
  const { body: first } = await office.schedule({
    contactId: maria.id,
    ticketId: ticket?.id,
    rule: 'FREQ=DAILY;INTERVAL=1;COUNT=3',
  });
  expect((await change(first.id, { contactId: joao.id, part: 'this' })).ticketUuid).toBeNull();
  const rest = await change(first.id, { body: 'Daqui em diante', part: 'following' });
  await leave(rest);
  expect((await waiting(joao.id)).map(({ ticketUuid }) => ticketUuid)).toEqual([null]);
});
