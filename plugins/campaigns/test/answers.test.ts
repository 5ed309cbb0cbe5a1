import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import { optOuts, startDue, type OptOutView } from '../contract.ts';
import { followMessage } from '../server/answers/inbound.ts';
import { campaignsOfPerson } from '../server/personal-data.ts';
import { Sender, startServer } from './fixture.ts';
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

const bodies = (sender: Sender, number: string): string[] =>
  phones
    .of(sender.connectionId)
    .filter(({ to }) => to === number)
    .map(({ body }) => body);
const outs = async (sender: Sender): Promise<OptOutView[]> =>
  (await sender.company.admin.get<{ records: OptOutView[] }>('/campaign-opt-outs')).body.records;
const statuses = async (sender: Sender): Promise<string[]> =>
  (
    await sender.company
      .scope('tickets')
      .sql.rows<{ status: string }>(sql`select status from tickets.public_ticket order by id`)
  ).map(({ status }) => status);
const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

test('With a confirmation the main message follows the answer at once, and nobody has to attend that answer', async () => {
  const sender = await Sender.of(host);
  const { id: contactListId, numbers } = await sender.list(2);
  const [first = '', second = ''] = numbers;
  const id = await sender.start({ contactListId, confirmation: true, confirmationMessage1: 'Posso enviar, {nome}?' });
  await eventually(() => phones.of(sender.connectionId).length === 2);
  expect(await sender.counts(id)).toMatchObject({ asked: 2, waiting: 0, sent: 0 });
  await sender.arrives(first, 'Pode sim');
  await eventually(() => bodies(sender, first).length === 2);
  expect(bodies(sender, first)).toEqual(['Posso enviar, Pessoa 1?', 'Olá Pessoa 1']);
  await eventually(async () => (await sender.counts(id)).sent === 1);
  expect(bodies(sender, second)).toEqual(['Posso enviar, Pessoa 2?']);
  await eventually(async () => (await statuses(sender)).every((status) => status !== 'pending'));
  expect((await sender.campaign(id)).status).toBe('EM_ANDAMENTO');
  // People who do not answer within seven days are left out, and the campaign ends.
  await sender.scope.sql.run(
    sql`update campaigns.recipient set asked_at = now() - interval '8 days' where state = 'asked'`,
  );
  await sender.scope.jobs.schedule(startDue, {});
  await sender.ends(id);
  const [skipped] = await sender.shipping(id, '?card=skipped');
  expect(skipped).toMatchObject({ state: 'skipped', reason: 'unconfirmed' });
});

test('Who confirms while a campaign is stopped gets the message when it continues', async () => {
  const sender = await Sender.of(host);
  const { id: contactListId, numbers } = await sender.list(2);
  const [first = ''] = numbers;
  const id = await sender.start({ contactListId, confirmation: true, confirmationMessage1: 'Posso enviar, {nome}?' });
  await eventually(() => phones.of(sender.connectionId).length === 2);
  const { admin } = sender.company;
  expect((await admin.post(`/campaigns/${id}/cancel`)).status).toBe(200);
  await sender.arrives(first, 'Pode sim');
  await eventually(async () => (await sender.shipping(id, '?card=confirmed')).length === 1);
  await eventually(async () => (await statuses(sender)).includes('closed'));
  expect((await admin.post(`/campaigns/${id}/restart`)).status).toBe(200);
  await eventually(() => bodies(sender, first).length === 2);
  expect(bodies(sender, first)).toEqual(['Posso enviar, Pessoa 1?', 'Olá Pessoa 1']);
  await eventually(async () => (await sender.counts(id)).sent === 1);
});

test('A confirmation that arrives in a running conversation counts too', async () => {
  const sender = await Sender.of(host);
  const { id: contactListId, numbers } = await sender.list(1);
  const number = numbers[0] ?? '';
  await sender.arrives(number, 'Bom dia, preciso de ajuda');
  const id = await sender.start({
    contactListId,
    confirmation: true,
    confirmationMessage1: 'Posso?',
    interrupts: true,
  });
  await eventually(async () => (await sender.counts(id)).asked === 1);
  await sender.arrives(number, 'Claro');
  await eventually(() => bodies(sender, number).includes('Olá Pessoa 1'));
  await sender.ends(id);
});

test('A person who opts out gets one short answer and no further campaign, until they return', async () => {
  const sender = await Sender.of(host);
  const { id: contactListId, numbers } = await sender.list(2);
  const [first = '', second = ''] = numbers;
  const id = await sender.start({ contactListId });
  await sender.ends(id);
  await sender.arrives(first, 'Sair!');
  await sender.arrives(second, 'Quero sair da cidade e comprar um carro');
  await eventually(() => bodies(sender, first).length === 2);
  expect(bodies(sender, first)[1]).toContain('não vai mais receber');
  expect(await outs(sender)).toMatchObject([{ number: first, source: 'word', text: 'Sair!', campaign: { id } }]);
  const service = sender.scope.use(optOuts);
  expect([await service.isOptedOut(first), await service.isOptedOut(second)]).toEqual([true, false]);
  // The ninth digit makes no other person.
  expect(await service.isOptedOut(`${first.slice(0, 4)}${first.slice(5)}`)).toBe(true);

  const again = await sender.start({ contactListId, interrupts: true });
  await sender.ends(again);
  expect(await sender.counts(again)).toMatchObject({ total: 2, skipped: 1, optedOut: 1 });
  expect(bodies(sender, first)).toHaveLength(2);

  await sender.arrives(first, 'VOLTAR');
  await eventually(() => bodies(sender, first).length === 3);
  expect(await service.isOptedOut(first)).toBe(false);
  expect(await outs(sender)).toEqual([]);

  // The event of the first wish comes again, late.
  const message = await sender.scope.sql.one<{ ticketId: number; messageId: number; contactId: number }>(sql`
    select m.ticket_id as "ticketId", m.id as "messageId", t.contact_id as "contactId"
      from tickets.public_message m join tickets.public_ticket t on t.id = m.ticket_id where m.body = 'Sair!'`);
  if (!message) throw new Error('the message is not there');
  expect(await followMessage(sender.scope, { ...message, text: 'Sair!', channel: 'test-phones' })).toBe(true);
  expect(await service.isOptedOut(first)).toBe(false);
});

test('An opt-out between the start and a person’s turn is respected at the moment of sending', async () => {
  const sender = await Sender.of(host);
  await sender.set({ messageInterval: 1 });
  const { id: contactListId, numbers } = await sender.list(3);
  const id = await sender.start({ contactListId });
  await eventually(() => phones.of(sender.connectionId).length >= 1);
  const last = numbers[2] ?? '';
  const { status } = await sender.company.admin.post('/campaign-opt-outs', { number: last, text: 'por telefone' });
  expect(status).toBe(200);
  await sender.ends(id);
  expect(bodies(sender, last)).toEqual([]);
  expect(await sender.shipping(id, '?card=opted-out')).toMatchObject([{ state: 'skipped', reason: 'opted-out' }]);
});

test('‘cancelar’ opts out only as an answer to a campaign', async () => {
  const sender = await Sender.of(host);
  const { id: contactListId, numbers } = await sender.list(1);
  const number = numbers[0] ?? '';
  const id = await sender.start({ contactListId });
  await sender.ends(id);
  const { ticketId } = await sender.arrives(number, 'Tenho uma pergunta');
  const { admin } = sender.company;
  await admin.put(`/tickets/${ticketId}`, { status: 'open', userId: admin.id });
  await admin.post(`/messages/${ticketId}`, { body: 'Qual serviço?' });
  await sender.arrives(number, 'Cancelar');
  await wait(2_500);
  expect(await outs(sender)).toEqual([]);
});

test('An erasure keeps only a keyed hash of an opt-out, and the person is not written to again', async () => {
  const sender = await Sender.of(host);
  const { id: contactListId, numbers } = await sender.list(1);
  const number = numbers[0] ?? '';
  const id = await sender.start({ contactListId });
  await sender.ends(id);
  await sender.scope.use(optOuts).optOut(number, { source: 'manual', channel: '' });
  const contact = await sender.scope.sql.one<{ id: number }>(
    sql`select id from contacts.public_contact where number = ${number}`,
  );
  await sender.scope.tx((inner) => campaignsOfPerson.erase(contact?.id ?? 0, inner));
  expect(await outs(sender)).toMatchObject([{ number: '', name: '', text: '' }]);
  expect((await sender.shipping(id))[0]).toMatchObject({ name: '', number: '', state: 'sent' });
  const again = await sender.start({ contactListId });
  await sender.ends(again);
  expect(await sender.counts(again)).toMatchObject({ optedOut: 1, sent: 0 });
});

test('A company neither sees nor counts the opt-outs of another', async () => {
  const [one, two] = [await Sender.of(host), await Sender.of(host)];
  const { numbers } = await one.list(1);
  await one.scope.use(optOuts).optOut(numbers[0] ?? '', { source: 'manual', channel: '' });
  expect(await outs(two)).toEqual([]);
  expect(await two.scope.use(optOuts).isOptedOut(numbers[0] ?? '')).toBe(false);
  const { id: contactListId } = await two.list(1);
  const id = await two.start({ contactListId });
  await two.ends(id);
  expect(await two.counts(id)).toMatchObject({ optedOut: 0, skipped: 0 });
});
