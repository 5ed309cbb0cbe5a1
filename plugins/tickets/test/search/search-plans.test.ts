import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person, TestHost } from '@balcao/testing';
import { Attendance, startAttendance } from '../attendance.ts';

/** Rows that a search read from the tables, and whether one was scanned completely. */
interface Reading {
  found: number;
  messages: number;
  tickets: number;
  whole: number;
}

const perCompany = 30_000;
const page = 21;
/** Rows read before the index is used, where the first of them have the word. */
const walked = 1_100;
/** The first of them. */
const newest = 100;

let host: TestHost;
let desk: Attendance;
let bia: Person;

/**
 * Thirty messages per conversation: each has a greeting, one in fifty a bill, one in ten thousand an inheritance, and
 * the oldest third another word.
 */
const fill = async ({ company, connectionId }: Attendance, owners: string): Promise<void> => {
  const { owner } = host.kernel.database;
  const client = await owner.connect();
  try {
    await client.query(`select set_config('app.company', kernel.company_mark($1), false)`, [company.id]);
    await client.query(
      `insert into contacts.contact (company_id, name, number) select $1, 'Cliente ' || n, (5511930000000 + n)::text from generate_series(1, 1000) n`,
      [company.id],
    );
    await client.query(
      `insert into tickets.ticket (company_id, status, contact_id, whatsapp_id, channel, user_id)
       select $1, 'open', c.id, $2, 'test', ${owners} from (select id, row_number() over (order by id) n from contacts.contact where company_id = $1) c`,
      [company.id, connectionId],
    );
    // Far apart, so that they are in many buckets of the index.
    await client.query(
      `insert into tickets.message (id, company_id, ticket_id, whatsapp_id, body, from_me)
       select $3::bigint + g.n * 100, $1, t.id, $2, 'bom dia, mensagem ' || n || case when n % 50 = 0 then ' com boleto' else '' end
              || case when n % 10000 = 42 then ' da herança' else '' end || case when n <= 10000 then ' antigamente' else '' end, n % 2 = 0
         from generate_series(1, ${perCompany}) g (n)
         join (select id, row_number() over (order by id) as place from tickets.ticket where company_id = $1) t on t.place = 1 + g.n % 1000`,
      [company.id, connectionId, company.id % 90],
    );
  } finally {
    client.release();
  }
};

beforeAll(async () => {
  host = await startAttendance();
  desk = await Attendance.of(host);
  const other = await Attendance.of(host);
  bia = await desk.attendant('Bia');
  const zoe = await desk.attendant('Zoé');
  await fill(desk, `case when c.n % 100 = 3 then ${bia.id} else ${zoe.id} end`);
  await fill(other, String(other.admin.id));
  const { owner } = host.kernel.database;
  await owner.query('vacuum analyze tickets.message');
  await owner.query('vacuum analyze tickets.ticket');
}, 300_000);
afterAll(() => host?.close());

const read = async (term: string, reader: { id: number; seesAll: boolean }, olderThan?: number): Promise<Reading> => {
  const client = await host.kernel.database.owner.connect();
  const counted = `select coalesce(sum(idx_tup_fetch + seq_tup_read) filter (where relname = 'message'), 0)::int as messages,
      coalesce(sum(idx_tup_fetch + seq_tup_read) filter (where relname = 'ticket'), 0)::int as tickets,
      coalesce(sum(seq_scan), 0)::int as whole from pg_stat_xact_user_tables where schemaname = 'tickets' and relname in ('message', 'ticket')`;
  try {
    await client.query('begin');
    await client.query(`select set_config('app.company', kernel.company_mark($1), true)`, [desk.company.id]);
    await client.query('set local role balcao_app');
    // The statistics may include earlier work of the connection.
    const [before] = (await client.query<Omit<Reading, 'found'>>(counted)).rows;
    const { rowCount } = await client.query('select tickets.messages_found($1, $2, $3, $4, $5, $5)', [
      term,
      page,
      olderThan ?? null,
      reader.id,
      reader.seesAll,
    ]);
    const [after] = (await client.query<Omit<Reading, 'found'>>(counted)).rows;
    if (!before || !after) throw new Error('nothing was counted');
    return {
      found: rowCount ?? 0,
      messages: after.messages - before.messages,
      tickets: after.tickets - before.tickets,
      whole: after.whole - before.whole,
    };
  } finally {
    await client.query('rollback');
    client.release();
  }
};

/** Results of a search page by page, and of a comparison with every message. */
const paged = async (
  term: string,
  reader: { id: number; seesAll: boolean },
  truth: string,
): Promise<[number[], number[]]> => {
  const client = await host.kernel.database.owner.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('app.company', kernel.company_mark($1), true)`, [desk.company.id]);
    const { rows: all } = await client.query<{ id: string }>(
      `select m.id from tickets.message m join tickets.ticket t on t.company_id = m.company_id and t.id = m.ticket_id
        where m.company_id = $1 and m.search_text like $2 and ($4 or t.owner_key in (0, $3)) order by m.id desc`,
      [desk.company.id, truth, reader.id, reader.seesAll],
    );
    await client.query('set local role balcao_app');
    const found: number[] = [];
    for (;;) {
      const { rows } = await client.query<{ id: string }>(
        'select tickets.messages_found($1, 400, $2, $3, $4, $4) as id',
        [term, found.at(-1) ?? null, reader.id, reader.seesAll],
      );
      found.push(...rows.map(({ id }) => Number(id)));
      if (rows.length < 400) return [found, all.map(({ id }) => Number(id))];
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
};

describe('A search page by page', () => {
  it.each([
    ['boletos', '%boleto%', 'a fairly common word'],
    ['herança', '%heranca%', 'a rare word'],
    ['dia antigamente', '%antigamente%', 'a word of old messages only, beside one in all messages'],
    ['erança', '%heranca%', 'a part of a rare word'],
    ['ole', '%boleto%', 'a part of a fairly common word'],
    ['tigamen', '%antigamente%', 'a part of a word of very many old messages'],
    ['ensage', '%mensagem%', 'a part of a word of all messages'],
  ])('A search for “%s” (%s) finds each message once, the newest first: %s', async (term, truth) => {
    for (const reader of [
      { id: desk.admin.id, seesAll: true },
      { id: bia.id, seesAll: false },
    ]) {
      const [found, all] = await paged(term, reader, truth);
      if (reader.seesAll) expect(all.length).toBeGreaterThan(0);
      expect(found).toEqual(all);
    }
  });
});

/** Pages of tables and indexes that a search read, once its connection has its plans. */
const pagesOf = async (term: string): Promise<number> => {
  const client = await host.kernel.database.owner.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('app.company', kernel.company_mark($1), true)`, [desk.company.id]);
    await client.query('set local role balcao_app');
    let pages = 0;
    for (let turn = 0; turn < 2; turn += 1) {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
        `explain (analyze, buffers, format json) select tickets.messages_found('${term}', ${page}, null, ${desk.admin.id}, true, true)`,
      );
      const { Plan } = rows[0]?.['QUERY PLAN'][0] ?? { Plan: {} };
      pages = (Plan['Shared Hit Blocks'] ?? Number.NaN) + (Plan['Shared Read Blocks'] ?? Number.NaN);
    }
    return pages;
  } finally {
    await client.query('rollback');
    client.release();
  }
};

describe('A search with few or no hits', () => {
  // The messages lie in 23 buckets of the index of words.
  it.each(['zzyzx', 'heranças', 'tabelec'])('A search for “%s” uses the indexes and reads few pages', async (term) => {
    const { rows } = await host.kernel.database.owner.query<{ pages: number }>(
      `select (pg_relation_size('tickets.message') / 8192)::int as pages`,
    );
    expect(rows[0]?.pages).toBeGreaterThan(1000);
    expect(await pagesOf(term)).toBeLessThan(400);
  });

  it('A search reads few pages while messages arrive whose words are still in the pending list of the index', async () => {
    const { owner } = host.kernel.database;
    await owner.query(
      `insert into tickets.message (id, company_id, ticket_id, whatsapp_id, body, from_me)
       select 4000000 + n, m.company_id, m.ticket_id, m.whatsapp_id, 'acaba de chegar, mensagem ' || n || ' sobre o boleto da entrega', false
         from (select * from tickets.message where company_id <> $1 limit 1) m, generate_series(1, 700) n`,
      [desk.company.id],
    );
    expect(await pagesOf('zzyzx')).toBeLessThan(400);
  });
});

describe('Rows read by a search', () => {
  const everybody = (): { id: number; seesAll: boolean } => ({ id: desk.admin.id, seesAll: true });

  it('A search for a word in every message reads little more than it returns', async () => {
    const { found, messages, whole } = await read('bom dia', everybody());
    expect([found, whole]).toEqual([page, 0]);
    expect(messages).toBeLessThanOrEqual(walked + page);
  });

  it('A search for a rare old word reads little more than it returns, and nothing of another company', async () => {
    const { found, messages, whole } = await read('heranças', everybody());
    expect([found, whole]).toEqual([3, 0]);
    expect(messages).toBeLessThanOrEqual(newest + 10);
  });

  it('A search for a word that nobody wrote, or a part of one, reads little', async () => {
    const { found, messages, whole } = await read('zzyzx', everybody());
    expect([found, whole]).toEqual([0, 0]);
    expect(messages).toBeLessThanOrEqual(2 * newest + 10);
  });

  it('A search for a fairly common word, from the middle of everything, reads little more than it returns', async () => {
    const { found, messages, whole } = await read('boletos', everybody(), 1_500_000);
    expect([found, whole]).toEqual([page, 0]);
    // A bucket has about 1,300 of the company's messages, and one in fifty of these has a bill.
    expect(messages).toBeLessThanOrEqual(walked + 3 * page);
  });

  it('A search for a common word of which an attendant may see one in a hundred reads by buckets, and never everything', async () => {
    const { found, messages, tickets, whole } = await read('bom dia', { id: bia.id, seesAll: false });
    expect([found, whole]).toEqual([page, 0]);
    expect(messages).toBeLessThanOrEqual(perCompany / 3);
    expect(tickets).toBeLessThanOrEqual(perCompany / 3);
  });
});
