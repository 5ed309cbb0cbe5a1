import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@balcao/embedded-postgres';
import { databasePassword } from '@balcao/kernel/config';
import { sql } from '@balcao/sdk/server';
import { startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import type { CountedRows } from './count-rows.ts';
import { quantile } from './figures.ts';
import type { Memory } from './installation.ts';
import { logIn, startNode } from './plugins.ts';
import type { RunningNode } from './running-node.ts';
import { ms, type Row } from './table.ts';

/** `REPORTS_ATTENDANCES=200000` measures fewer. */
const attendances = Number(process.env['REPORTS_ATTENDANCES'] ?? 1_000_000);
const people = 200;
const queues = 50;
const perStep = 50_000;
const repeats = 30;
/** Goals: milliseconds at the 95th percentile, and megabytes. */
const goals = { dashboard: 100, page: 150, memory: 60 };

/** A million attendances of a year, of 200 people in 50 queues. */
const fill = async (host: TestHost, company: TestCompany): Promise<void> => {
  const database = company.scope('reports').sql;
  await database.run(
    sql`insert into connections.connection (name, channel, status) values ('Recepção', 'telephone', 'CONNECTED'), ('Plantão', 'telephone', 'CONNECTED')`,
  );
  await database.run(
    sql`insert into queues.queue (name, color) select 'Fila ' || n, '#' || lpad(to_hex(n * 4096), 6, '0') from generate_series(1, ${queues}) n`,
  );
  await host.kernel.database.owner.query(
    `insert into kernel."user" (company_id, name, email, password_hash, profile)
     select $1, 'Pessoa ' || n, 'pessoa' || n || '@teste.local', 'x', 'user' from generate_series(1, $2::int) n`,
    [company.id, people],
  );
  await database.run(
    sql`insert into contacts.contact (name, number) select 'Cliente número ' || n || ' da Conceição', '5511' || (900000000 + n)::text from generate_series(1, 20000) n`,
  );
  for (let from = 0; from < attendances; from += perStep)
    await database.run(sql`
      with ids as (select (select array_agg(id order by id) from kernel."user" where profile = 'user') as people,
                          (select array_agg(id order by id) from queues.queue) as queues,
                          (select array_agg(id order by id) from connections.connection) as connections,
                          (select min(id) from contacts.contact) as contact),
           given as (select n, now() - interval '365 days' * (1 - n / ${attendances}::float8) as opened, random() as luck
                       from generate_series(${from + 1}::int, ${from + perStep}::int) n),
           made as (insert into tickets.ticket (status, contact_id, whatsapp_id, channel, last_message, created_at, updated_at)
                    select 'closed', ids.contact + g.n % 20000, ids.connections[1 + g.n % 2], 'telephone', 'Muito obrigado, até a próxima 😀', g.opened, g.opened
                      from given g, ids order by g.n returning id, created_at),
           numbered as (select id, row_number() over (order by id) + ${from}::int as n from made)
      insert into reports.attendance (ticket_id, no, opened_at, opened_by, accepted_at, first_reply_at, closed_at, queue_id, user_id, connection_id,
                                      channel, contact_id, is_new_contact, wait_s, wait_open_s, reply_s, reply_open_s, support_s, rate, first_log_id, last_log_id)
      select m.id, 1, g.opened, 'customer', g.opened + interval '4 minutes', g.opened + interval '5 minutes', g.opened + interval '40 minutes',
             ids.queues[1 + (g.n / 7) % ${queues}], ids.people[1 + g.n % ${people}], ids.connections[1 + g.n % 2], 'telephone', ids.contact + g.n % 20000,
             g.luck < 0.1, 240, 200, 300, 260, 2160, case when g.luck < 0.3 then 1 + (g.n % 3) end, 1, 1
        from given g join numbered m on m.n = g.n, ids`);
  await database.run(sql`select reports.fold()`);
};

/** A node of the product, as the report's reader uses it. */
interface Office {
  node: RunningNode;
  token: string;
}

const measure = async ({ node, token }: Office, what: string, address: string, goal: number): Promise<Row> => {
  const times: number[] = [];
  for (let turn = 0; turn < repeats; turn += 1) {
    const began = performance.now();
    const response = await fetch(`${node.url}/api${address}`, { headers: { authorization: `Bearer ${token}` } });
    await response.arrayBuffer();
    times.push(performance.now() - began);
    if (response.status !== 200) throw new Error(`${address} answered ${response.status}`);
  }
  const warm = times.slice(5);
  const p95 = quantile(warm, 0.95);
  return {
    what: `reports: ${what}`,
    figure: `p95 ${ms(p95)}`,
    goal: `≤ ${goal} ms`,
    met: p95 <= goal,
    p50: quantile(warm, 0.5),
    p99: quantile(warm, 0.99),
  };
};

const memoryOf = async ({ child }: RunningNode): Promise<number> => {
  child.send('usage');
  const [memory] = (await once(child, 'message')) as [Memory];
  return memory.rss;
};

/** Requests the file from a process of its own and watches the node meanwhile: the growth is the node's alone. */
const countRows = async (
  { node, token }: Office,
  filter = '',
): Promise<CountedRows & { seconds: number; grown: number }> => {
  const before = await memoryOf(node);
  let highest = before;
  const began = performance.now();
  const child = fork(
    path.join(import.meta.dirname, 'count-rows.ts'),
    [`${node.url}/api/ticketreport/reports/export${filter}`, token],
    { execArgv: [] },
  );
  const counted = Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('the file was not read'))),
  ]) as Promise<[CountedRows]>;
  const isDone = counted.then(() => true);
  while (!(await Promise.race([isDone, sleep(100, false)]))) highest = Math.max(highest, await memoryOf(node));
  const [found] = await counted;
  return { ...found, seconds: (performance.now() - began) / 1000, grown: (highest - before) / 1_048_576 };
};

/** A database of its own with the company; the server that filled it has stopped. */
const filled = async (server: string): Promise<{ databaseUrl: string; email: string; password: string }> => {
  const plugins = ['companies', 'users', 'queues', 'contacts', 'connections', 'tickets', 'reports'];
  const host = await startTestHost({ databaseUrl: server, plugins });
  const company = await host.company();
  await fill(host, company);
  await host.kernel.database.owner.query('vacuum analyze');
  const { email, password } = await company.person('admin', 'Gestora');
  await host.kernel.close();
  return { databaseUrl: host.databaseUrl, email, password };
};

/** The dashboard, the report and its file with a million attendances. It creates its own data. */
export const reports = async (): Promise<Row[]> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'balcao-reports-'));
  const database = await startEmbeddedPostgres({ dataDir, password: databasePassword, log: console.error });
  try {
    const { databaseUrl, ...person } = await filled(database.url);
    const node = await startNode(databaseUrl, dataDir);
    try {
      const office = { node, token: await logIn(node.url, person) };
      const size = `${queues} queues, ${people} people`;
      const day = (before: number): string => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);
      const month = `dateFrom=${day(60)}&dateTo=${day(30)}&status=closed&onlyRated=true`;
      const page = '/ticketreport/reports?pageSize=20';
      const rows = [
        await measure(office, `the dashboard of 90 days, ${size}`, '/dashboard?days=90', goals.dashboard),
        await measure(office, `a page of 20 of ${attendances} attendances`, page, goals.page),
        await measure(office, 'the hundredth page', `${page}&pageNumber=100`, goals.page),
        await measure(office, 'a page of one month, closed and rated', `${page}&${month}`, goals.page),
        await measure(office, 'satisfaction of 90 days', '/ticketreport/satisfaction?days=90', goals.page),
      ];
      // A node that has worked has taken the memory of its young generation, which is not the file's.
      await countRows(office, `?${month}`);
      const { rows: count, seconds, grown, bytes } = await countRows(office);
      if (count !== attendances) throw new Error(`the file has ${count} rows`);
      rows.push({
        what: `reports: the file of ${count} rows, ${Math.round(bytes / 1_048_576)} MB, ${Math.round(count / seconds)} rows/s`,
        figure: `grown ${Math.round(grown)} MB`,
        goal: `≤ ${goals.memory} MB`,
        met: grown <= goals.memory,
      });
      return rows;
    } finally {
      await node.stop();
    }
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};
