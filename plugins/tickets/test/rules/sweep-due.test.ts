import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, type TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { indexesOf } from '../../../../scripts/test/due-indexes.ts';
import { companiesDue, dueNow } from '../../../../scripts/test/due-jobs.ts';
import { companiesWithQuiet } from '../../server/rules/inactivity.ts';
import { companiesWithUndecided } from '../../server/rules/redirect.ts';
import { sweep, sweepDue } from '../../server/rules/sweep.ts';
import { provider } from '../channel/provider.ts';
import { Office, startOffice } from './office.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startOffice();
});
afterAll(() => host?.close());

const reminder = 'Você ainda está aí?';
const farewell = 'Encerramos por falta de resposta.';
const impatient = async (set = sql`when_expires_ticket = 1`): Promise<Office> => {
  const office = await Office.of(host);
  await office.connection(
    sql`time_inactive_message = 20, inactive_message = ${reminder}, expires_ticket = 24,
        expires_inactive_message = ${farewell}, ${set}`,
  );
  return office;
};

/** A conversation of an attendant, in which the customer wrote last, or the company with this answer. */
const served = async (office: Office, answer?: string): Promise<number> => {
  const { ticketId } = await office.writes(office.desk.number(), 'Oi');
  await office.desk.admin.put(`/tickets/${ticketId}`, { status: 'open' });
  if (answer !== undefined) await office.desk.admin.post(`/messages/${ticketId}`, { body: answer });
  await office.settled();
  return ticketId;
};

const pass = async (office: Office, ticketId: number, minutes: number): Promise<void> => {
  await office.settled();
  const ago = sql`make_interval(mins => ${minutes}::int)`;
  await office.scope.sql.run(
    sql`update tickets.message set accepted_at = accepted_at - ${ago}, delivered_at = delivered_at - ${ago} where ticket_id = ${ticketId}`,
  );
  await office.ticket(
    ticketId,
    sql`updated_at = updated_at - ${ago}, reminded_at = reminded_at - ${ago}, quiet_since = quiet_since - ${ago}`,
  );
};

const isDue = async (office: Office): Promise<boolean> =>
  (await companiesDue(host, sweepDue)).includes(office.desk.company.id);
/** Lets the job look for companies until it has done this. */
const byJob = (isDone: () => Promise<boolean>): Promise<unknown> =>
  eventually(async () => {
    await dueNow(host, sweep);
    return isDone();
  });

it('The job reminds and closes where a conversation was silent long enough, and its company is due no longer', async () => {
  const office = await impatient();
  const ticketId = await served(office, 'Em que posso ajudar?');
  await pass(office, ticketId, 19);
  expect(await isDue(office)).toBe(false);
  await pass(office, ticketId, 2);
  await byJob(async () => (await office.said(ticketId)).includes(reminder));
  await office.settled();
  expect(await isDue(office)).toBe(false);
  await pass(office, ticketId, 23 * 60);
  expect(await isDue(office)).toBe(false);
  await pass(office, ticketId, 60);
  await byJob(async () => (await office.show(ticketId)).status === 'closed');
  expect(await office.said(ticketId)).toEqual(['Em que posso ajudar?', reminder, farewell]);
  expect(await isDue(office)).toBe(false);
});

it('The job closes a conversation in which the customer wrote last where the connection says so', async () => {
  const [closing, keeping] = [await impatient(sql`when_expires_ticket = 0`), await impatient()];
  const [closed, kept] = [await served(closing), await served(keeping)];
  await pass(closing, closed, 25 * 60);
  await pass(keeping, kept, 25 * 60);
  expect(await isDue(keeping)).toBe(false);
  await byJob(async () => (await closing.show(closed)).status === 'closed');
  expect((await keeping.show(kept)).status).toBe('open');
});

it('The job moves a conversation whose menu got no answer in time', async () => {
  const office = await Office.of(host);
  const [sales, after] = [await office.desk.queue('Comercial'), await office.desk.queue('Pós-venda')];
  await office.desk.routeTo(sales, after);
  await office.connection(sql`greeting_message = 'Olá!', time_send_queue = 10, send_id_queue = ${after}`);
  const { ticketId } = await office.writes(office.desk.number(), 'Oi');
  expect(await isDue(office)).toBe(false);
  await office.scope.sql.run(sql`update tickets.automatic set redirect_at = redirect_at - interval '11 minutes'`);
  await byJob(async () => (await office.show(ticketId)).queueId === after);
  await office.settled();
  expect(await isDue(office)).toBe(false);
});

it('Companies are left out whose silent conversations are neither reminded of nor closed', async () => {
  const without = await Office.of(host);
  await pass(without, await served(without, 'Pois não?'), 100_000);
  const unsent = await impatient();
  const answer = `Resposta parada ${unsent.desk.company.id}`;
  provider.refusals.set(answer, { failure: 'refused', times: 1 });
  await pass(unsent, await served(unsent, answer), 100_000);
  const group = await impatient(sql`allow_group = true, group_as_ticket = true`);
  const identity = { channel: 'test', scope: '', kind: 'group' as const, value: 'g-due' };
  const { ticketId } = await group.writes(group.desk.number(), 'Oi', { group: { identity, name: 'Condomínio' } });
  await group.desk.admin.put(`/tickets/${ticketId}`, { status: 'open' });
  await pass(group, ticketId, 100_000);
  const found = await companiesDue(host, sweepDue);
  for (const { desk } of [without, unsent, group]) expect(found).not.toContain(desk.company.id);
});

it('Companies are found by indexes that hold few conversations', async () => {
  const office = await impatient();
  const { company, connectionId } = office.desk;
  const { owner } = host.kernel.database;
  await owner.query(
    `with made as (
       insert into contacts.contact (company_id, name, number)
       select $1, 'Cliente ' || n, '7788' || n from generate_series(1, 5000) n returning id),
     opened as (
       insert into tickets.ticket (company_id, status, contact_id, whatsapp_id, channel)
       select $1, case when id % 10 = 0 then 'open' else 'closed' end, id, $2, 'test' from made returning id)
     insert into tickets.automatic (company_id, ticket_id, redirect_at)
     select $1, id, case when id % 100 = 0 then now() + interval '1 hour' end from opened`,
    [company.id, connectionId],
  );
  await owner.query(
    `insert into tickets.message (company_id, ticket_id, body, from_me)
     select company_id, id, 'Oi', true from tickets.ticket where company_id = $1`,
    [company.id],
  );
  await owner.query('analyze tickets.ticket, tickets.automatic, tickets.message');
  expect(await indexesOf(host, companiesWithUndecided)).toEqual(['automatic_redirect']);
  const looks = await indexesOf(host, companiesWithQuiet);
  expect(looks.filter((name) => name !== 'connection_pkey')).toEqual([
    'ticket_quiet',
    'message_pkey',
    'ticket_quiet',
    'message_pkey',
  ]);
});
