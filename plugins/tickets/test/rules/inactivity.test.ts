import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { quietConversations } from '../../server/rules/inactivity.ts';
import { sweepConversations } from '../../server/rules/sweep.ts';
import { provider } from '../channel/provider.ts';
import { Office, startOffice } from './office.ts';
import { expectReads } from './expect-reads.ts';

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

const reminder = 'Você ainda está aí?';
const farewell = 'Encerramos por falta de resposta.';

const impatient = async (settings: Record<string, string> = {}): Promise<Office> => {
  const office = await Office.of(host, settings);
  await office.connection(
    sql`time_inactive_message = 20, inactive_message = ${reminder}, expires_ticket = 24, when_expires_ticket = 1,
        expires_inactive_message = ${farewell}`,
  );
  return office;
};

/** An accepted conversation in which the company wrote last, or only the customer wrote. */
const open = async (office: Office, last: 'ours' | 'theirs' = 'ours') => {
  const number = office.desk.number();
  const { ticketId } = await office.writes(number, 'Oi');
  await office.desk.admin.put(`/tickets/${ticketId}`, { status: 'open' });
  if (last === 'ours') await office.desk.admin.post(`/messages/${ticketId}`, { body: 'Em que posso ajudar?' });
  await office.settled();
  return { number, ticketId };
};

const pass = async (office: Office, ticketId: number, minutes: number): Promise<void> => {
  // A delivery changes a conversation, and would end the silence that is about to pass.
  await office.settled();
  await office.ticket(
    ticketId,
    sql`updated_at = updated_at - make_interval(mins => ${minutes}), reminded_at = reminded_at - make_interval(mins => ${minutes}),
        quiet_since = quiet_since - make_interval(mins => ${minutes})`,
  );
  await office.scope.sql.run(
    sql`update tickets.message set accepted_at = accepted_at - make_interval(mins => ${minutes}),
          delivered_at = delivered_at - make_interval(mins => ${minutes}) where ticket_id = ${ticketId}`,
  );
};

/** Both nodes at once, like a job that runs twice. */
const sweep = async (office: Office): Promise<void> => {
  await Promise.all([sweepConversations(office.scope), sweepConversations(office.at(second))]);
  await office.settled();
};

describe('Inactive conversations', () => {
  it('The message inactiveMessage is sent after timeInactiveMessage minutes, once per silence', async () => {
    const office = await impatient();
    const { number, ticketId } = await open(office);
    await pass(office, ticketId, 19);
    await sweep(office);
    expect(await office.said(ticketId)).not.toContain(reminder);
    await pass(office, ticketId, 2);
    await sweep(office);
    await pass(office, ticketId, 60);
    await sweep(office);
    expect((await office.said(ticketId)).filter((body) => body === reminder)).toHaveLength(1);
    // The customer comes back, and goes silent again.
    await office.writes(number, 'Estou sim');
    await office.desk.admin.post(`/messages/${ticketId}`, { body: 'Ótimo' });
    await pass(office, ticketId, 21);
    await sweep(office);
    expect((await office.said(ticketId)).filter((body) => body === reminder)).toHaveLength(2);
  });

  it('No reminder is sent where the customer waits for the company: neither when they wrote last nor before they are served', async () => {
    const office = await impatient();
    const { ticketId } = await open(office, 'theirs');
    const waiting = await office.writes(office.desk.number(), 'Oi');
    for (const id of [ticketId, waiting.ticketId]) await pass(office, id, 100_000);
    await sweep(office);
    expect(await office.said(ticketId)).toEqual([]);
    expect(await office.said(waiting.ticketId)).toEqual([]);
    expect([(await office.show(ticketId)).status, (await office.show(waiting.ticketId)).status]).toEqual([
      'open',
      'pending',
    ]);
  });

  it('A conversation is closed after expiresTicket hours with expiresInactiveMessage, and a reminder in between delays nothing', async () => {
    const office = await impatient();
    const { ticketId } = await open(office);
    await pass(office, ticketId, 21);
    await sweep(office);
    await pass(office, ticketId, 24 * 60 - 22);
    await sweep(office);
    expect((await office.show(ticketId)).status).toBe('open');
    await pass(office, ticketId, 2);
    await sweep(office);
    await sweep(office);
    expect(await office.show(ticketId)).toMatchObject({ status: 'closed', userId: office.desk.admin.id });
    expect(await office.said(ticketId)).toEqual(['Em que posso ajudar?', reminder, farewell]);
    expect(await office.log(ticketId)).toEqual(['create', 'open', 'closed']);
  });

  it('With whenExpiresTicket 0 a conversation is always closed, with 1 only when the company wrote last', async () => {
    const office = await impatient();
    const { ticketId } = await open(office, 'theirs');
    await pass(office, ticketId, 25 * 60);
    await sweep(office);
    expect((await office.show(ticketId)).status).toBe('open');
    await office.connection(sql`when_expires_ticket = 0`);
    await sweep(office);
    expect((await office.show(ticketId)).status).toBe('closed');
    expect(await office.said(ticketId)).toEqual([farewell]);
  });

  it('A conversation whose last answer has not left yet is neither reminded nor closed, and its silence begins with the delivery', async () => {
    const office = await impatient();
    const { ticketId } = await open(office, 'theirs');
    const answer = `Resposta parada ${ticketId}`;
    provider.refusals.set(answer, { failure: 'refused', times: 1 });
    const { body: sent } = await office.desk.admin.post<{ id: number }>(`/messages/${ticketId}`, { body: answer });
    await pass(office, ticketId, 25 * 60);
    await sweep(office);
    await office.connection(sql`when_expires_ticket = 0`);
    await sweep(office);
    expect((await office.show(ticketId)).status).toBe('open');
    expect(await office.said(ticketId)).toEqual([answer]);
    await office.connection(sql`when_expires_ticket = 1`);
    expect((await office.desk.admin.post(`/messages/${sent.id}/retry`)).status).toBe(200);
    await office.settled();
    // Written a day ago, and delivered just now.
    await office.ticket(ticketId, sql`updated_at = now() - interval '25 hours'`);
    await sweep(office);
    expect(await office.said(ticketId)).toEqual([answer]);
    await pass(office, ticketId, 21);
    await sweep(office);
    expect(await office.said(ticketId)).toEqual([answer, reminder]);
    await pass(office, ticketId, 2 * 60);
    await sweep(office);
    expect((await office.show(ticketId)).status).toBe('open');
  });

  it('Nothing happens to inactive conversations without settings', async () => {
    const office = await Office.of(host);
    const { ticketId } = await open(office);
    await pass(office, ticketId, 1_000_000);
    await sweep(office);
    expect(await office.show(ticketId)).toMatchObject({ status: 'open' });
    expect(await office.said(ticketId)).toEqual(['Em que posso ajudar?']);
  });

  it('Attendant and queue are removed where the company says so, and the conversation keeps its owner', async () => {
    const office = await impatient({ defaultRemoveUserQueue: 'enabled' });
    const ana = await office.desk.attendant('Ana');
    const { ticketId } = await office.desk.accepted(ana);
    await ana.post(`/messages/${ticketId}`, { body: 'Oi!' });
    await office.settled();
    await pass(office, ticketId, 25 * 60);
    await sweep(office);
    const list = await ana.get<{ tickets: { id: number; userId: number | null }[] }>('/tickets?status=closed');
    expect(list.body.tickets).toMatchObject([{ id: ticketId, userId: null }]);
  });

  it('Many conversations of many companies are each reminded once and closed once, on two nodes at the same time', async () => {
    const offices = [await impatient(), await impatient(), await impatient()];
    const opened: { office: Office; ticketId: number }[] = [];
    for (const office of offices)
      for (let count = 0; count < 8; count += 1) opened.push({ office, ticketId: (await open(office)).ticketId });
    for (const { office, ticketId } of opened) await pass(office, ticketId, 21);
    await Promise.all(offices.map(sweep));
    for (const { office, ticketId } of opened) await pass(office, ticketId, 24 * 60);
    await Promise.all(offices.map(sweep));
    for (const { office, ticketId } of opened) {
      expect(await office.said(ticketId)).toEqual(['Em que posso ajudar?', reminder, farewell]);
      expect((await office.log(ticketId)).filter((type) => type === 'closed')).toHaveLength(1);
    }
  });

  it('Inactive conversations are found by an index that reads no others', async () => {
    const office = await impatient();
    const { ticketId } = await open(office);
    await pass(office, ticketId, 25 * 60);
    const { company, connectionId } = office.desk;
    const owner = host.kernel.database.owner;
    await owner.query(
      `with made as (
         insert into contacts.contact (company_id, name, number)
         select $1, 'Cliente ' || n, '7799' || n from generate_series(1, 5000) n returning id)
       insert into tickets.ticket (company_id, status, contact_id, whatsapp_id, channel, last_message_ack)
       select $1, case when id % 4 = 0 then 'closed' else 'open' end, id, $2, 'test', case when id % 2 = 0 then 1 end from made`,
      [company.id, connectionId],
    );
    await owner.query(
      `insert into tickets.message (company_id, ticket_id, body, from_me, ack, accepted_at)
       select $1, id, 'Oi', true, 1, now() from tickets.ticket where company_id = $1 and id <> $2`,
      [company.id, ticketId],
    );
    await owner.query('analyze tickets.ticket, tickets.message');
    for (const kinds of [[1], [1, 2], [0, 1, 2]])
      await expectReads(office.scope, quietConversations(connectionId, kinds, 20), ['ticket_quiet', 'message_pkey'], 1);
  });

  it('Groups are not reminded or closed', async () => {
    const office = await impatient();
    await office.connection(sql`allow_group = true, group_as_ticket = true, when_expires_ticket = 0`);
    const group = {
      identity: { channel: 'test', scope: '', kind: 'group' as const, value: 'g-quiet' },
      name: 'Condomínio',
    };
    const { ticketId } = await office.writes(office.desk.number(), 'Oi', { group });
    await office.desk.admin.put(`/tickets/${ticketId}`, { status: 'open' });
    await pass(office, ticketId, 25 * 60);
    await sweep(office);
    expect((await office.show(ticketId)).status).toBe('open');
    expect(await office.said(ticketId)).toEqual([]);
  });
});
