import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, type TestHost } from '@balcao/testing';
import { indexesOf } from '../../../scripts/test/due-indexes.ts';
import { companiesDue, dueNow } from '../../../scripts/test/due-jobs.ts';
import { sweepSessions, watchCalendar } from '../server/engine/jobs.ts';
import { sweepDue } from '../server/engine/sweep.ts';
import { localTime } from '../server/occasions/calendar.ts';
import { calendarDue } from '../server/occasions/run.ts';
import { drawing, earlier, FlowOffice, say, startFlows } from './flow-office.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startFlows();
}, 180_000);
afterAll(() => host?.close());

/** A company with a conversation that waits for ten minutes, and goes on with a text. */
const pausing = async (): Promise<{ office: FlowOffice; ticketId: number }> => {
  const office = await FlowOffice.of(host);
  const flow = await office.flow(
    [['p', 'delayNode', { delay: 600 }], say('a', 'Ainda está aí?')],
    [
      ['start', 'p'],
      ['p', 'a'],
    ],
  );
  await office.answerWith(flow);
  const { ticketId } = await office.writes(office.number(), 'Oi');
  await eventually(async () => (await office.session(ticketId)).state === 'waiting');
  return { office, ticketId };
};
const isDue = async ({ company }: FlowOffice, due = sweepDue): Promise<boolean> =>
  (await companiesDue(host, due)).includes(company.id);
/** Lets a job look for companies until it has done this. */
const byJob = (job: { id: string }, isDone: () => Promise<boolean>): Promise<unknown> =>
  eventually(async () => {
    await dueNow(host, job);
    return isDone();
  });

test('the sweep continues a session whose wait is over, and finds its company no longer', async () => {
  const { office, ticketId } = await pausing();
  expect(await isDue(office)).toBe(false);
  await office.scope.sql.run(sql`update flows.session set ${earlier(11)}`);
  await byJob(sweepSessions, async () => (await office.said(ticketId)).length > 0);
  await eventually(async () => (await office.session(ticketId)).state === 'ended');
  expect(await isDue(office)).toBe(false);
});

test('the sweep continues a session whose last answer has settled', async () => {
  const office = await FlowOffice.of(host);
  const flow = await office.flow(
    [['v', 'variableNode', { labelInput: 'caso', value: '' }], say('a', 'Anotei: %caso%')],
    [
      ['start', 'v'],
      ['v', 'a'],
    ],
  );
  await office.answerWith(flow);
  const number = office.number();
  const { ticketId } = await office.writes(number, 'Oi');
  await office.writes(number, 'Fui demitido');
  // The job of this session is lost, and only the sweep is left.
  await host.kernel.database.owner.query(
    `delete from jobs.job where name like 'flows.wake%' and data->>'companyId' = $1`,
    [String(office.company.id)],
  );
  await byJob(sweepSessions, async () => (await office.said(ticketId)).includes('Anotei: Fui demitido'));
});

test('the sweep continues a session that a stopped server left in the middle', async () => {
  const { office, ticketId } = await pausing();
  await office.scope.sql.run(
    sql`update flows.session set state = 'running', wake_at = null, touched_at = now() - interval '20 seconds'`,
  );
  expect(await isDue(office)).toBe(false);
  await office.scope.sql.run(sql`update flows.session set touched_at = now() - interval '1 minute'`);
  await byJob(sweepSessions, async () => (await office.session(ticketId)).state === 'waiting');
  expect(await isDue(office)).toBe(false);
});

test('the sweep removes an offer that was not taken up, and leaves one whose conversation the flow has', async () => {
  const { office, ticketId } = await pausing();
  const old = sql`update flows.session set state = 'offered', touched_at = now() - interval '5 minutes'`;
  await office.scope.sql.run(old);
  expect(await isDue(office)).toBe(false);
  await office.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: office.admin.id });
  await office.settled();
  expect((await office.ticket(ticketId)).automaticBy).toBeNull();
  await byJob(
    sweepSessions,
    async () => (await office.scope.sql.rows(sql`select 1 from flows.session where state = 'offered'`)).length === 0,
  );
  expect(await isDue(office)).toBe(false);
});

test('the calendar is looked at in companies with a published flow that is attached to it', async () => {
  const [office, without, unpublished] = [
    await FlowOffice.of(host),
    await FlowOffice.of(host),
    await FlowOffice.of(host),
  ];
  const { ticketId } = await office.writes(office.number(), 'Oi');
  await without.flow([say('a', 'Oi')], [['start', 'a']]);
  const data = drawing([say('a', 'Bom dia')], [['start', 'a']]);
  const { minute } = localTime(new Date(), 'America/Sao_Paulo');
  const subject = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${minute % 60 < 30 ? '00' : '30'}`;
  for (const { admin, scope } of [office, unpublished]) {
    const triggers = [{ trigger: 'flows.daily', subject }];
    expect((await admin.post('/flow', { title: 'Na hora', data, triggers })).status).toBe(200);
    await scope.sql.run(sql`update flows.trigger set since = '2026-01-01'`);
  }
  await unpublished.scope.sql.run(sql`update flows.flow set live_id = null`);
  for (const one of [without, unpublished]) expect(await isDue(one, calendarDue)).toBe(false);
  await byJob(watchCalendar, async () => (await office.said(ticketId)).includes('Bom dia'));
});

test('a wait that is over is found by its time, whatever the number of sessions', async () => {
  const office = await FlowOffice.of(host);
  const { owner } = host.kernel.database;
  // Only one session of a conversation has not ended, so the many have conversations of their own.
  await owner.query(
    `with made as (
       insert into contacts.contact (company_id, name, number)
       select $1, 'Cliente ' || n, '7766' || n from generate_series(1, 5000) n returning id),
     opened as (
       insert into tickets.ticket (company_id, contact_id, whatsapp_id, channel) select $1, id, $2, 'telephone' from made returning id)
     insert into flows.session (company_id, ticket_id, state, wake_at, started_by, touched_at)
     select $1, id, 'waiting', now() + interval '1 day', 'test', now() from opened`,
    [office.company.id, office.connectionId],
  );
  await owner.query('analyze flows.session, tickets.ticket');
  expect(new Set(await indexesOf(host, sweepDue))).toEqual(
    new Set(['session_due_anywhere', 'session_settling', 'session_unfinished', 'ticket_pkey']),
  );
});
