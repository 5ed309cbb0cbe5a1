import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { personalData } from '@balcao/contacts/contract';
import type { MessageView } from '../../contract.ts';
import { provider } from '../channel/provider.ts';
import { Office, startOffice } from './office.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
let office: Office;
beforeAll(async () => {
  host = await startOffice();
  office = await Office.of(host);
});
afterAll(() => host?.close());

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const picture = (name: string): FormData => {
  const form = new FormData();
  form.append('file', new Blob([png], { type: 'image/png' }), name);
  return form;
};

it('The greeting of a queue is sent with its file', async () => {
  const { desk } = office;
  const queueId = await desk.queue('Com foto', 'Bem-vindo à família!');
  expect((await desk.admin.post(`/queue/${queueId}/media-upload`, picture('familia.png'))).status).toBe(200);
  await desk.routeTo(queueId);
  const ana = await desk.attendant('Ana', [queueId]);
  const { ticketId } = await office.writes(desk.number(), 'Bom dia');
  await eventually(async () => (await office.show(ticketId)).queueId === queueId);
  expect((await ana.put(`/tickets/${ticketId}`, { status: 'open', userId: ana.id })).status).toBe(200);
  const taken = await eventually(() => provider.accepted.find(({ body }) => body === 'Bem-vindo à família!'));
  expect(taken.media).toMatchObject({ type: 'image', name: 'familia.png', mime: 'image/png', size: png.length });
});

it('The greeting’s file outlives the conversations that were greeted with it, and their own files are deleted with them', async () => {
  const { desk } = office;
  const queueId = await desk.queue('Recepção', 'Entre, por favor');
  const { body } = await desk.admin.post<{ mediaPath: string }>(
    `/queue/${queueId}/media-upload`,
    picture('recepcao.png'),
  );
  await desk.routeTo(queueId);
  const greeted = async (): Promise<number> => {
    const { ticketId } = await desk.accepted(desk.admin);
    await eventually(async () => (await desk.messages(ticketId)).some(({ mediaName }) => mediaName === 'recepcao.png'));
    return ticketId;
  };
  const [one, other, third] = [await greeted(), await greeted(), await greeted()];
  const form = new FormData();
  form.append('medias', new Blob([png], { type: 'image/png' }), 'propria.png');
  const { body: own } = await desk.admin.post<MessageView>(`/messages/${one}`, form);
  const isThere = async (path: string): Promise<boolean> =>
    office.scope.storage.read(path).then(
      ({ stream }) => stream.destroy() !== undefined,
      () => false,
    );
  expect((await desk.admin.delete(`/tickets/${one}`)).status).toBe(200);
  expect(await isThere(own.mediaUrl?.replace('/public/', '') ?? '')).toBe(false);
  expect(await isThere(body.mediaPath)).toBe(true);
  // The greeting has no file any more, but other conversations still show it; the last of them deletes it.
  await desk.admin.delete(`/queue/${queueId}/media-upload`);
  const contact = (await office.show(other)).contactId;
  await desk.admin.put(`/tickets/${other}`, { status: 'closed', justClose: true });
  const [item] = office.scope.contributions(personalData).filter((each) => each.item.id === 'tickets');
  expect((await item?.item.erase(contact, office.scope))?.files).toEqual([]);
  expect((await desk.admin.delete(`/tickets/${third}`)).status).toBe(200);
  expect(await isThere(body.mediaPath)).toBe(false);
});

it('The greeting of a connection is sent with its picture before the menu, once', async () => {
  const { desk } = office;
  const [sales, support] = [await desk.queue('Vendas'), await desk.queue('Assistência')];
  await desk.routeTo(sales, support);
  await office.connection(sql`greeting_message = 'Olá, com quem deseja falar?', max_use_bot_queues = 3`);
  expect((await desk.admin.post(`/whatsapp/${desk.connectionId}/media-upload`, picture('fachada.png'))).status).toBe(
    200,
  );
  const number = desk.number();
  const { ticketId } = await office.writes(number, 'Bom dia');
  await office.writes(number, 'não entendi');
  const said = (await desk.messages(ticketId)).filter(({ fromMe }) => fromMe);
  expect(said.map(({ mediaName, body }: MessageView) => mediaName ?? body.split('\n')[0])).toEqual([
    'fachada.png',
    'Olá, com quem deseja falar?',
    'Olá, com quem deseja falar?',
  ]);
  await desk.admin.delete(`/whatsapp/${desk.connectionId}/media-upload`);
});

it('A tapped option chooses its queue, whatever its title was cut to', async () => {
  const { desk } = office;
  const [sales, support] = [await desk.queue('Comercial e novos negócios'), await desk.queue('Financeiro e cobrança')];
  await desk.routeTo(sales, support);
  const number = desk.number();
  const { ticketId } = await office.writes(number, 'Oi');
  await office.writes(number, 'Financeiro e co…', { choice: `queue:${support}` });
  expect((await office.show(ticketId)).queueId).toBe(support);
  const row = await office.scope.sql.one<{ menu: { options: { id: string; title: string }[] } }>(
    sql`select menu from tickets.message where ticket_id = ${ticketId} and menu is not null`,
  );
  expect(row?.menu.options).toEqual([
    { id: `queue:${sales}`, title: 'Comercial e novos negócios' },
    { id: `queue:${support}`, title: 'Financeiro e cobrança' },
  ]);
  const stranger = desk.number();
  const other = await office.writes(stranger, 'Oi');
  await office.writes(stranger, 'Outra coisa', { choice: 'queue:2000000000' });
  expect((await office.show(other.ticketId)).queueId).toBeNull();
});
