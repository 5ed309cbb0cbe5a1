import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compile, type Sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import type { MessageView } from '../../contract.ts';
import { mediaKinds, ofKinds } from '../../server/message/media-page.ts';
import { found, pageOf, type Part } from '../../server/message/message-page.ts';
import { perPage, positionOf } from '../../server/message/page-position.ts';
import { Attendance, startAttendance } from '../attendance.ts';

interface Page {
  messages: MessageView[];
  hasMore: boolean;
  hasNewer: boolean;
  firstUnreadId?: number | null;
  error?: string;
}
type Client = Awaited<ReturnType<typeof asApplication>>['client'];
/** A node of PostgreSQL's plan. */
interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
}

const amount = 50_000;
let host: TestHost;
let desk: Attendance;
let ticketId = 0;
let number = '';
/** Ids in the order of the conversation. */
let ids: number[] = [];

beforeAll(async () => {
  host = await startAttendance();
  desk = await Attendance.of(host);
  number = desk.number();
  ({ ticketId } = await desk.arrives(number, 'primeira', { sentAt: new Date(Date.now() - 100_000_000) }));
  const { owner } = host.kernel.database;
  await owner.query(`select set_config('app.company', kernel.company_mark($1), false)`, [desk.company.id]);
  // Ids do not follow the order, several messages share a second, and those of another conversation lie between them on
  // the disk.
  const other = await desk.arrives(desk.number(), 'outra conversa');
  await owner.query(
    `insert into tickets.message (id, company_id, ticket_id, whatsapp_id, body, from_me, sent_at, media_type, media_path)
     select 1000000 + (n * 7919) % 1000003, $1, case when n % 2 = 0 then $2::int else $3::int end, $4,
            case n % 500 when 0 then 'veja https://loja.com.br/' || n when 2 then 'sobre a Petição ' || n else 'linha ' || n end,
            n % 3 = 0, now() - interval '1 day' + (n / 8) * interval '1 second',
            case when n % 400 = 40 then 'image' when n % 4000 = 60 then 'document' end,
            case when n % 400 = 40 or n % 4000 = 60 then '1/2026/11/abcdefghijklmnopqrst.png' end
       from generate_series(1, $5::int) n`,
    [desk.company.id, ticketId, other.ticketId, desk.connectionId, amount * 2],
  );
  await owner.query('vacuum analyze tickets.message');
  const { rows } = await owner.query<{ id: string | number }>(
    'select id from tickets.message where company_id = $1 and ticket_id = $2 order by sent_at, id',
    [desk.company.id, ticketId],
  );
  ids = rows.map(({ id }) => Number(id));
}, 120_000);
afterAll(() => host?.close());

const page = async (query: string): Promise<Page> => {
  const { status, body } = await desk.admin.get<Page>(`/messages/${ticketId}${query}`);
  expect(status).toBe(200);
  return body;
};
const idsOf = ({ messages }: Page): number[] => messages.map(({ id }) => id);

describe('A conversation of 50,000 messages', () => {
  it('The conversation opens at its end and pages back without gaps or duplicates', async () => {
    expect(ids).toHaveLength(amount + 1);
    const end = await page('');
    expect(idsOf(end)).toEqual(ids.slice(-40));
    expect(end).toMatchObject({ hasMore: true, hasNewer: false });
    let at = idsOf(end)[0];
    for (let back = 1; back <= 5; back += 1) {
      const before = await page(`?before=${at}`);
      expect(idsOf(before)).toEqual(ids.slice(-40 * (back + 1), -40 * back));
      expect(before).toMatchObject({ hasMore: true, hasNewer: true });
      at = idsOf(before)[0];
    }
  });

  it('The conversation opens around any message, and pages both ways from there', async () => {
    const middle = 25_000;
    const around = await page(`?around=${ids[middle]}`);
    expect(idsOf(around)).toEqual(ids.slice(middle - 20, middle + 20));
    expect(around).toMatchObject({ hasMore: true, hasNewer: true });
    const after = await page(`?after=${idsOf(around).at(-1)}`);
    expect(idsOf(after)).toEqual(ids.slice(middle + 20, middle + 60));
    const before = await page(`?before=${idsOf(around)[0]}`);
    expect(idsOf(before)).toEqual(ids.slice(middle - 60, middle - 20));
  });

  it('The pages tell where the conversation begins and where it ends', async () => {
    expect(await page(`?around=${ids[0]}`)).toMatchObject({ hasMore: false, hasNewer: true, messages: { length: 20 } });
    expect(await page(`?around=${ids.at(-1)}`)).toMatchObject({
      hasMore: true,
      hasNewer: false,
      messages: { length: 21 },
    });
    expect(await page(`?before=${ids[0]}`)).toMatchObject({ hasMore: false, messages: [] });
    expect(await page(`?after=${ids.at(-1)}`)).toMatchObject({ hasNewer: false, messages: [] });
    expect(await page(`?before=${ids[40]}`)).toMatchObject({ hasMore: false, messages: { length: 40 } });
    expect(await page(`?after=${ids.at(-41)}`)).toMatchObject({ hasNewer: false, messages: { length: 40 } });
    expect(await page('?pageNumber=2')).toMatchObject({ hasNewer: true, messages: { length: 40 } });
  });

  it('The search finds text anywhere in it, ignoring case and accents, and a hit opens in its place', async () => {
    const hits = await page('?searchParam=PETICAO');
    expect(hits).toMatchObject({ hasMore: true, messages: { length: 40 } });
    expect(hits.messages.every(({ body, createdAt }) => body.includes('Petição') && createdAt !== '')).toBe(true);
    const further = await page(`?searchParam=peticao&before=${idsOf(hits)[0]}`);
    expect(Math.max(...idsOf(further).map((id) => ids.indexOf(id)))).toBeLessThan(ids.indexOf(idsOf(hits)[0]!));
    const second = await page('?searchParam=peticao&pageNumber=2');
    expect(idsOf(second)).toEqual(idsOf(further));
    const oldest = further.messages[0]!;
    const around = await page(`?around=${oldest.id}`);
    expect(idsOf(around)[20]).toBe(oldest.id);
    expect((await page('?searchParam=primeira')).messages).toHaveLength(1);
    expect((await page('?searchParam=%25')).messages).toEqual([]);
  });

  it('The files of the conversation are listed alone', async () => {
    const files = await page('?searchParam=ONLY_MEDIA');
    expect(files).toMatchObject({ hasMore: true, messages: { length: 40 } });
    expect(files.messages.every(({ mediaType }) => mediaType !== null)).toBe(true);
    const further = await page(`?searchParam=ONLY_MEDIA&before=${idsOf(files)[0]}`);
    expect(idsOf(further)).toEqual(idsOf(await page('?searchParam=ONLY_MEDIA&pageNumber=2')));
    expect(new Set([...files.messages, ...further.messages].map(({ mediaType }) => mediaType))).toEqual(
      new Set(['image', 'document']),
    );
  });

  it('Pictures, documents and links each have a gallery', async () => {
    const gallery = async (query: string) => (await desk.admin.get<Page>(`/messages/${ticketId}/media?${query}`)).body;
    const pictures = await gallery('kind=image');
    expect(pictures).toMatchObject({ hasMore: true, messages: { length: 40 } });
    expect(pictures.messages.every(({ mediaType }) => mediaType === 'image')).toBe(true);
    const more = await gallery(`kind=image&before=${pictures.messages[0]!.id}`);
    expect(ids.indexOf(more.messages.at(-1)!.id)).toBeLessThan(ids.indexOf(pictures.messages[0]!.id));
    expect(await gallery('kind=document')).toMatchObject({ hasMore: false, messages: { length: 25 } });
    const links = await gallery('kind=link');
    expect(links.messages).toHaveLength(40);
    expect(links.messages.every(({ body }) => body.includes('https://'))).toBe(true);
    expect(await gallery('kind=audio')).toMatchObject({ hasMore: false, messages: [] });
  });

  it('The page names the first unread message', async () => {
    const at = Date.now() - 10_000;
    await desk.admin.put(`/tickets/${(await desk.admin.get<{ uuid: string }>(`/tickets/${ticketId}`)).body.uuid}/read`);
    expect((await page('')).firstUnreadId).toBeNull();
    const unread = [];
    for (let index = 0; index < 3; index += 1)
      unread.push((await desk.arrives(number, `nova ${index}`, { sentAt: new Date(at + index * 1000) })).messageId);
    expect((await page('')).firstUnreadId).toBe(unread[0]);
    ids.push(...unread);
  });

  it.each([
    ['?before=1&after=2', 400],
    ['?around=1&pageNumber=2', 400],
    ['?around=1&searchParam=x', 400],
    ['?before=abc', 400],
    ['?before=-1', 400],
    ['?before=99999999999999999999', 400],
    ['?around=9007199254740991', 404],
    ['/media?kind=everything', 400],
    ['/media', 400],
    ['/media?kind=image&before=9007199254740991', 404],
  ])('The invalid query %s is answered with %i and a code', async (query, status) => {
    const answer = await desk.admin.get<Page>(`/messages/${ticketId}${query}`);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toBe(status === 400 ? 'ERR_VALIDATION' : 'ERR_NO_MESSAGE_FOUND');
  });

  it('A conversation of another company has no pages, and a message of another conversation is no cursor', async () => {
    const other = await Attendance.of(host);
    expect((await other.admin.get(`/messages/${ticketId}?around=${ids[0]}`)).status).toBe(404);
    expect((await other.admin.get(`/messages/${ticketId}/media?kind=image`)).status).toBe(404);
    const mine = await other.arrives(other.number(), 'minha');
    expect((await other.admin.get(`/messages/${mine.ticketId}?around=${ids[100]}`)).status).toBe(404);
  });
});

/** Rows read by a statement with the application's role and row policies. */
const read = async (query: Sql): Promise<{ rows: number; answered: number; indexes: string[]; scans: string[] }> => {
  const { text, values } = compile(query);
  const client = await host.kernel.database.owner.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('app.company', kernel.company_mark($1), true)`, [desk.company.id]);
    await client.query('set local role balcao_app');
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `explain (analyze, format json) ${text}`,
      values,
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    if (!plan) throw new Error('no plan was returned');
    const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
    const nodes = nodesOf(plan);
    const taken = (node: Node): number =>
      (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
      node['Actual Loops'];
    return {
      rows: nodes.filter((node) => node['Relation Name'] !== undefined).reduce((sum, node) => sum + taken(node), 0),
      answered: plan['Actual Rows'],
      indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
      scans: nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'] ?? ''),
    };
  } finally {
    await client.query('rollback');
    client.release();
  }
};

/** A function hides its plans: the rows are read from the statistics of its transaction. */
const asApplication = async (query: Sql) => {
  const { text, values } = compile(query);
  const client = await host.kernel.database.owner.connect();
  await client.query('begin');
  await client.query(`select set_config('app.company', kernel.company_mark($1), true)`, [desk.company.id]);
  await client.query('set local role balcao_app');
  const answer = async () => {
    const { rows } = await client.query<{ messages: string }>(text, values);
    if (!rows[0]) throw new Error('no page');
    return rows[0];
  };
  return { client, answer };
};
const takenBy = async (client: Client): Promise<{ ordered: number; rows: number; scanned: number }> => {
  const { rows } = await client.query<{ ordered: number; rows: number; scanned: number }>(
    `select pg_stat_get_xact_tuples_returned('tickets.message_order'::regclass)::int as ordered,
            pg_stat_get_xact_tuples_fetched('tickets.message'::regclass)::int as rows,
            pg_stat_get_xact_tuples_returned('tickets.message'::regclass)::int as scanned`,
  );
  if (!rows[0]) throw new Error('no statistics');
  return rows[0];
};

describe('Rows read for a page of messages', () => {
  const middle = () => positionOf(desk.company.scope('tickets'), ticketId, ids[25_000] ?? 0);

  it.each<[string, () => Part, number]>([
    // Three are unread: they are read again to find the first of them.
    ['at the end', () => ({ side: 'newest', skip: 0 }), 41 + 3],
    ['before a message in the middle', () => ({ side: 'before', messageId: ids[25_000] ?? 0 }), 41],
    ['after a message in the middle', () => ({ side: 'after', messageId: ids[25_000] ?? 0 }), 41],
    ['around a message in the middle', () => ({ side: 'around', messageId: ids[25_000] ?? 0 }), 21 + 20],
  ])('A page %s reads the rows it shows and no more', async (_name, part, entries) => {
    const { client, answer } = await asApplication(pageOf(ticketId, part(), desk.admin.id, false));
    try {
      const before = await takenBy(client);
      const page = await answer();
      expect(JSON.parse(page.messages)).toHaveLength(40);
      const after = await takenBy(client);
      expect(after.ordered - before.ordered).toBe(entries);
      // The shown rows, the requested message, and rows that an index-only scan had to check.
      expect(after.rows - before.rows).toBeLessThanOrEqual(entries + 41);
      expect(after.scanned - before.scanned).toBe(0);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('A page of files reads one index range per kind, and the few messages with several files', async () => {
    const place = await middle();
    const pictures = await read(ofKinds(ticketId, ['image'], place, perPage));
    expect(pictures).toMatchObject({ rows: 41, answered: 41, indexes: ['message_media', 'message_files'], scans: [] });
    const all = await read(ofKinds(ticketId, mediaKinds, undefined, perPage));
    expect(all.scans).toEqual([]);
    expect(all.answered).toBe(41);
    expect(all.rows).toBeLessThanOrEqual(2 * 41);
  });

  it('A page of search results reads the rows of a rare word through its index', async () => {
    const { owner } = host.kernel.database;
    // A security definer function hides its plan: the same statement is run as its owner.
    const { rows } = await owner.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `explain (analyze, format json) select m.id from tickets.message m where m.company_id = $1 and m.ticket_id = $2 and not m.is_deleted
          and m.search_text like kernel.like_pattern('sobre a peticao 20002') order by m.sent_at desc, m.id desc limit 41`,
      [desk.company.id, ticketId],
    );
    const text = JSON.stringify(rows[0]);
    expect(text).toContain('message_search');
    expect(text).not.toContain('Seq Scan');
    const answer = await read(found(ticketId, 'sobre a petição 20002', perPage, 0, undefined));
    expect(answer.answered).toBe(1);
  });
});
