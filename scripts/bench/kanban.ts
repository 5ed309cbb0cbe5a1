import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '@balcao/embedded-postgres';
import { databasePassword } from '@balcao/kernel/config';
import { sql } from '@balcao/sdk/server';
import { startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import { buildStale } from '../../web-host/build/index.ts';
import { compare } from './compared.ts';
import { quantile } from './figures.ts';
import { kanbanPage } from './kanban-page.ts';
import { boardCalls } from './kanban-sql.ts';
import { ms, type Row } from './table.ts';

const cards = 10_000;
const lanes = 12;
const repeats = 40;
/** Goals in milliseconds at the 95th percentile. */
const goals = { board: 400, totals: 60, page: 60 };

/** Ten thousand open conversations with a note of value each, in twelve lanes; those of the first were never moved. */
const fill = async (company: TestCompany, kanbanId: number): Promise<void> => {
  const database = company.scope('kanban').sql;
  for (let lane = 7; lane <= lanes; lane += 1)
    await company.admin.post(`/kanban-boards/${kanbanId}/lanes`, { title: `Etapa ${lane}` });
  await database.run(
    sql`insert into connections.connection (name, channel, status) values ('Recepção', 'telephone', 'CONNECTED')`,
  );
  await database.run(sql`
    with people as (
      insert into contacts.contact (name, number)
      select 'Cliente ' || n, '5511' || lpad(n::text, 9, '0') from generate_series(1, ${cards}) n returning id),
    talks as (
      insert into tickets.ticket (status, contact_id, whatsapp_id, channel, user_id, last_message, updated_at)
      select 'open', p.id, (select id from connections.connection limit 1), 'telephone', ${company.admin.id}, 'Pode mandar a proposta?',
             now() - make_interval(mins => p.id) from people p returning id)
    insert into tickets.note (ticket_id, note, value_cents) select id, 'Proposta', (id % 50) * 10000 from talks`);
  await database.run(sql`
    insert into kanban.card (ticket_id, board_id, lane_id, rank)
    select t.id, ${kanbanId}, 'lane' || (1 + t.id % ${lanes}), 'a' || lpad(t.id::text, 8, '0')
      from tickets.public_ticket t where t.id % ${lanes} <> 0`);
};

const measure = async (person: Person, what: string, address: string, goal: number): Promise<Row> => {
  const times: number[] = [];
  let bytes = 0;
  for (let turn = 0; turn < repeats; turn += 1) {
    const began = performance.now();
    const { status, body } = await person.get<object>(address);
    times.push(performance.now() - began);
    if (status !== 200) throw new Error(`${address} answered ${status}`);
    bytes = JSON.stringify(body).length;
  }
  const p95 = quantile(times.slice(5), 0.95);
  return {
    what: `kanban: ${what}, ${cards} cards in ${lanes} lanes (${Math.round(bytes / 1024)} kB)`,
    figure: `p95 ${ms(p95)}`,
    goal: `≤ ${goal} ms`,
    met: p95 <= goal,
    p50: quantile(times.slice(5), 0.5),
    p99: quantile(times.slice(5), 0.99),
  };
};

/** The same calls beside their bare SQL. */
const besideSql = async (host: TestHost, { id, admin }: TestCompany, kanbanId: number): Promise<Row[]> => {
  const { databaseUrl, url } = host;
  const confined = new pg.Pool({ connectionString: databaseUrl, max: 10, options: '-c role=balcao_app' });
  try {
    return await compare({ confined, databaseUrl }, { url }, { token: admin.token, company: id }, boardCalls(kanbanId));
  } finally {
    await confined.end();
  }
};

/** The calls and the page of a large board, by a person who sees everybody's cards. It creates its own data. */
export const kanban = async (): Promise<Row[]> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'balcao-kanban-'));
  const database = await startEmbeddedPostgres({ dataDir, password: databasePassword, log: console.error });
  try {
    const plugins = ['users', 'queues', 'contacts', 'connections', 'tickets', 'tags', 'kanban'];
    await buildStale({ log: () => undefined });
    const host = await startTestHost({ databaseUrl: database.url, plugins });
    try {
      const company = await host.company({ settings: { kanbanEnabled: true } });
      const { kanbanId } = (await company.admin.get<{ kanbanId: number }>('/kanban-lanes')).body;
      await fill(company, kanbanId);
      await host.kernel.database.owner.query('vacuum analyze');
      const board = `/kanban-boards/${kanbanId}`;
      const page = `/kanban-cards?kanbanId=${kanbanId}&laneId=lane2&view=all&limit=50`;
      const { cursor } = (await company.admin.get<{ cursor: string }>(page)).body;
      return [
        await measure(company.admin, 'the board', `${board}?view=all`, goals.board),
        await measure(company.admin, 'the sums of all lanes', `${board}/totals?view=all`, goals.totals),
        await measure(company.admin, 'a page of a lane', `${page}&cursor=${cursor}`, goals.page),
        ...(await besideSql(host, company, kanbanId)),
        ...(await kanbanPage(host.url, company.admin, cards)),
      ];
    } finally {
      await host.close();
    }
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};
