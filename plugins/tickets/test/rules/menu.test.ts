import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { ticketListRoom, type TicketView } from '../../contract.ts';
import { followRules } from '../../server/rules/follow-rules.ts';
import { undecided } from '../../server/rules/redirect.ts';
import { sweep, sweepConversations } from '../../server/rules/sweep.ts';
import { provider } from '../channel/provider.ts';
import { Office, startOffice } from './office.ts';
import { expectReads } from './expect-reads.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
let second: TestHost;
beforeAll(async () => {
  host = await startOffice();
  second = await startOffice(host);
});
afterAll(async () => {
  await second?.close();
  await host?.close();
});

const menu = 'Olá! Com quem deseja falar?\n\n1 - Comercial\n2 - Pós-venda';

const officeWithQueues = async (): Promise<{ office: Office; sales: number; after: number }> => {
  const office = await Office.of(host);
  const [sales, after] = [await office.desk.queue('Comercial'), await office.desk.queue('Pós-venda')];
  await office.desk.routeTo(sales, after);
  await office.connection(sql`greeting_message = 'Olá! Com quem deseja falar?'`);
  return { office, sales, after };
};

const minutesPass = (office: Office, minutes: number): Promise<number> =>
  office.scope.sql.run(
    sql`update tickets.automatic set menu_shown_at = menu_shown_at - make_interval(mins => ${minutes}),
               redirect_at = redirect_at - make_interval(mins => ${minutes})`,
  );

describe('The routing of a new ticket', () => {
  it('A ticket of a connection with one queue is greeted and goes to it, without a question', async () => {
    const { office, sales } = await officeWithQueues();
    await office.desk.routeTo(sales);
    const number = office.desk.number();
    const { ticketId } = await office.writes(number, 'Oi');
    expect(await office.show(ticketId)).toMatchObject({ queueId: sales, isAutomaticService: false });
    await office.writes(number, 'Bom dia');
    expect(await office.said(ticketId)).toEqual(['Olá! Com quem deseja falar?']);
    expect(await office.log(ticketId)).toEqual(['create', 'queue']);
  });

  it('A ticket of a connection without a menu is greeted too, if there is a greeting', async () => {
    const { office, sales } = await officeWithQueues();
    await office.connection(sql`max_use_bot_queues = 0, entry_queue_id = ${sales}`);
    const { ticketId } = await office.writes(office.desk.number(), 'Oi');
    expect(await office.said(ticketId)).toEqual(['Olá! Com quem deseja falar?']);
    expect(await office.show(ticketId)).toMatchObject({ queueId: sales });
    await office.connection(sql`greeting_message = ''`);
    const silent = await office.writes(office.desk.number(), 'Oi');
    expect(await office.said(silent.ticketId)).toEqual([]);
  });

  it('A ticket is greeted with the file of the connection before the text, with one queue too', async () => {
    const { office, sales } = await officeWithQueues();
    await office.desk.routeTo(sales);
    const file = { type: 'image', path: 'greeting.png', name: 'ola.png', mime: 'image/png', size: 3 };
    await office.connection(sql`greeting_media = ${JSON.stringify(file)}::jsonb`);
    const { ticketId } = await office.writes(office.desk.number(), 'Oi');
    const said = (await office.desk.messages(ticketId)).filter(({ fromMe }) => fromMe);
    expect(said.map(({ mediaName, body }) => mediaName ?? body)).toEqual(['ola.png', 'Olá! Com quem deseja falar?']);
    // The list shows what the person wrote, not the automatic message.
    expect(await office.show(ticketId)).toMatchObject({
      lastMessage: 'Oi',
      lastMessageType: 'text',
      lastMessageAck: null,
    });
  });

  it('A ticket of a connection with several queues is greeted with a numbered menu, and the answer chooses one', async () => {
    const { office, after } = await officeWithQueues();
    const number = office.desk.number();
    const { ticketId } = await office.writes(number, 'Oi');
    expect(await office.said(ticketId)).toEqual([menu]);
    expect(await office.show(ticketId)).toMatchObject({ queueId: null, isAutomaticService: true, status: 'pending' });
    await eventually(() =>
      provider.accepted.some((one) => one.connectionId === office.desk.connectionId && one.body === menu),
    );
    await office.writes(number, '2');
    expect(await office.show(ticketId)).toMatchObject({ queueId: after, isAutomaticService: false, status: 'pending' });
    expect(await office.log(ticketId)).toEqual(['create', 'chatBot', 'queue']);
    await office.writes(number, '1');
    expect(await office.show(ticketId)).toMatchObject({ queueId: after });
    expect(await office.said(ticketId)).toEqual([menu]);
  });

  it('A choice is visible at once in the list of its queue', async () => {
    const { office, after } = await officeWithQueues();
    const live = await (await office.desk.attendant('Ana', [after])).live();
    await live.join(ticketListRoom, { queueId: after });
    const number = office.desk.number();
    const { ticketId } = await office.writes(number, 'Oi');
    await office.writes(number, 'pos venda');
    await live.receives('update', ({ ticket }) => (ticket as TicketView).id === ticketId);
  });

  it('A wrong answer repeats the menu, maxUseBotQueues times, and not again for timeUseBotQueues minutes', async () => {
    const { office, sales } = await officeWithQueues();
    await office.connection(sql`max_use_bot_queues = 2, time_use_bot_queues = 30`);
    const number = office.desk.number();
    const { ticketId } = await office.writes(number, 'Oi');
    await office.writes(number, 'Quero ajuda');
    expect(await office.said(ticketId)).toEqual([menu, menu]);
    expect(await office.show(ticketId)).toMatchObject({ chatbot: true, lastMessage: 'Quero ajuda' });
    await office.writes(number, 'Oi?');
    await office.writes(number, 'Alô?');
    expect(await office.said(ticketId)).toEqual([menu, menu]);
    expect((await office.show(ticketId)).isAutomaticService).toBe(false);
    await minutesPass(office, 31);
    await office.writes(number, 'Ainda aqui');
    expect(await office.said(ticketId)).toEqual([menu, menu, menu]);
    expect((await office.show(ticketId)).isAutomaticService).toBe(true);
    await office.writes(number, 'Comercial');
    expect((await office.show(ticketId)).queueId).toBe(sales);
  });

  it('The menu is not repeated once a person of the company talks with the customer, though a choice still counts', async () => {
    const { office, after } = await officeWithQueues();
    const number = office.desk.number();
    const { ticketId } = await office.writes(number, 'Oi');
    await office.writes(number, 'Oi, aqui é a Ana, já vejo isso', { fromMe: true });
    await office.writes(number, 'Obrigado, Ana');
    expect(await office.said(ticketId)).toEqual([menu, 'Oi, aqui é a Ana, já vejo isso']);
    expect(await office.show(ticketId)).toMatchObject({ status: 'pending', isAutomaticService: false });
    await office.writes(number, '2');
    expect(await office.show(ticketId)).toMatchObject({ queueId: after });
  });

  it('A message written before the menu was sent is no answer to it', async () => {
    const { office, sales } = await officeWithQueues();
    const number = office.desk.number();
    const sent = await Promise.all(
      ['Oi', 'Bom dia', 'Preciso de ajuda'].map((body) => office.desk.arrives(number, body)),
    );
    await office.settled();
    const { ticketId } = sent[0]!;
    const said = await office.said(ticketId);
    expect(said.length).toBeLessThanOrEqual(3);
    expect(new Set(said)).toEqual(new Set([menu]));
    await office.writes(number, 'COMERCIAL');
    expect((await office.show(ticketId)).queueId).toBe(sales);
  });

  it('The same events repeated, by two nodes at once, repeat no menu', async () => {
    const { office, after } = await officeWithQueues();
    const number = office.desk.number();
    const first = await office.writes(number, 'Oi');
    const wrong = await office.writes(number, 'Hein?');
    for (const sent of [first, wrong, wrong])
      await Promise.all([followRules(sent, office.scope), followRules(sent, office.at(second))]);
    expect(await office.said(first.ticketId)).toEqual([menu, menu]);
    const choice = await office.writes(number, '2');
    await Promise.all([followRules(choice, office.scope), followRules(choice, office.at(second))]);
    expect((await office.show(first.ticketId)).queueId).toBe(after);
    expect(await office.log(first.ticketId)).toEqual(['create', 'chatBot', 'queue']);
  });

  it('After timeSendQueue minutes without a choice the ticket goes to sendIdQueue, once, whichever node runs the job', async () => {
    const { office, sales, after } = await officeWithQueues();
    await office.connection(sql`time_send_queue = 10, send_id_queue = ${after}`);
    const [undecided, decided, taken] = [office.desk.number(), office.desk.number(), office.desk.number()];
    const { ticketId } = await office.writes(undecided, 'Oi');
    const chosen = await office.writes(decided, 'Oi');
    await office.writes(decided, '1');
    const accepted = await office.writes(taken, 'Oi');
    await office.desk.admin.put(`/tickets/${accepted.ticketId}`, { status: 'open', queueId: sales });
    await sweepConversations(office.scope);
    expect((await office.show(ticketId)).queueId).toBeNull();

    await minutesPass(office, 11);
    await Promise.all([sweepConversations(office.scope), sweepConversations(office.at(second))]);
    expect(await office.show(ticketId)).toMatchObject({ queueId: after, isAutomaticService: false, status: 'pending' });
    expect(await office.log(ticketId)).toEqual(['create', 'chatBot', 'redirect']);
    expect((await office.show(chosen.ticketId)).queueId).toBe(sales);
    expect(await office.show(accepted.ticketId)).toMatchObject({ queueId: sales, status: 'open' });
    await sweepConversations(office.scope);
    expect(await office.log(ticketId)).toEqual(['create', 'chatBot', 'redirect']);
  });

  it('The job for undecided tickets is stored by the platform, and needs no timer of a node', async () => {
    const { office, after } = await officeWithQueues();
    await office.connection(sql`time_send_queue = 10, send_id_queue = ${after}`);
    const { ticketId } = await office.writes(office.desk.number(), 'Oi');
    await minutesPass(office, 11);
    await office.scope.jobs.schedule(sweep, {}, { key: 'now' });
    await eventually(async () => (await office.show(ticketId)).queueId === after);
  });

  it('Undecided tickets are found by an index that reads no others', async () => {
    const { office, after } = await officeWithQueues();
    await office.connection(sql`time_send_queue = 10, send_id_queue = ${after}`);
    await office.writes(office.desk.number(), 'Oi');
    await minutesPass(office, 11);
    const { owner } = host.kernel.database;
    await owner.query(
      `with made as (
         insert into contacts.contact (company_id, name, number)
         select $1, 'Cliente ' || n, '7799' || n from generate_series(1, 3000) n returning id),
       opened as (
         insert into tickets.ticket (company_id, contact_id, whatsapp_id, channel) select $1, id, $2, 'test' from made returning id)
       insert into tickets.automatic (company_id, ticket_id, redirect_at)
       select $1, id, case when id % 3 = 0 then now() + interval '1 hour' end from opened`,
      [office.desk.company.id, office.desk.connectionId],
    );
    await owner.query('analyze tickets.automatic');
    await expectReads(office.scope, undecided, 'automatic_redirect', 1);
  });

  it('The queue keyWordQueueId is the entry queue where no menu applies', async () => {
    const { office, sales, after } = await officeWithQueues();
    await office.connection(sql`entry_queue_id = ${after}, max_use_bot_queues = 0`);
    const noMenu = await office.writes(office.desk.number(), 'Oi');
    expect((await office.show(noMenu.ticketId)).queueId).toBe(after);
    expect(await office.said(noMenu.ticketId)).toEqual(['Olá! Com quem deseja falar?']);

    await office.connection(sql`max_use_bot_queues = 3`);
    const number = office.desk.number();
    const talk = await office.writes(number, 'Bom dia, aqui é a Ana', { fromMe: true });
    await office.writes(number, 'Oi Ana!');
    expect((await office.show(talk.ticketId)).queueId).toBe(after);
    expect(await office.said(talk.ticketId)).toEqual(['Bom dia, aqui é a Ana']);
    await office.desk.routeTo(sales);
    expect((await office.show((await office.writes(office.desk.number(), 'Oi')).ticketId)).queueId).toBe(sales);
  });

  it('A person who accepts ends automatic service, and returning the conversation does not restart it', async () => {
    const { office } = await officeWithQueues();
    const number = office.desk.number();
    const { ticketId } = await office.writes(number, 'Oi');
    const { body } = await office.desk.admin.put<TicketView>(`/tickets/${ticketId}`, { status: 'open' });
    expect(body).toMatchObject({ status: 'open', isAutomaticService: false });
    await office.writes(number, '9');
    await office.desk.admin.put(`/tickets/${ticketId}`, { status: 'pending', userId: null });
    await office.writes(number, 'E agora?');
    expect(await office.said(ticketId)).toEqual([menu]);
    expect((await office.show(ticketId)).isAutomaticService).toBe(false);
  });

  it('A customer who comes back gets the menu again', async () => {
    const { office, sales } = await officeWithQueues();
    await office.desk.reopenWithin(60);
    await office.connection(sql`max_use_bot_queues = 1`);
    const number = office.desk.number();
    const { ticketId } = await office.writes(number, 'Oi');
    await office.desk.admin.put(`/tickets/${ticketId}`, { status: 'closed' });
    await office.writes(number, 'Voltei');
    expect(await office.said(ticketId)).toEqual([menu, menu]);
    await office.writes(number, '1');
    expect((await office.show(ticketId)).queueId).toBe(sales);
    expect(await office.log(ticketId)).toEqual(['create', 'chatBot', 'closed', 'reopen', 'chatBot', 'queue']);
  });

  it('Two machines do not talk to each other for ever', async () => {
    const { office } = await officeWithQueues();
    await office.connection(sql`max_use_bot_queues = 100`);
    const number = office.desk.number();
    const { ticketId } = await office.writes(number, 'Resposta automática');
    await office.scope.sql.run(sql`update tickets.automatic set replies = 29`);
    for (const body of ['Resposta automática', 'Resposta automática', 'Resposta automática'])
      await office.writes(number, body);
    expect(await office.said(ticketId)).toEqual([menu, menu]);
    await office.scope.sql.run(sql`update tickets.automatic set replies_since = now() - interval '25 hours'`);
    await office.writes(number, 'Resposta automática');
    expect(await office.said(ticketId)).toEqual([menu, menu, menu]);
  });
});
