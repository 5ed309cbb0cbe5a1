import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import pg from 'pg';
import { eventually, type TestHost } from '@balcao/testing';
import { Phones } from '../../../scripts/test/phones/phones.ts';
import { killNodes, startNode } from './nodes.ts';
import { Office, startServer } from './office.ts';

let host: TestHost;
let phones: Phones;
let database: pg.Client;

beforeAll(async () => {
  phones = await Phones.open();
  host = await startServer();
});
afterAll(async () => {
  killNodes();
  await database?.end();
  phones?.close();
});

/**
 * Lets one write of a company wait, the one with the number in `halt.at`: a node can be killed in it. Counts are
 * sequences, because they count writes of transactions that were undone, too.
 */
const countWrites = `
  create schema halt;
  create table halt.at (company_id int primary key, number int not null);
  create function halt.count() returns trigger language plpgsql security definer as $$
    declare company int := (to_jsonb(coalesce(new, old))->>'company_id')::int;
    begin
      if to_regclass('halt.writes_' || company) is null then return null; end if;
      if nextval('halt.writes_' || company) = (select number from halt.at where company_id = company) then
        perform pg_sleep(600);
      end if;
      return null;
    end $$;
  do $$
    declare called regclass;
    begin
      for called in select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
                     where relkind in ('r', 'p') and not relispartition and relnamespace::regnamespace::text in ('agenda', 'tickets') loop
        execute format('create trigger halt after insert or update or delete on %s for each row execute function halt.count()', called);
      end loop;
    end $$`;

interface Case {
  companyId: number;
  scheduleId: number;
  number: string;
  /** The write in which its node is killed. */
  step: number;
}
/** More than a message has, which ends the test. */
const maxSteps = 20;
const atOnce = 5;

test('a message that fell due in a downtime leaves once, whichever of its steps a node was killed in', async () => {
  database = new pg.Client({ connectionString: host.databaseUrl });
  await database.connect();
  await database.query(countWrites);
  const cases: Case[] = [];
  for (let step = 1; step <= maxSteps; step += 1) {
    const office = await Office.of(host);
    const { id, number } = await office.contact();
    const { rows } = await database.query<{ id: number }>(
      `insert into agenda.schedule (company_id, body, contact_id, send_at)
       values ($1, 'Lembrete da audiência', $2, now() - interval '30 minutes') returning id`,
      [office.company.id, id],
    );
    cases.push({ companyId: office.company.id, scheduleId: rows[0]?.id ?? 0, number, step });
  }
  // From here on only processes that can be killed send.
  await host.kernel.close();

  const isDone = async ({ scheduleId }: Case): Promise<boolean> => {
    const { rowCount } = await database.query(
      `select from agenda.schedule s join tickets.message m on m.company_id = s.company_id and m.id = s.message_id
        where s.id = $1 and s.status = 'ENVIADA' and s.sent_at is not null and m.ack > 0`,
      [scheduleId],
    );
    return rowCount === 1;
  };
  /** The connections that wait in a write. */
  const waiting = async (): Promise<number[]> => {
    const { rows } = await database.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
    );
    return rows.map(({ pid }) => pid);
  };

  const interrupted: Case[] = [];
  let isLast = false;
  for (let from = 0; from < cases.length && !isLast; from += atOnce) {
    const some = cases.slice(from, from + atOnce);
    const node = await startNode(host);
    for (const { companyId, step } of some) {
      await database.query(`create sequence halt.writes_${companyId}`);
      await database.query('insert into halt.at values ($1, $2)', [companyId, step]);
      node.send(companyId);
    }
    const ended = await eventually(async () => {
      const done: Case[] = [];
      for (const one of some) if (await isDone(one)) done.push(one);
      return (await waiting()).length + done.length === some.length && done;
    });
    const backends = await waiting();
    node.kill('SIGKILL');
    await once(node, 'exit');
    await database.query('delete from halt.at');
    // The server ends what a dead client began.
    for (const pid of backends) await database.query('select pg_terminate_backend($1)', [pid]);
    interrupted.push(...some.filter((one) => !ended.includes(one)));
    isLast = ended.length > 0;
  }
  console.log(`killed in each of ${interrupted.length} writes`);
  expect(isLast).toBe(true);
  expect(interrupted.length).toBeGreaterThan(5);

  const node = await startNode(host);
  for (const { companyId } of interrupted) node.send(companyId);
  for (const one of interrupted) await eventually(() => isDone(one));
  for (const { number } of interrupted) expect(phones.to(number)).toHaveLength(1);
  const { rows } = await database.query<{ late: number }>(
    `select min(late_minutes) as late from agenda.schedule where status = 'ENVIADA'`,
  );
  expect(rows[0]?.late).toBeGreaterThanOrEqual(30);
}, 600_000);
