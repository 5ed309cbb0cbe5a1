import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, type Person, type TestHost } from '@balcao/testing';
import { companiesDue, doneByJob } from '../../../scripts/test/due-jobs.ts';
import { Phones } from '../../../scripts/test/phones/phones.ts';
import { agenda, endReceipts, sweepSchedules } from '../contract.ts';
import { agendaOfPerson } from '../server/personal-data.ts';
import { companiesToSend, sendAllDue, sendDue } from '../server/message/send.ts';
import { hours, Office, startServer, type Answer, type Failure } from './office.ts';

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

test('a message needs a contact, five characters and a time at least one hour ahead', async () => {
  const { id: contactId } = await office.contact();
  const fault = async (fields: object) => (await office.schedule({ contactId, ...fields })).body.fields;
  expect(await fault({ body: 'Oi' })).toEqual({ body: 'Mensagem muito curta' });
  expect(await fault({ contactId: undefined })).toEqual({ contactId: 'Obrigatório' });
  expect(await fault({ sendAt: '' })).toEqual({ sendAt: 'Obrigatório' });
  expect(await fault({ sendAt: hours(0.5) })).toEqual({ sendAt: 'ERR_TOO_SOON' });
  const { status, body } = await office.schedule({ contactId: 999_999 });
  expect([status, body.error]).toEqual([404, 'ERR_NO_CONTACT_FOUND']);
});

test('the list is found by text and by contact, and shows others only with schedules:view', async () => {
  const { id: contactId } = await office.contact('Thaís Nascimento Cavalcanti');
  const { body } = await office.schedule({ contactId, body: 'A audiência foi remarcada.' });
  type List = { schedules: Answer[]; hasMore: boolean };
  const found = async (person: Person, searchParam: string) =>
    (await person.get<List>(`/schedules/?searchParam=${searchParam}&pageNumber=1&userId=&companyId=1`)).body;
  for (const term of ['audiencia', 'nascimento'])
    expect((await found(office.company.admin, term)).schedules.map(({ id }) => id)).toEqual([body.id]);
  expect(await found(office.company.admin, 'nada disso')).toMatchObject({ schedules: [], hasMore: false });
  expect((await found(ana, 'audiencia')).schedules).toEqual([]);
  for (const call of [ana.get(`/schedules/${body.id}`), ana.put(`/schedules/${body.id}`, { body: 'Outro texto' })])
    expect(await call).toMatchObject({ status: 404, body: { error: 'ERR_NO_SCHEDULE_FOUND' } });
  const { body: own } = await ana.post<Answer>('/schedules', { contactId, body: 'Ana escreve.', sendAt: hours(3) });
  expect((await found(office.company.admin, 'ana escreve')).schedules.map(({ user }) => user?.name)).toEqual(['Ana']);
  expect(
    await ana.post('/schedules', { contactId, body: 'Para outra', sendAt: hours(3), userId: office.company.admin.id }),
  ).toMatchObject({ status: 403 });
  expect((await ana.delete(`/schedules/${own.id}`)).status).toBe(200);
});

test('a message leaves once at its time, with the name, its file and its author, and is fixed then', async () => {
  const { id: contactId, number } = await office.contact();
  const { body } = await office.schedule({ contactId });
  const form = new FormData();
  form.append('file', new Blob(['%PDF-1.4 laudo'], { type: 'application/pdf' }), 'laudo.pdf');
  expect(await office.company.admin.post(`/schedules/${body.id}/media-upload`, form)).toMatchObject({
    status: 200,
    body: { mediaName: 'laudo.pdf' },
  });
  await office.makeDue(body.id);
  await Promise.all([sendDue(office.scope, body.id), sendDue(office.scope, body.id), sendAllDue(office.scope)]);
  await sendAllDue(office.scope);
  const sent = await eventually(async () => {
    const message = await office.message(body.id);
    return message.sentAt !== null && message;
  });
  expect(sent).toMatchObject({ status: 'ENVIADA', lateMinutes: null, error: null });
  expect(phones.to(number)).toMatchObject([{ body: 'Bom dia, Maria Aparecida dos Santos!', file: 'laudo.pdf' }]);
  const change = await office.company.admin.put<Failure>(`/schedules/${body.id}`, { body: 'Tarde demais' });
  expect(change).toMatchObject({
    status: 409,
    body: { error: 'ERR_SCHEDULE_NOT_EDITABLE', context: { status: 'ENVIADA' } },
  });
});

test('moved a moment before it is due, a message does not leave at the old time', async () => {
  const { id: contactId, number } = await office.contact();
  const { body } = await office.schedule({ contactId });
  await office.makeDue(body.id);
  await office.company.admin.put(`/schedules/${body.id}`, { sendAt: hours(5) });
  await Promise.all([sendDue(office.scope, body.id), sendAllDue(office.scope)]);
  expect(await office.message(body.id)).toMatchObject({ status: 'PENDENTE' });
  expect(phones.to(number)).toEqual([]);
  const stale = await office.company.admin.put<Failure>(`/schedules/${body.id}`, { body: 'Outro texto', version: 1 });
  expect(stale).toMatchObject({ status: 409, body: { error: 'ERR_SCHEDULE_CHANGED' } });
});

test('moved a second before it is due, a message stays while another one of the old time leaves', async () => {
  const [moved, other] = [await office.contact(), await office.contact()];
  const service = office.scope.use(agenda);
  // Programs may schedule less than an hour ahead.
  const sendAt = new Date(Date.now() + 2_000);
  const userId = office.company.admin.id;
  const { id } = await service.schedule({ contactId: moved.id, body: 'Horário antigo', sendAt, userId });
  const { id: otherId } = await service.schedule({ contactId: other.id, body: 'Horário antigo', sendAt, userId });
  await new Promise((resolve) => setTimeout(resolve, sendAt.getTime() - Date.now() - 1_000));
  expect((await office.company.admin.put(`/schedules/${id}`, { sendAt: hours(5) })).status).toBe(200);
  await eventually(async () => (await office.message(otherId)).status === 'ENVIADA');
  await eventually(() => phones.to(other.number).length === 1);
  await sendAllDue(office.scope);
  expect(await office.message(id)).toMatchObject({ status: 'PENDENTE', sentAt: null });
  expect(phones.to(moved.number)).toEqual([]);
});

test('a message goes by the connection that was chosen, else by the last one of the contact, else by the preferred one', async () => {
  const [fresh, known, chosen] = [await office.contact(), await office.contact(), await office.contact()];
  await office.arrives(known.number);
  await office.arrives(chosen.number);
  for (const fields of [
    { contactId: fresh.id },
    { contactId: known.id },
    { contactId: chosen.id, whatsappId: office.connectionId },
  ]) {
    const { status, body } = await office.schedule(fields);
    expect(status).toBe(200);
    await office.makeDue(body.id);
  }
  expect(await office.schedule({ contactId: fresh.id, whatsappId: 999_999 })).toMatchObject({ status: 404 });
  await sendAllDue(office.scope);
  const sentBy = async (number: string) =>
    eventually(() => phones.to(number).length === 1 && phones.to(number)[0]?.connectionId);
  expect(await sentBy(fresh.number)).toBe(office.connectionId);
  expect(await sentBy(known.number)).toBe(office.windowedId);
  expect(await sentBy(chosen.number)).toBe(office.connectionId);
});

test('what fell due in a downtime leaves late and says so; after a day it is an error, which can be retried', async () => {
  const [late, old] = [await office.contact(), await office.contact()];
  const { body: first } = await office.schedule({ contactId: late.id });
  const { body: second } = await office.schedule({ contactId: old.id });
  await office.makeDue(first.id, 183);
  await office.makeDue(second.id, 25 * 60);
  await sendAllDue(office.scope);
  expect(await office.message(first.id)).toMatchObject({ status: 'ENVIADA', lateMinutes: 183 });
  expect(await office.message(second.id)).toMatchObject({ status: 'ERRO', error: 'overdue' });
  const range = `from=${hours(-48)}&to=${hours(48)}`;
  const { body } = await office.company.admin.get<{ schedules: { id: string; title: string }[] }>(
    `/scheduleforms/?${range}`,
  );
  expect(body.schedules.find(({ id }) => id === `SCH-${second.id}`)?.title).toContain('venceu');
  expect((await office.company.admin.post(`/schedules/${second.id}/retry`)).status).toBe(200);
  // The job of the message may be just sending it.
  await eventually(async () => (await office.message(second.id)).status === 'ENVIADA');
  await eventually(() => phones.to(old.number).length === 1);
});

test('outside the reply window the template leaves in place of the text, and without one the reason is told', async () => {
  const [open, closed, without] = [await office.contact(), await office.contact(), await office.contact()];
  await office.arrives(open.number);
  const whatsappId = office.windowedId;
  const template = { name: 'lembrete', language: 'pt_BR', variables: { 'body.1': '{nome}' } };
  const bad = await office.schedule({ contactId: open.id, whatsappId, template: { ...template, variables: {} } });
  expect(bad.body.fields).toEqual({ template: 'ERR_TEMPLATE_VALUES' });
  const ids: number[] = [];
  for (const fields of [
    { contactId: open.id, whatsappId, template },
    { contactId: closed.id, whatsappId, template },
    { contactId: without.id, whatsappId },
  ])
    ids.push((await office.schedule(fields)).body.id);
  for (const id of ids) await office.makeDue(id);
  await sendAllDue(office.scope);
  await eventually(() => phones.to(open.number).length === 1 && phones.to(closed.number).length === 1);
  expect(phones.to(open.number)).toMatchObject([{ template: null }]);
  expect(phones.to(closed.number)).toMatchObject([{ template: 'lembrete' }]);
  expect(await office.message(ids[2] ?? 0)).toMatchObject({ status: 'ERRO', error: 'ERR_WINDOW_CLOSED' });
});

test('a message that the channel refuses afterwards becomes an error with the reason', async () => {
  const { id: contactId, number } = await office.contact();
  phones.refusals.set(number, { failure: 'invalid-contact', reason: 'blocked' });
  const { body } = await office.schedule({ contactId });
  await office.makeDue(body.id);
  await sendAllDue(office.scope);
  await eventually(async () => (await office.message(body.id)).status === 'ERRO');
  expect((await office.message(body.id)).error).not.toBeNull();
});

test('the conversation opens in the hands of who scheduled it, if wanted', async () => {
  const { id: contactId } = await office.contact();
  const { body } = await office.schedule({ contactId, opensWithAuthor: true });
  await office.makeDue(body.id);
  await sendAllDue(office.scope);
  const ticket = await office.scope.sql.one<{ userId: number }>(
    sql`select user_id as "userId" from tickets.public_ticket where contact_id = ${contactId}`,
  );
  expect(ticket?.userId).toBe(office.company.admin.id);
});

test('a series writes each next message down; one alone is moved, and the rest follows another rule', async () => {
  const { id: contactId } = await office.contact();
  const { body } = await office.schedule({ contactId, rule: 'FREQ=DAILY;INTERVAL=1;COUNT=3' });
  expect(body).toMatchObject({ rule: 'FREQ=DAILY;INTERVAL=1;COUNT=3' });
  const of = async () => {
    const { body: list } = await office.company.admin.get<{ schedules: Answer[] }>(`/schedules?contactId=${contactId}`);
    return list.schedules.toSorted((one, other) => one.id - other.id);
  };
  await office.company.admin.put(`/schedules/${body.id}`, { body: 'Só desta vez', part: 'this' });
  await office.makeDue(body.id);
  await sendAllDue(office.scope);
  const [, second] = await of();
  expect(second).toMatchObject({ body: 'Bom dia, {nome}!', status: 'PENDENTE' });
  expect(Date.parse(second?.sendAt ?? '') - Date.parse(body.sendAt)).toBe(86_400_000);
  await office.company.admin.put(`/schedules/${second?.id}`, { body: 'Daqui em diante', part: 'following' });
  expect(await office.message(second?.id ?? 0)).toMatchObject({ rule: 'FREQ=DAILY;INTERVAL=1;COUNT=2' });
  expect((await office.company.admin.delete(`/schedules/${second?.id}?part=this`)).status).toBe(200);
  const third = (await of()).at(-1);
  expect(third).toMatchObject({ body: 'Daqui em diante', status: 'PENDENTE' });
  await office.company.admin.delete(`/schedules/${third?.id}?part=following`);
  expect((await of()).map(({ status }) => status)).toEqual(['ENVIADA']);
});

test('an erased person gets nothing more, and what programs schedule may be cancelled', async () => {
  const { id: contactId, number } = await office.contact();
  const { body } = await office.schedule({ contactId });
  const service = office.scope.use(agenda);
  const { id } = await service.schedule({ contactId, body: 'De um fluxo', sendAt: new Date(Date.now() + 60_000) });
  expect(await service.cancel(id)).toBe(true);
  await office.scope.tx((inner) => agendaOfPerson.erase(contactId, inner));
  await office.makeDue(body.id);
  await sendAllDue(office.scope);
  expect(await office.message(body.id)).toMatchObject({ status: 'CANCELADA', body: '' });
  expect(phones.to(number)).toEqual([]);
});

test('the job of each minute sends what a node left behind, and runs in no company in which nothing is due', async () => {
  const [busy, idle] = [await Office.of(host), await Office.of(host)];
  const { id: contactId, number } = await busy.contact();
  const { body: first } = await busy.schedule({ contactId });
  const { body: second } = await busy.schedule({ contactId, sendAt: hours(3) });
  await idle.schedule({ contactId: (await idle.contact()).id });
  const found = () => companiesDue(host, companiesToSend);
  expect(await found()).not.toContain(busy.company.id);
  await busy.makeDue(first.id);
  expect(await found()).toContain(busy.company.id);
  // Another node died after it had taken this one.
  await busy.makeDue(second.id);
  await busy.scope.sql.run(
    sql`update agenda.schedule set status = case id when ${second.id} then 'ENVIANDO' else 'CANCELADA' end`,
  );
  expect(await found()).toContain(busy.company.id);
  expect(await found()).not.toContain(idle.company.id);
  await doneByJob(host, sweepSchedules, async () => {
    return phones.to(number).length > 0;
  });
  expect(await busy.message(second.id)).toMatchObject({ status: 'ENVIADA' });
  expect(await found()).not.toContain(busy.company.id);
});

test('a company that expects no receipts any more is told of none', async () => {
  const own = await Office.of(host);
  const { body } = await own.schedule({ contactId: (await own.contact()).id });
  await own.makeDue(body.id);
  await sendAllDue(own.scope);
  const watching = async (): Promise<number> =>
    (await own.company.scope('tickets').sql.rows(sql`select 1 from tickets.status_watch where plugin = 'agenda'`))
      .length;
  expect(await watching()).toBe(1);
  await eventually(async () => (await own.message(body.id)).sentAt !== null);
  await own.scope.sql.run(sql`update agenda.schedule set updated_at = now() - interval '7 days 12 hours'`);
  await own.scope.jobs.schedule(endReceipts, {});
  await eventually(async () => (await watching()) === 0);
});
