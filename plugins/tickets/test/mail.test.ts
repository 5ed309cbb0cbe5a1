import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { channelInbox, type InboundMessage } from '@balcao/connections/contract';
import type { MessageView } from '../contract.ts';
import { conversations } from '../server/personal-data.ts';
import { Attendance, startAttendance, type TicketAnswer } from './attendance.ts';
import { provider } from './channel/provider.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
beforeAll(async () => {
  host = await startAttendance();
});
afterAll(() => host?.close());

/** A company whose connection is of a channel of the test's own. */
const deskOf = async (channel: string): Promise<Attendance> => {
  const desk = await Attendance.of(host);
  await desk.company
    .scope('connections')
    .sql.run(sql`update connections.connection set channel = ${channel} where id = ${desk.connectionId}`);
  return desk;
};
let counter = 0;
const mail = (desk: Attendance, address: string, more: Partial<InboundMessage> = {}) => {
  counter += 1;
  return desk.company
    .scope('tickets')
    .use(channelInbox)
    .message(desk.connectionId, {
      externalId: `mail-${desk.connectionId}-${counter}`,
      from: { channel: 'test-mail', scope: '', kind: 'email', value: address },
      name: 'Helena Souza',
      body: 'Bom dia',
      sentAt: new Date(),
      ...more,
    });
};
interface ContactAnswer {
  id: number;
  name: string;
  email: string;
}
const contactOf = async (desk: Attendance, ticketId: number): Promise<ContactAnswer> => {
  const { contact } = (await desk.admin.get<TicketAnswer>(`/tickets/${ticketId}`)).body;
  return (await desk.admin.get<ContactAnswer>(`/contacts/${contact.id}`)).body;
};
const newContact = async (desk: Attendance, name: string, email: string): Promise<number> =>
  (
    await desk.company
      .scope('contacts')
      .sql.one<{ id: number }>(
        sql`insert into contacts.contact (name, number, email) values (${name}, '', ${email}) returning id`,
      )
  )?.id ?? 0;
const begin = (desk: Attendance, contactId: number) =>
  desk.admin.post<TicketAnswer>('/tickets', { contactId, whatsappId: desk.connectionId, status: 'open' });
const takenBy = (desk: Attendance, body: string) =>
  eventually(() => provider.accepted.find((one) => one.connectionId === desk.connectionId && one.body.endsWith(body)));

describe('A channel for e-mail', () => {
  it('A conversation with a contact of known address is begun, and the answer comes into the same one', async () => {
    const desk = await deskOf('test-mail');
    const [first, helena] = [
      await newContact(desk, 'Escritório Souza', 'Helena@Souza.example'),
      await newContact(desk, 'Helena Souza', 'Helena@Souza.example'),
    ];
    const begun = await begin(desk, helena);
    expect(begun.status).toBe(200);
    await desk.admin.post(`/messages/${begun.body.id}`, {
      body: 'Segue o contrato',
      subject: '  Contrato\n de aluguel ',
    });
    expect(await takenBy(desk, 'Segue o contrato')).toMatchObject({
      to: { kind: 'email', value: 'helena@souza.example' },
      subject: 'Contrato de aluguel',
    });
    const answer = await mail(desk, 'helena@souza.example', { subject: 'Re: Contrato de aluguel', body: 'Obrigada' });
    expect(answer.ticketId).toBe(begun.body.id);
    expect((await contactOf(desk, answer.ticketId)).id).toBe(helena);
    // A contact known by an address who never wrote is not created a second time.
    const other = await deskOf('test-mail');
    const known = await newContact(other, 'Padaria', 'contato@padaria.example');
    const wrote = await mail(other, 'Contato@Padaria.example');
    expect(await contactOf(other, wrote.ticketId)).toMatchObject({ id: known, name: 'Helena Souza' });
    expect(first).not.toBe(helena);
  });

  it('A contact without an address cannot be reached, though there is a number', async () => {
    const desk = await deskOf('test-mail');
    const { body } = await desk.admin.post<{ id: number }>('/contacts', { name: 'Sem e-mail', number: desk.number() });
    const refused = await begin(desk, body.id);
    expect([refused.status, refused.body.error]).toEqual([400, 'ERR_WAPP_INVALID_CONTACT']);
  });

  it('A message goes to the corrected address, also where the former one is known', async () => {
    const desk = await deskOf('test-mail');
    const { ticketId } = await mail(desk, 'antigo@casa.example');
    const contact = await contactOf(desk, ticketId);
    expect(contact.email).toBe('antigo@casa.example');
    expect((await desk.admin.put(`/contacts/${contact.id}`, { email: 'novo@casa.example' })).status).toBe(200);
    await desk.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: desk.admin.id });
    await desk.admin.post(`/messages/${ticketId}`, { body: 'para o novo' });
    expect((await takenBy(desk, 'para o novo')).to.value).toBe('novo@casa.example');
    // Both addresses are theirs from now on.
    expect((await mail(desk, 'antigo@casa.example')).ticketId).toBe(ticketId);
    expect((await mail(desk, 'novo@casa.example')).ticketId).toBe(ticketId);
  });

  it('Each message shows its subject, and answers use the last one unless another is given', async () => {
    const desk = await deskOf('test-mail');
    const { ticketId } = await mail(desk, 'bruno@casa.example', { subject: `Orçamento\0${'x'.repeat(600)}` });
    await mail(desk, 'bruno@casa.example', { subject: 'Orçamento', body: 'E o prazo?' });
    await desk.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: desk.admin.id });
    const subjects = async () => (await desk.messages(ticketId)).map(({ subject }) => subject?.slice(0, 12) ?? null);
    expect(await subjects()).toEqual(['Orçamento xx', 'Orçamento']);
    expect((await desk.messages(ticketId))[0]?.subject).toHaveLength(500);
    await desk.admin.post(`/messages/${ticketId}`, { body: 'Sexta-feira' });
    expect(await takenBy(desk, 'Sexta-feira')).toMatchObject({ subject: 'Orçamento' });
    const sent = await desk.admin.post<MessageView>(`/messages/${ticketId}`, {
      body: 'Nota fiscal',
      subject: 'Nota 12',
    });
    expect(sent.body.subject).toBe('Nota 12');
    expect(await takenBy(desk, 'Nota fiscal')).toMatchObject({ subject: 'Nota 12' });
    const form = new FormData();
    form.set('body', 'anexo');
    form.set('subject', 'Nota 13');
    form.append('medias', new Blob(['nota'], { type: 'text/plain' }), 'nota.txt');
    expect((await desk.admin.post<MessageView>(`/messages/${ticketId}`, form)).body.subject).toBe('Nota 13');
    expect((await desk.admin.post(`/messages/${ticketId}`, { body: 'x', subject: 'x'.repeat(501) })).status).toBe(400);
    expect(await subjects()).toEqual(['Orçamento xx', 'Orçamento', null, 'Nota 12', 'Nota 13']);
  });

  it('A channel without subjects receives none', async () => {
    const desk = await Attendance.of(host);
    const { ticketId } = await desk.accepted(desk.admin);
    await desk.admin.post(`/messages/${ticketId}`, { body: 'sem assunto', subject: 'Assunto' });
    expect(await takenBy(desk, 'sem assunto')).not.toHaveProperty('subject');
  });

  it('Erasing a person deletes the subjects with the text', async () => {
    const desk = await deskOf('test-mail');
    const { ticketId } = await mail(desk, 'carla@casa.example', { subject: 'Divórcio' });
    const { id } = await contactOf(desk, ticketId);
    await desk.admin.put(`/tickets/${ticketId}`, { status: 'closed', justClose: true });
    const scope = desk.company.scope('tickets');
    const mails: string[] = [];
    for await (const kept of conversations.collect(id, scope)) mails.push(JSON.stringify(kept));
    expect(mails.join()).toContain('Divórcio');
    await scope.tx((inner) => conversations.erase(id, inner));
    expect(await scope.sql.rows(sql`select subject from tickets.message where subject is not null`)).toEqual([]);
  });
});

it('A contact gets the address that a channel knows while it has none, and nobody becomes another contact by it', async () => {
  const desk = await Attendance.of(host);
  const known = await newContact(desk, 'Dona da conta', 'dona@casa.example');
  const number = desk.number();
  const { ticketId } = await desk.arrives(number, 'oi', { email: 'dona@casa.example' });
  const contact = await contactOf(desk, ticketId);
  expect(contact.email).toBe('dona@casa.example');
  expect(contact.id).not.toBe(known);
  await desk.arrives(number, 'de novo', { email: 'outra@casa.example' });
  expect((await contactOf(desk, ticketId)).email).toBe('dona@casa.example');
  const odd = await desk.arrives(desk.number(), 'oi', { email: 'não é um endereço' });
  expect((await contactOf(desk, odd.ticketId)).email).toBe('');
});

it('A channel identifies people by its own kind of id, and nobody by their number', async () => {
  const desk = await deskOf('test-handle');
  const from = { channel: 'test-handle', scope: '', kind: 'handle', value: '@helena' };
  const { ticketId } = await mail(desk, '', { from, name: 'Helena' });
  await desk.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: desk.admin.id });
  await desk.admin.post(`/messages/${ticketId}`, { body: 'pelo nome' });
  expect((await takenBy(desk, 'pelo nome')).to).toEqual(from);
  const { body } = await desk.admin.post<{ id: number }>('/contacts', { name: 'Só número', number: desk.number() });
  expect((await begin(desk, body.id)).status).toBe(400);
  await expect(mail(desk, '', { from: { ...from, kind: 'Not A Kind' } })).rejects.toMatchObject({ code: '23514' });
});
