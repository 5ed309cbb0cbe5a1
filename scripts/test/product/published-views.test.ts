import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { startTestHost, type TestHost } from '@balcao/testing';
import { Attendance } from '../../../plugins/tickets/test/attendance.ts';
import { readReferences } from '../../docs/reference/references.ts';
import { sourceFile } from '../../docs/source.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const published = readReferences(root).filter(({ kind }) => kind === 'sql');
const views = published.filter(({ id }) => id.includes('.public_'));
const functions = published.filter(
  ({ id }) => !views.some((view) => view.id === id) && !/^kernel\.(user|company)$/.test(id),
);

let host: TestHost;
let companies: Attendance[];

/** Creates a company with at least one row in every view. */
const furnished = async (): Promise<Attendance> => {
  const desk = await Attendance.of(host);
  const queue = await desk.queue('Vendas');
  const ana = await desk.attendant('Ana', [queue]);
  await desk.routeTo(queue);
  const { ticketId } = await desk.accepted(ana);
  const run = (plugin: string, statement: ReturnType<typeof sql>): Promise<number> =>
    desk.company.scope(plugin).sql.run(statement);
  await run(
    'tickets',
    sql`insert into tickets.note (ticket_id, note, value_cents) values (${ticketId}, 'Proposta', 1000)`,
  );
  await run(
    'tickets',
    sql`insert into tickets.rating (ticket_id, question, expires_at, max_wrong) values (${ticketId}, 'Que tal?', now(), 1)`,
  );
  await run(
    'tags',
    sql`with made as (insert into tags.tag (name, color) values ('Quente', '#b3261e') returning id)
        insert into tags.ticket_tag (ticket_id, tag_id) select ${ticketId}::int, id from made`,
  );
  await run(
    'contacts',
    sql`insert into contacts.extra_info (contact_id, name, value)
        select contact_id, 'Nascimento', '12/03/1980' from tickets.public_ticket where id = ${ticketId}`,
  );
  await run(
    'contact-lists',
    sql`with made as (insert into contact_lists.contact_list (name) values ('Clientes') returning id)
        insert into contact_lists.item (contact_list_id, name, number) select id, 'Ana', '5511988887777' from made`,
  );
  await run(
    'agenda',
    sql`insert into agenda.entry (title, starts_at, ends_at, time_zone, user_id)
        values ('Audiência', now(), now(), 'America/Sao_Paulo', ${ana.id})`,
  );
  await run(
    'agenda',
    sql`insert into agenda.schedule (body, send_at, user_id) values ('Até amanhã!', now() + interval '1 day', ${ana.id})`,
  );
  await desk.company.scope('reports').sql.one(sql`select reports.recount(${ticketId}::int)`);
  return desk;
};

beforeAll(async () => {
  const channel = path.join(root, 'plugins/tickets/test/channel');
  const people = ['users', 'queues', 'contacts', 'companies', 'connections'];
  const plugins = [...people, 'tickets', 'tags', 'contact-lists', 'flows', 'reports', 'agenda', channel];
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins });
  companies = [await furnished(), await furnished()];
}, 120_000);
afterAll(() => host?.close());

test('contracts publish views for other plugins’ queries', () => {
  expect(views.map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      ...['ticket', 'message', 'log', 'rating', 'note'].map((name) => `tickets.public_${name}`),
      ...['contacts.public_contact', 'contacts.public_identity', 'queues.public_queue', 'queues.public_member'],
      ...['connections.public_connection', 'users.public_user', 'companies.public_company', 'tags.public_tag'],
    ]),
  );
});

describe.each(views.map(({ id }) => id))('the published view %s', (id) => {
  const view = views.find((one) => one.id === id);

  test(`${id} has exactly the columns that its contract documents`, async () => {
    const row = view?.type.split('\n\n')[0] ?? '';
    const text =
      sourceFile(path.join(root, view?.file ?? '')).declarations.find(({ name }) => name === row)?.text ?? '';
    const documented = [...text.matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name);
    const [schema, name] = id.split('.');
    const { rows } = await host.kernel.database.owner.query<{ column: string }>(
      `select column_name as column from information_schema.columns where table_schema = $1 and table_name = $2`,
      [schema, name],
    );
    expect(documented.length).toBeGreaterThan(0);
    expect(documented.toSorted()).toEqual(rows.map(({ column }) => column).toSorted());
  });

  test(`${id} shows a company its own rows only`, async () => {
    for (const { company } of companies) {
      const answer = await company.scope('tickets').sql.one<{ own: number; foreign: number }>(
        sql`select count(*) filter (where company_id = ${company.id})::int as own,
                     count(*) filter (where company_id <> ${company.id})::int as foreign from ${sql.id(id)}`,
      );
      expect(answer?.own).toBeGreaterThan(0);
      expect(answer?.foreign).toBe(0);
    }
  });
});

test('every function that a contract publishes exists, and plugins may call it', async () => {
  const { rows } = await host.kernel.database.owner.query<{ name: string; may: boolean }>(
    `select n.nspname || '.' || p.proname as name, bool_or(has_function_privilege('balcao_app', p.oid, 'execute')) as may
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace group by 1`,
  );
  const callable = new Set(rows.filter(({ may }) => may).map(({ name }) => name));
  expect(functions.length).toBeGreaterThan(5);
  expect(functions.map(({ id }) => id).filter((id) => !callable.has(id))).toEqual([]);
});

test('every key that a contract publishes names the columns (company_id, id) of a table', async () => {
  const keys = readReferences(root).filter(({ kind }) => kind === 'key');
  expect(keys.length).toBeGreaterThan(5);
  for (const { id } of keys.filter((key) => key.id !== 'kernel.company')) {
    const { rows } = await host.kernel.database.owner.query(
      `select 1 from pg_index i where i.indrelid = to_regclass($1) and i.indisunique and i.indpred is null
          and (select array_agg(a.attname::text order by a.attname) from pg_attribute a
                where a.attrelid = i.indrelid and a.attnum = any(i.indkey::int2[])) = '{company_id,id}'`,
      [id === 'kernel.user' ? 'kernel."user"' : id],
    );
    expect(rows, id).not.toEqual([]);
  }
});

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}
const shapeOf = (node: PlanNode): unknown => [
  ...[node['Node Type'], node['Relation Name'], node['Index Name']],
  (node.Plans ?? []).map(shapeOf),
];

/** The statements of every message and every list, with the tables behind the views. */
const hot: [string, string][] = [
  [
    'who an identity is, and their running conversation',
    `select t.id from contacts.public_identity i join tickets.ticket t on t.company_id = i.company_id and t.contact_id = i.contact_id
      where i.channel = 'test' and i.scope = '' and i.kind = 'phone' and i.value = '5511'`,
  ],
  [
    'the rows of a list',
    `select t.id, c.name, q.name, w.status from unnest(array[1, 2]) p (id) join tickets.ticket t on t.id = p.id
       join contacts.public_contact c on c.company_id = t.company_id and c.id = t.contact_id
       left join queues.public_queue q on q.company_id = t.company_id and q.id = t.queue_id
       left join connections.public_connection w on w.company_id = t.company_id and w.id = t.whatsapp_id`,
  ],
  [
    'the list of one person',
    `select id from tickets.public_ticket where owner_key = 4 and status = 'open' order by updated_at desc, id desc limit 40`,
  ],
  ['whether somebody works in a queue', `select 1 from queues.public_member where queue_id = 1 and user_id = 2`],
  [
    'where a connection leads',
    `select c.channel, (select min(q.queue_id) from connections.public_connection_queue q where q.connection_id = c.id)
       from connections.public_connection c where c.id = 1`,
  ],
];
test.each(hot)('reading %s through views has the plan of reading the tables', async (_what, statement) => {
  const client = await host.kernel.database.owner.connect();
  const planOf = async (text: string): Promise<unknown> => {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`explain (format json) ${text}`);
    return shapeOf(rows[0]?.['QUERY PLAN'][0].Plan as PlanNode);
  };
  try {
    // Runs as the application does, under row-level security.
    await client.query('begin');
    await client.query(`select set_config('app.company', kernel.company_mark($1), true)`, [companies[0]?.company.id]);
    await client.query('set local role balcao_app');
    const plan = await planOf(statement);
    expect(plan).toEqual(await planOf(statement.replaceAll('.public_', '.')));
    expect(JSON.stringify(plan)).toContain('Scan');
  } finally {
    await client.query('rollback');
    client.release();
  }
});
