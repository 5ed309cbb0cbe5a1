import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import { startDue, tidyCampaigns } from '../contract.ts';
import { companiesAtWork } from '../server/release/due-job.ts';
import { Sender, startServer } from './fixture.ts';
import { companiesDue, doneByJob } from '../../../scripts/test/due-jobs.ts';
import { Phones } from '../../../scripts/test/phones/phones.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
let phones: Phones;
beforeAll(async () => {
  phones = await Phones.open();
  host = await startServer();
});
afterAll(async () => {
  await host?.close();
  phones?.close();
});

const inTwoHours = (): string => new Date(Date.now() + 7_200_000).toISOString();

test('A campaign reaches everybody of its list once, ends, and counts them', async () => {
  const sender = await Sender.of(host);
  const { id: contactListId, numbers } = await sender.list(30);
  const id = await sender.start({ contactListId, message1: 'Olá {nome}', message2: 'Oi {nome}, {numero}' });
  await sender.ends(id);
  const got = phones.of(sender.connectionId);
  expect(got.map(({ to }) => to).toSorted()).toEqual(numbers.toSorted());
  expect(
    got
      .map(({ body }) => body)
      .toSorted()
      .slice(0, 2),
  ).toEqual(['Oi Pessoa 10, ' + numbers[9], 'Oi Pessoa 12, ' + numbers[11]]);
  await eventually(async () => (await sender.counts(id)).sent === 30);
  expect(await sender.counts(id)).toMatchObject({
    total: 30,
    waiting: 0,
    sent: 30,
    duplicates: 0,
    variants: [
      { index: 1, total: 15, sent: 15 },
      { index: 2, total: 15, sent: 15 },
    ],
  });
  expect((await sender.campaign(id)).shipping).toHaveLength(20);
});

test('Lists and counts of conversations do not change by a campaign, and one answer makes one conversation with its text above', async () => {
  const sender = await Sender.of(host);
  const { id: contactListId, numbers } = await sender.list(5);
  const id = await sender.start({ contactListId });
  await sender.ends(id);
  const lists = async () => (await sender.company.admin.get<{ count: number }>('/tickets?showAll=true')).body.count;
  expect(await lists()).toBe(0);
  const { ticketId } = await sender.arrives(numbers[2] ?? '', 'Quero saber mais');
  await eventually(async () => (await sender.counts(id)).answered === 1);
  expect(await lists()).toBe(1);
  const { body } = await sender.company.admin.get<{ messages: { body: string }[] }>(`/messages/${ticketId}`);
  expect(body.messages.map((message) => message.body)).toEqual(['Olá Pessoa 3', 'Quero saber mais']);
  const [answer] = await sender.shipping(id, '?card=answered');
  expect(answer).toMatchObject({ name: 'Pessoa 3', state: 'answered', answer: 'Quero saber mais', ticketId });
});

test('The rules of the form answer with the specified texts', async () => {
  const sender = await Sender.of(host);
  const fields = async (change: object) => (await sender.create(change)).body.fields;
  expect(await fields({ name: '' })).toEqual({ name: 'Nome é obrigatório' });
  expect(await fields({ name: 'A' })).toEqual({ name: 'Too Short!' });
  expect(await fields({ message1: '' })).toEqual({ message1: 'Necessário preencher pelo menos uma mensagem' });
  expect(await fields({ dddFilters: [] })).toEqual({
    tagFilters: 'É necessário escolher pelo menos um filtro para criar a campanha',
  });
  expect(await fields({ message1: 'Olá {sobrenome}' })).toEqual({ message1: 'ERR_UNKNOWN_VARIABLE' });
  expect(await fields({ confirmation: true })).toEqual({
    confirmationMessage1: 'Necessário preencher pelo menos uma mensagem',
  });
  expect(await fields({ scheduledAt: new Date(Date.now() + 600_000).toISOString() })).toEqual({
    scheduledAt: 'ERR_TOO_SOON',
  });
  expect((await sender.create({ scheduledAt: inTwoHours() })).body.status).toBe('PROGRAMADA');
  expect((await sender.create({ tagFilters: '[]', dddFilters: '[11]' })).body).toMatchObject({
    status: 'INATIVA',
    dddFilters: [11],
  });
});

test('Each transition that is not allowed answers 409 with the present status', async () => {
  const sender = await Sender.of(host);
  const { body } = await sender.create({ scheduledAt: inTwoHours() });
  const { admin } = sender.company;
  const refused = { status: 409, body: { error: 'ERR_CAMPAIGN_STATUS', context: { status: 'PROGRAMADA' } } };
  expect(await admin.post(`/campaigns/${body.id}/cancel`)).toMatchObject(refused);
  expect(await admin.post(`/campaigns/${body.id}/restart`)).toMatchObject(refused);
  expect(await admin.post(`/campaigns/${body.id}/continue`)).toMatchObject(refused);
  expect((await admin.put(`/campaigns/${body.id}`, { name: 'Outra', version: 1 })).status).toBe(200);
  expect(await admin.put(`/campaigns/${body.id}`, { name: 'Mais uma', version: 1 })).toMatchObject({
    status: 409,
    body: { error: 'ERR_CAMPAIGN_CHANGED' },
  });
  await sender.scope.sql.run(sql`update campaigns.campaign set scheduled_at = now() + interval '30 minutes'`);
  expect(await admin.put(`/campaigns/${body.id}`, { name: 'Tarde' })).toMatchObject({
    status: 409,
    body: { error: 'ERR_CAMPAIGN_NOT_EDITABLE' },
  });
  expect((await admin.delete(`/campaigns/${body.id}`)).status).toBe(200);
});

test('A cancelled campaign sends nothing more, and a restarted one only to those who had nothing', async () => {
  const sender = await Sender.of(host);
  await sender.set({ messageInterval: 1 });
  const { id: contactListId, numbers } = await sender.list(8);
  const id = await sender.start({ contactListId, message2: 'Segunda {nome}' });
  await eventually(() => phones.of(sender.connectionId).length >= 2);
  const cancelled = await sender.company.admin.post(`/campaigns/${id}/cancel`);
  expect(cancelled).toMatchObject({ status: 200, body: { status: 'CANCELADA' } });
  const before = phones.of(sender.connectionId).length;
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(phones.of(sender.connectionId).length - before).toBeLessThanOrEqual(1);
  const variants = (await sender.shipping(id)).map(({ id: recipient, variant }) => [recipient, variant]);
  await sender.set({ messageInterval: 0 });
  expect((await sender.company.admin.post(`/campaigns/${id}/restart`)).status).toBe(200);
  await sender.ends(id);
  expect(
    phones
      .of(sender.connectionId)
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual(numbers.toSorted());
  expect((await sender.shipping(id)).map(({ id: recipient, variant }) => [recipient, variant])).toEqual(variants);
});

test('A campaign starts when its time has come, also if no node ran at that minute', async () => {
  const sender = await Sender.of(host);
  const { id: contactListId } = await sender.list(2);
  const { body } = await sender.create({ contactListId, scheduledAt: inTwoHours() });
  await sender.scope.sql.run(sql`update campaigns.campaign set scheduled_at = now() - interval '3 hours'`);
  await sender.scope.jobs.schedule(startDue, {});
  await sender.ends(body.id);
  expect(phones.of(sender.connectionId)).toHaveLength(2);
});

test('The job of each minute runs in companies with a campaign that is due or runs, and in no other', async () => {
  const [sender, idle] = [await Sender.of(host), await Sender.of(host)];
  const { id: contactListId } = await sender.list(1);
  const { body } = await sender.create({ contactListId, scheduledAt: inTwoHours() });
  await idle.create({ contactListId: (await idle.list(1)).id, scheduledAt: inTwoHours() });
  const found = () => companiesDue(host, companiesAtWork);
  // Its runner is looked after.
  expect(await found()).toContain(sender.company.id);
  for (const { scope } of [sender, idle])
    await scope.sql.run(sql`update campaigns.campaign set updated_at = now() - interval '3 hours'`);
  expect(await found()).not.toContain(sender.company.id);
  await sender.scope.sql.run(sql`update campaigns.campaign set scheduled_at = now() - interval '1 minute'`);
  expect(await found()).toContain(sender.company.id);
  expect(await found()).not.toContain(idle.company.id);
  await doneByJob(host, startDue, async () => {
    return (await sender.campaign(body.id)).status !== 'PROGRAMADA';
  });
  await sender.scope.sql.run(
    sql`update campaigns.campaign set status = 'EM_ANDAMENTO', updated_at = now() - interval '3 hours'`,
  );
  expect(await found()).toContain(sender.company.id);
  await sender.ends(body.id);
});

test('Questions of a stopped campaign end too, and receipts once no campaign needs them', async () => {
  const sender = await Sender.of(host);
  const { id: contactListId } = await sender.list(1);
  const id = await sender.start({ contactListId, confirmation: true, confirmationMessage1: 'Posso enviar?' });
  // A message that has left is not taken back.
  await eventually(() => phones.of(sender.connectionId).length === 1);
  await sender.company.admin.post(`/campaigns/${id}/cancel`);
  const watching = async (): Promise<number> =>
    (await sender.company.scope('tickets').sql.rows(sql`select 1 from tickets.status_watch where plugin = 'campaigns'`))
      .length;
  expect(await watching()).toBe(1);
  await sender.scope.sql.run(
    sql`update campaigns.recipient set asked_at = now() - interval '8 days' where state = 'asked'`,
  );
  await sender.scope.sql.run(
    sql`update campaigns.campaign set last_release_at = now() - interval '7 days 2 hours', updated_at = now() - interval '7 days 1 hour'`,
  );
  await sender.scope.jobs.schedule(tidyCampaigns, {});
  await eventually(async () => (await watching()) === 0);
  expect(await sender.shipping(id, '?card=skipped')).toMatchObject([{ reason: 'unconfirmed' }]);
});
