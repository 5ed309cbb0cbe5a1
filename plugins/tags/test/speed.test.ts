import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { compile, sql, type Sql } from '@balcao/sdk/server';
import { startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { pageOfTags } from '../server/read-tags.ts';
import { tagFilter } from '../server/tag-filter.ts';
import { tagsOfRows } from '../server/ticket-tags.ts';
import { conversation, plugins } from './office.ts';

/** A node of PostgreSQL's query plan. */
interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
}

let host: TestHost;
let law: TestCompany;
const amount = 20_000;
const [common, rare, old] = [1001, 1002, 1003];

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/**
 * Counts the rows that a statement read from tables and indexes, as the application runs it: under row-level security.
 */
const read = async (query: Sql): Promise<{ rows: number; scans: string[]; answered: number }> => {
  const { text, values } = compile(query);
  const client = await host.kernel.database.owner.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('app.company', kernel.company_mark($1), true)`, [law.id]);
    await client.query('set local role balcao_app');
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `explain (analyze, format json) ${text}`,
      values,
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    if (!plan) throw new Error('EXPLAIN returned no plan');
    const scans = nodesOf(plan).filter((node) => node['Relation Name'] !== undefined);
    const taken = (node: Node): number =>
      (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
      node['Actual Loops'];
    return {
      rows: Math.round(scans.reduce((sum, node) => sum + taken(node), 0)),
      scans: scans.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'] ?? ''),
      answered: plan['Actual Rows'],
    };
  } finally {
    await client.query('rollback');
    client.release();
  }
};

beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins });
  law = await host.company();
  const example = await conversation(law);
  const { owner } = host.kernel.database;
  await owner.query(`select set_config('app.company', kernel.company_mark($1), false)`, [law.id]);
  // Closed ones, of which a contact may have many.
  await owner.query(
    `insert into tickets.ticket (company_id, status, contact_id, whatsapp_id, channel, updated_at)
     select t.company_id, 'closed', t.contact_id, t.whatsapp_id, t.channel, now() - n * interval '1 minute'
       from tickets.ticket t, generate_series(1, $2) n where t.company_id = $3 and t.id = $1`,
    [example.id, amount, law.id],
  );
  await owner.query(
    `insert into tags.tag (id, company_id, name, color) select 1000 + n, $1, 'Assunto ' || n, '#3673cb' from generate_series(1, 300) n`,
    [law.id],
  );
  // Every second one has a common tag, twenty a rare one, the last two hundred an old one.
  const placed = `(select id, row_number() over (order by updated_at desc) as place from tickets.ticket where company_id = $1)`;
  await owner.query(
    `insert into tags.ticket_tag (company_id, ticket_id, tag_id)
     select $1, p.id, $2::int from ${placed} p where p.place % 2 = 0
     union all select $1, p.id, $3::int from ${placed} p where p.place % 1000 = 7
     union all select $1, p.id, $4::int from ${placed} p where p.place > $5`,
    [law.id, common, rare, old, amount - 199],
  );
  await owner.query('vacuum analyze tickets.ticket');
  await owner.query('vacuum analyze tags.ticket_tag');
  await owner.query('vacuum analyze tags.tag');
}, 120_000);
afterAll(() => host.close());

const page = (...ids: number[]): Sql =>
  sql`select t.id from tickets.ticket t
       where t.status = 'closed' and ${tagFilter.where(ids, law.scope('tags'))} order by t.updated_at desc, t.id desc limit 41`;

test('a page of conversations with a common tag reads the list until the page is full', async () => {
  const { rows, scans, answered } = await read(page(common));
  expect(answered).toBe(41);
  expect(scans).toEqual([]);
  // A page of 41 is within the first 82 of the list; each is looked up in the primary key of the links.
  expect(rows).toBeLessThan(200);
});

test('a page of conversations with a rare or an old tag reads that tag’s conversations only', async () => {
  for (const [tag, wearing] of [
    [rare, 20],
    [old, 200],
  ] as const) {
    const { rows, scans, answered } = await read(page(tag));
    expect(answered).toBe(Math.min(wearing, 41));
    expect(scans).toEqual([]);
    expect(rows).toBeLessThanOrEqual(wearing * 3);
  }
});

test('the tags of a page’s rows are read by primary key', async () => {
  const ids = (
    await law
      .scope('tickets')
      .sql.rows<{ id: number }>(sql`select id from tickets.ticket order by updated_at desc limit 40`)
  ).map(({ id }) => id);
  const { rows, scans } = await read(tagsOfRows(sql`${ids}::int[]`));
  expect(scans.filter((table) => table !== 'tag')).toEqual([]);
  expect(rows).toBeLessThan(500);
});

test('the page of tags counts conversations of the shown tags only, and a tag is found by its index', async () => {
  const { rows, scans } = await read(pageOfTags('', 2));
  expect(scans).toEqual([]);
  expect(rows).toBeLessThan(60);
  const found = await read(pageOfTags('ASSUNTO 299', 1));
  expect([found.answered, found.scans]).toEqual([1, []]);
  expect(found.rows).toBeLessThan(10);
});
