import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@balcao/embedded-postgres';
import { databasePassword } from '@balcao/kernel/config';
import { sql } from '@balcao/sdk/server';
import { startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { scheduleWakes } from '../../plugins/flows/server/engine/wake-times.ts';
import { quantile } from './figures.ts';
import { flowCustomers } from './flow-customers.ts';
import { ms, type Row } from './table.ts';

const waiting = 10_000;
const waking = 500;
const answering = 100;
/** Seconds without traffic: each minute sweeps once. */
const idleSeconds = Number(process.env['FLOW_IDLE_SECONDS'] ?? 61);
/** Goals in milliseconds at the 99th percentile. */
const goals = { wake: 5_000, answer: 3_000 };

const element = (id: string, type: string, data: object) => ({ id, type, position: { x: 0, y: 0 }, data });
const edge = (source: string, target: string, sourceHandle = 'out') => ({
  id: `${source}-${sourceHandle}`,
  type: 'custom',
  source,
  target,
  sourceHandle,
  targetHandle: 'in',
});
/** A menu, and behind its answer a pause of a day with a text after it. */
const drawing = JSON.stringify([
  element('start', 'startNode', { label: 'Inicio' }),
  element('menu', 'questionNode', { question: 'Opção?', options: [{ id: '1', title: 'Boleto' }], optionType: 'text' }),
  element('thanks', 'messageNode', { label: 'Um momento, %primeiro_nome%' }),
  element('pause', 'delayNode', { delay: 86_400 }),
  element('text', 'messageNode', { label: 'Ainda está aí, %primeiro_nome%?' }),
  edge('start', 'menu'),
  edge('menu', 'thanks', 'option-1'),
  edge('thanks', 'pause'),
  edge('pause', 'text'),
]);

/** Makes conversations that wait in the pause of the flow, as its engine leaves them. */
const makeWaiting = async (company: TestCompany, flowId: number): Promise<void> => {
  const tickets = company.scope('tickets').sql;
  await tickets.run(sql`
    with people as (
      insert into contacts.contact (name, number)
      select 'Cliente ' || n, '5511' || lpad(n::text, 9, '0') from generate_series(1, ${waiting}) n returning id)
    insert into tickets.ticket (status, contact_id, whatsapp_id, channel, last_message, automatic_by, routing)
    select 'pending', p.id, (select id from connections.connection limit 1), 'telephone', 'Oi', 'flows', 'done' from people p`);
  await company.scope('flows').sql.run(sql`
    insert into flows.session (ticket_id, flow_id, version_id, connection_id, state, node_id, seq, memory, started_by, wake_at)
    select t.id, v.flow_id, v.id, t.whatsapp_id, 'waiting', 'pause', 4,
           json_build_object('flowId', v.flow_id, 'versionId', v.id, 'nodeId', 'pause', 'status', 'waiting',
             'wait', json_build_object('kind', 'timer', 'token', '4', 'until', 0, 'settles', false, 'typing', false, 'state', null),
             'isReturning', false, 'values', json_build_object(), 'stack', json_build_array(), 'seq', 4,
             'turn', json_build_object('steps', 4, 'messages', 2, 'visits', json_build_object()), 'visits', json_build_object(),
             'usedErrorPath', false, 'enteredAt', 0, 'lastReply', null, 'ended', null),
           'bench', now() + interval '1 day'
      from tickets.ticket t join flows.version v on v.flow_id = ${flowId}`);
};

interface Idle {
  /** Milliseconds of this process, and of PostgreSQL's transactions the number. */
  cpu: number;
  transactions: number;
}
const idle = async (host: TestHost): Promise<Idle> => {
  const transactions = async (): Promise<number> => {
    const { rows } = await host.kernel.database.owner.query<{ n: string }>(
      'select xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()',
    );
    return Number(rows[0]?.n);
  };
  const before = await transactions();
  const from = process.cpuUsage();
  await sleep(idleSeconds * 1000);
  const { user, system } = process.cpuUsage(from);
  return { cpu: (user + system) / 1000, transactions: (await transactions()) - before };
};

/** Lets sessions wake in the course of one second, while other customers answer a menu; returns how late each step is. */
const wake = async (company: TestCompany, customers: Awaited<ReturnType<typeof flowCustomers>>) => {
  const scope = company.scope('flows');
  const start = Date.now() + 2_000;
  const rows = await scope.sql.rows<{ sessionId: number; at: Date }>(sql`
    update flows.session s set wake_at = to_timestamp(${start / 1000}::float8 + x.place * 1.0 / ${waking})
      from (select id, row_number() over (order by id) - 1 as place from flows.session where node_id = 'pause' order by id limit ${waking}) x
     where s.id = x.id returning s.id as "sessionId", s.wake_at as at`);
  await scheduleWakes(scope, rows);
  await sleep(start - Date.now());
  const sent = await customers.answer(1_000);
  const due = new Map(rows.map(({ sessionId, at }) => [sessionId, at.getTime()]));
  const late = async (): Promise<number[]> =>
    (
      await scope.sql.rows<{ sessionId: number; at: Date }>(
        sql`select session_id as "sessionId", at from flows.step where node_id = 'text'`,
      )
    ).map(({ sessionId, at }) => at.getTime() - (due.get(sessionId) ?? 0));
  const answered = async (): Promise<number[]> =>
    (
      await scope.sql.rows<{ ticketId: number; at: Date }>(
        sql`select s.ticket_id as "ticketId", x.at from flows.step x join flows.session s on s.company_id = x.company_id and s.id = x.session_id
             where x.node_id = 'menu' and not x.is_entry`,
      )
    ).map(({ ticketId, at }) => at.getTime() - (sent.get(ticketId) ?? 0));
  let found: [number[], number[]] = [[], []];
  for (let tries = 0; tries < 60; tries += 1) {
    found = [await late(), await answered()];
    if (found[0].length === waking && found[1].length === answering) break;
    await sleep(500);
  }
  return found;
};

/**
 * Measures what 10,000 waiting sessions cost a server without traffic, and how late the steps of 500 sessions are that
 * wake in the course of one second, and of customers who answer meanwhile. It creates its own data.
 */
export const flows = async (): Promise<Row[]> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'balcao-flows-'));
  const database = await startEmbeddedPostgres({ dataDir, password: databasePassword, log: console.error });
  try {
    const plugins = ['users', 'companies', 'queues', 'contacts', 'connections', 'tickets', 'flows'];
    const host = await startTestHost({ databaseUrl: database.url, plugins });
    try {
      const company = await host.company({ settings: { flow: 'enabled' } });
      const customers = await flowCustomers(host, company, answering);
      const { body } = await company.admin.post<{ id: number }>('/flow', { title: 'Bench', data: drawing });
      await host.kernel.database.owner.query('vacuum analyze');
      const without = await idle(host);
      await makeWaiting(company, body.id);
      await host.kernel.database.owner.query('vacuum analyze');
      const withThem = await idle(host);
      await company.admin.put(`/whatsapp-flow-options/connection/${customers.connectionId}`, { flowId: body.id });
      await customers.begin();
      const [late, answered] = await wake(company, customers);
      const p99 = { late: quantile(late, 0.99), answered: quantile(answered, 0.99) };
      return [
        {
          what: `${waiting} waiting flow sessions, ${idleSeconds} s without traffic`,
          figure: `${Math.round(withThem.cpu)} ms CPU, ${withThem.transactions} transactions`,
          limit: `${Math.round(without.cpu)} ms CPU, ${without.transactions} transactions without them`,
        },
        {
          what: `${waking} flow sessions waking in one second: from due to each step`,
          figure: `${late.length} continued, the last after ${ms(Math.max(...late))}`,
          goal: `p99 ≤ ${goals.wake} ms`,
          met: late.length === waking && p99.late <= goals.wake,
          p50: quantile(late, 0.5),
          p99: p99.late,
        },
        {
          what: `${answering} customers who answer a menu in that second: from message to step`,
          figure: `${answered.length} answered`,
          goal: `p99 ≤ ${goals.answer} ms`,
          met: answered.length === answering && p99.answered <= goals.answer,
          p50: quantile(answered, 0.5),
          p99: p99.answered,
        },
      ];
    } finally {
      await host.close();
    }
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};
