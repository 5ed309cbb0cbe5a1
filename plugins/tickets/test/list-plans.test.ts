import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { compile, isPrepared, sql, type Sql } from '@balcao/sdk/server';
import type { TicketQuery } from '../server/list/list-query.ts';
import { firstOfList, orderOf } from '../server/list/visible.ts';
import { Attendance, startAttendance } from './attendance.ts';

/** A node of PostgreSQL's plan. */
interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

let host: TestHost;
let desk: Attendance;
const closed = 20_000;
const waiting = 4_000;
const page = 41;
/** A connection, a queue and a person that few of the generated rows have. */
let rare: { connectionId: number; queueId: number; userId: number };

beforeAll(async () => {
  host = await startAttendance();
  desk = await Attendance.of(host);
  const [main, small] = [await desk.queue('Geral'), await desk.queue('Pequena')];
  const ana = await desk.attendant('Ana', [main]);
  const bia = await desk.attendant('Bia', [small]);
  const { owner } = host.kernel.database;
  const company = desk.company.id;
  const second = await owner.query<{ id: number }>(
    `insert into connections.connection (company_id, name, channel, status) values ($1, 'Segunda', 'test', 'CONNECTED') returning id`,
    [company],
  );
  rare = { connectionId: second.rows[0]?.id ?? 0, queueId: small, userId: bia.id };
  await owner.query(`select set_config('app.company', kernel.company_mark($1), false)`, [company]);
  await owner.query(
    `insert into contacts.contact (company_id, name, number) select $1, 'Cliente ' || n, (5511940000000 + n)::text from generate_series(1, $2) n`,
    [company, waiting],
  );
  // One in five hundred rows has the rare queue, connection or person, each at other positions; the oldest day is a day
  // of its own.
  const place = `case when n % 500 = 7 then $3::int else $2::int end`;
  await owner.query(
    `insert into tickets.ticket (company_id, status, contact_id, whatsapp_id, channel, queue_id, user_id, unread, updated_at, created_at)
     select $1, 'closed', c.id, case when n % 500 = 3 then $4::int else $5::int end, 'test', ${place},
            case when n % 500 = 5 then $6::int else $7::int end, 0,
            now() - n * interval '1 minute', now() - n * interval '1 minute'
       from (select min(id) as id from contacts.contact where company_id = $1) c, generate_series(1, ${closed}) n`,
    [company, main, small, rare.connectionId, desk.connectionId, bia.id, ana.id],
  );
  await owner.query(
    `insert into tickets.ticket (company_id, status, contact_id, whatsapp_id, channel, queue_id, unread, waiting_since, updated_at, created_at)
     select $1, 'pending', c.id, $4, 'test', ${place}, case when n % 200 = 9 then 0 else 1 end, now() - n * interval '1 second',
            now() - n * interval '1 second', now() - n * interval '1 second'
       from (select id, row_number() over (order by id) as n from contacts.contact where company_id = $1) c`,
    [company, main, small, desk.connectionId],
  );
  // Everybody has read the tickets they attend, except for a few.
  await owner.query(
    `insert into tickets.ticket (company_id, status, contact_id, whatsapp_id, channel, queue_id, user_id, unread, updated_at, created_at)
     select $1, 'open', c.id, $2, 'test', $3, $4, case when n % 500 = 11 then 2 else 0 end,
            now() - n * interval '1 second', now() - n * interval '1 second'
       from (select id, row_number() over (order by id) as n from contacts.contact where company_id = $1) c`,
    [company, rare.connectionId, main, ana.id],
  );
  await owner.query(
    `update tickets.ticket set unsent = 1 where company_id = $1 and status = 'closed' and id % 1700 = 3`,
    [company],
  );
  await owner.query('vacuum analyze tickets.ticket');
}, 120_000);
afterAll(() => host?.close());

interface Client {
  query<Answer extends object>(text: string, values?: unknown[]): Promise<{ rows: Answer[] }>;
}
const explained = async (client: Client, query: Sql) => {
  const { text, values } = compile(query);
  const explain = 'explain (analyze, format json)';
  type Answer = { 'QUERY PLAN': [{ Plan: Node }] };
  if (!isPrepared(query)) return client.query<Answer>(`${explain} ${text}`, values);
  // The plan that is kept was made without the values.
  await client.query('set local plan_cache_mode = force_generic_plan');
  await client.query(`prepare kept as ${text}`);
  const given = values.map((value) => (Array.isArray(value) ? `'{${value.join()}}'` : `'${String(value)}'`));
  try {
    return await client.query<Answer>(`${explain} execute kept(${given.join()})`);
  } finally {
    await client.query('deallocate kept');
  }
};

/** Number of rows read from the tickets or their indexes, with the application's role and row policies. */
const read = async (query: Sql): Promise<{ rows: number; answered: number; whole: boolean }> => {
  const client = await host.kernel.database.owner.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('app.company', kernel.company_mark($1), true)`, [desk.company.id]);
    await client.query('set local role balcao_app');
    const { rows } = await explained(client, query);
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    if (!plan) throw new Error('no plan was returned');
    const scans = nodesOf(plan).filter((node) => node['Relation Name'] === 'ticket');
    const taken = (node: Node): number =>
      (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
      node['Actual Loops'];
    return {
      rows: Math.round(scans.reduce((sum, node) => sum + taken(node), 0)),
      answered: plan['Actual Rows'],
      whole: scans.some((node) => node['Node Type'] === 'Seq Scan'),
    };
  } finally {
    await client.query('rollback');
    client.release();
  }
};

const everybody = (given: Partial<TicketQuery>): TicketQuery => ({
  reader: { id: desk.admin.id, seesAll: true, anyQueue: true, masked: false },
  all: true,
  status: 'closed',
  term: '',
  users: undefined,
  queueIds: undefined,
  conditions: [],
  order: 'newest',
  snoozed: 'out',
  pageNumber: 1,
  pageSize: 40,
  ...given,
});
const paged = (query: TicketQuery): Sql =>
  sql`select p.id from (${firstOfList(query, page)}) p order by ${orderOf(query)} limit ${page}`;

const unread = sql`t.unread > 0`;
const alreadyRead = sql`t.unread = 0`;
const connection = (id: number): Sql => sql`t.whatsapp_id = ${id}`;

describe('Rows read for a page of the list', () => {
  const cases: [string, () => Partial<TicketQuery>, number][] = [
    ['without a filter', () => ({}), page],
    ['of waiting tickets, the longest wait first', () => ({ status: 'pending', order: 'waiting' }), page],
    [
      'of waiting tickets in one queue, the longest wait first',
      () => ({ status: 'pending', order: 'waiting', queueIds: [rare.queueId] }),
      8,
    ],
    ['in the order of the oldest first', () => ({ order: 'oldest' }), page],
    ['of tickets with failed messages', () => ({ conditions: [sql`t.unsent > 0`] }), 12],
    ['of unread tickets', () => ({ status: 'open', conditions: [unread] }), 8],
    ['of waiting tickets that were read', () => ({ status: 'pending', conditions: [alreadyRead] }), 20],
    ['of a connection that few use', () => ({ conditions: [connection(rare.connectionId)] }), 40],
    ['of a queue with few tickets', () => ({ queueIds: [rare.queueId] }), 40],
    ['of a person with few tickets', () => ({ users: [rare.userId] }), 40],
    ['of several people', () => ({ users: [rare.userId, desk.admin.id] }), 40],
    [
      'of one day long ago',
      () => ({
        conditions: [
          sql`(t.created_at >= now() - interval '19960 minutes' and t.created_at < now() - interval '19930 minutes')`,
        ],
      }),
      30,
    ],
    [
      'of a connection, a queue and a person at once',
      () => ({ conditions: [connection(desk.connectionId)], queueIds: [rare.queueId], users: undefined }),
      40,
    ],
    [
      'of unread tickets of a connection',
      () => ({ status: 'open', conditions: [connection(rare.connectionId), unread] }),
      8,
    ],
  ];
  it.each(cases)('A list %s reads little more than it shows', async (_name, given, answers) => {
    const query = everybody(given());
    // Those without conditions run with a generic plan.
    const ways = query.conditions.length > 0 ? [paged(query)] : [paged(query), sql.prepared(paged(query))];
    for (const way of ways) {
      const { rows, answered, whole } = await read(way);
      expect(answered).toBe(answers);
      expect(whole).toBe(false);
      expect(rows).toBeLessThanOrEqual(answers * 2 + page);
    }
  });

  it('A list of an attendant reads little more than it shows, with the cached plan', async () => {
    const reader = { id: rare.userId, seesAll: false, anyQueue: false, masked: false };
    for (const status of ['closed', 'pending'] as const) {
      const { rows, whole } = await read(sql.prepared(paged(everybody({ reader, all: false, status }))));
      expect(whole).toBe(false);
      expect(rows).toBeLessThanOrEqual(40 * 2 + page);
    }
  });

  it('A list of an attendant in waiting order reads little more than it shows', async () => {
    const reader = { id: rare.userId, seesAll: false, anyQueue: false, masked: false };
    const query = everybody({ reader, all: false, status: 'pending', order: 'waiting' });
    for (const way of [paged(query), sql.prepared(paged(query))]) {
      const { rows, answered, whole } = await read(way);
      expect(answered).toBe(8);
      expect(whole).toBe(false);
      expect(rows).toBeLessThanOrEqual(40 * 2 + page);
    }
  });

  it('A list of an attendant with filters reads little more than it shows', async () => {
    const reader = { id: rare.userId, seesAll: false, anyQueue: false, masked: false };
    const mine = await read(paged(everybody({ reader, all: false, conditions: [connection(desk.connectionId)] })));
    expect(mine.answered).toBe(40);
    expect(mine.whole).toBe(false);
    expect(mine.rows).toBeLessThanOrEqual(40 * 2 + page);
    const waits = await read(paged(everybody({ reader, all: false, status: 'pending', conditions: [alreadyRead] })));
    expect(waits.whole).toBe(false);
    expect(waits.rows).toBeLessThanOrEqual(60);
  });

  it('A list restricted to a few ids reads little more than it shows', async () => {
    const ids = (
      await desk.company
        .scope('tickets')
        .sql.rows<{ id: number }>(sql`select id from tickets.ticket where status = 'closed' order by id limit 5`)
    ).map(({ id }) => id);
    const { rows, answered } = await read(paged(everybody({ conditions: [sql`t.id = any(${ids}::int[])`] })));
    expect(answered).toBe(5);
    expect(rows).toBeLessThanOrEqual(10);
  });
});
