import { utils, write } from 'xlsx';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTestHost, type Person, type TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { plugins } from './plugins.ts';
import { itemsOfPerson } from '../server/personal-data.ts';
import { listImportRoom, type ContactList, type ContactListItem } from '../contract.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: [...plugins, new URL('blocked', import.meta.url).pathname],
    importLimitMs: 60_000,
  });
});
afterAll(() => host?.close());

type Cell = string | number;
interface Answer {
  id: number;
  status: string;
  columns: string[];
  examples: string[];
  mapping: { columns: string[]; hasHeader: boolean; countryCode: string };
  total: number;
  done: number;
  created: number;
  updated: number;
  verdicts: Record<string, number>;
  error?: string;
  fields?: Record<string, string>;
}
interface Row {
  line: number;
  name: string;
  number: string;
  email: string;
  verdict: string;
  field: string | null;
  note: string | null;
}

const workbook = (rows: Cell[][], bookType: 'xlsx' | 'biff8' = 'xlsx'): Buffer => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Clientes');
  return write(book, { type: 'buffer', bookType, compression: true }) as Buffer;
};
const form = (name: string, content: Buffer | string, review = true): FormData => {
  const data = new FormData();
  if (review) data.append('review', 'true');
  data.append('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
  return data;
};
const rowsOf = async (person: Person, id: number, verdict?: string): Promise<Row[]> =>
  (await person.get<{ rows: Row[] }>(`/contact-lists/imports/${id}/rows${verdict ? `?verdict=${verdict}` : ''}`)).body
    .rows;
const reaches = async (person: Person, id: number, status: RegExp): Promise<Answer> => {
  let last: Answer | undefined;
  await expect
    .poll(
      async () => {
        last = (await person.get<Answer>(`/contact-lists/imports/${id}`)).body;
        return last.status;
      },
      { timeout: 100_000, interval: 50 },
    )
    .toMatch(status);
  return last!;
};
const ended = (person: Person, id: number): Promise<Answer> => reaches(person, id, /done|cancelled|failed/);
/** Waits until the rows are judged, which a job does after the answer. */
const judged = async (person: Person, answer: { status: number; body: Answer }) =>
  answer.status === 200
    ? { ...answer, body: await reaches(person, answer.body.id, /ready|done|cancelled|failed/) }
    : answer;
const office = async () => {
  const company = await host.company({ settings: { campaignsEnabled: true } });
  const { admin } = company;
  await company.enable('plugin:blocked');
  const { body: list } = await admin.post<ContactList>('/contact-lists', { name: 'Beneficiários' });
  return {
    company,
    admin,
    list,
    upload: async (content: Buffer | string, name = 'c.xlsx', review = true) =>
      judged(admin, await admin.post<Answer>(`/contact-lists/${list.id}/upload`, form(name, content, review))),
  };
};

const people: Cell[][] = [
  ['NOME', 'FONE 1', 'E-MAIL', 'Benefício'],
  ['Maria Aparecida dos Santos', '+55 11 98765-4417', 'maria@uol.com.br', '42/198'],
  ['Ivone Casagrande', '(13) 99144-2036', '', '32/610'],
  ['Neusa Carvalho', 5511966513390, '', ''],
  ['Neusa M. Carvalho', '551166513390', '', ''],
  ['José Ribamar', '(11) 3842', '', ''],
  ['Luzia Tavares', '5511955338204', 'luzia.rt@hotmail', '41/199'],
  ['Pediu Sair', '5511960000000', '', ''],
];

describe('imports into a list', () => {
  it('An uploaded spreadsheet is judged row by row before anything is stored', async () => {
    const { admin, list, upload } = await office();
    await admin.post('/contact-list-items', { contactListId: list.id, name: 'M. A.', number: '551187654417' });
    const { status, body } = await upload(workbook(people));
    expect([status, body.status, body.total]).toEqual([200, 'ready', 7]);
    expect(body.mapping).toEqual({
      columns: ['name', 'number', 'email', 'variable:beneficio'],
      hasHeader: true,
      countryCode: '55',
    });
    expect(body.verdicts).toEqual({ new: 3, known: 1, repeated: 1, optedOut: 1, refused: 1 });
    expect((await rowsOf(admin, body.id)).map(({ line, verdict, note }) => [line, verdict, note])).toEqual([
      [2, 'known', null],
      [3, 'new', 'countryCode'],
      [4, 'new', null],
      [5, 'repeated', 'repeated:4'],
      [6, 'refused', 'numberShort'],
      [7, 'new', 'email'],
      [8, 'opted-out', 'opted-out:2026-08-03T12:00:00.000Z'],
    ]);
    expect((await rowsOf(admin, body.id, 'refused'))[0]).toMatchObject({ name: 'José Ribamar', number: '(11) 3842' });
  });

  it('xlsx, xls and csv are read; another file is refused', async () => {
    const { upload } = await office();
    for (const [name, content] of [
      ['c.xlsx', workbook(people)],
      ['c.xls', workbook(people, 'biff8')],
      ['c.csv', people.map((row) => row.join(';')).join('\r\n')],
    ] as const)
      expect([name, (await upload(content, name)).body.total]).toEqual([name, 7]);
    expect((await upload('não é planilha', 'c.pdf')).status).toBe(415);
  });

  it('The sample spreadsheet is an xlsx file that can be imported as it is', async () => {
    const { admin, upload } = await office();
    const answer = await fetch(`${host.url}/api/contact-lists/sample`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(answer.headers.get('content-disposition')).toContain('exemplo-lista-de-contatos.xlsx');
    const { body } = await upload(Buffer.from(await answer.arrayBuffer()), 'exemplo.xlsx');
    expect(body.mapping).toMatchObject({ columns: ['name', 'number', 'email', 'variable:beneficio'], hasHeader: true });
    expect(body.verdicts).toMatchObject({ new: 2, refused: 0 });
  });

  it('A corrected row is judged again, and a repeat of it moves up', async () => {
    const { admin, upload } = await office();
    const { body } = await upload(workbook(people));
    const fixed = await admin.put<Answer>(`/contact-lists/imports/${body.id}/rows/6`, { number: '(11) 3842-1000' });
    expect(fixed.body.verdicts).toMatchObject({ refused: 0, new: 5 });
    // Line 5 repeats line 4: when that one goes, it comes in.
    const fewer = await admin.delete<Answer>(`/contact-lists/imports/${body.id}/rows/4`);
    expect(fewer.body).toMatchObject({ total: 6, verdicts: { repeated: 0, new: 5 } });
    expect((await rowsOf(admin, body.id)).find(({ line }) => line === 5)?.verdict).toBe('new');
  });

  it('Columns can be given another meaning; name and number are needed, each once', async () => {
    const { admin, upload } = await office();
    const { body } = await upload(workbook(people));
    const check = async (columns: string[]) =>
      judged(admin, await admin.post<Answer>(`/contact-lists/imports/${body.id}/check`, { ...body.mapping, columns }));
    expect((await check(['name', 'ignore'])).body.fields).toEqual({ columns: 'ERR_IMPORT_COLUMNS' });
    expect((await check(['name', 'number', 'name'])).body.fields).toEqual({ columns: 'ERR_IMPORT_COLUMN_TWICE' });
    expect((await check(['name', 'number', 'ignore', 'variable:processo'])).body.verdicts).toMatchObject({
      refused: 1,
    });
    expect((await rowsOf(admin, body.id, 'new'))[0]).toMatchObject({ email: '', variables: { processo: '42/198' } });
  });

  it('The import stores people with their variables, reports progress live, and lists what stayed out', async () => {
    const { admin, list, upload } = await office();
    await admin.post('/contact-list-items', {
      contactListId: list.id,
      name: 'M. A.',
      number: '551187654417',
      email: 'm@a.br',
    });
    const { body } = await upload(workbook(people));
    const live = await admin.live();
    expect(await live.join(listImportRoom, { importId: body.id })).toMatchObject({ ok: true });
    await admin.post(`/contact-lists/imports/${body.id}/start`);
    await live.receives('progress', ({ import: progress }) => (progress as { status: string }).status === 'done');
    expect(await ended(admin, body.id)).toMatchObject({ status: 'done', done: 7, created: 3, updated: 1 });
    const { contacts } = (
      await admin.get<{ contacts: ContactListItem[] }>(`/contact-list-items?contactListId=${list.id}`)
    ).body;
    expect(contacts.map(({ name, number, email, variables }) => [name, number, email, variables])).toEqual([
      ['Ivone Casagrande', '5513991442036', '', { beneficio: '32/610' }],
      ['Luzia Tavares', '5511955338204', '', { beneficio: '41/199' }],
      ['Maria Aparecida dos Santos', '551187654417', 'maria@uol.com.br', { beneficio: '42/198' }],
      ['Neusa Carvalho', '5511966513390', '', {}],
    ]);
    expect((await admin.get<ContactList>(`/contact-lists/${list.id}`)).body.contactsCount).toBe(4);
    expect((await admin.post<Answer>(`/contact-lists/imports/${body.id}/start`)).body.error).toBe('ERR_IMPORT_STARTED');
    const stored = await admin.get<string>(`/contact-lists/imports/${body.id}/report`);
    expect(stored.headers.get('content-disposition')).toContain('.xlsx');
  });

  it('An upload without a review imports at once, as clients of the specification expect', async () => {
    const { admin, upload } = await office();
    const { body } = await upload(workbook(people), 'c.xlsx', false);
    expect(await ended(admin, body.id)).toMatchObject({ status: 'done', created: 4 });
    const unnamed = await upload('a;b\r\nc;d', 'c.csv', false);
    expect(unnamed.body).toMatchObject({ status: 'failed', error: 'ERR_IMPORT_COLUMNS' });
  });

  it('A cancelled import keeps what came in, and a hundred thousand rows are too many by one', async () => {
    const { admin, upload } = await office();
    const { body } = await upload(workbook(people));
    expect((await admin.post<Answer>(`/contact-lists/imports/${body.id}/cancel`)).body.status).toBe('cancelled');
    expect((await admin.post<Answer>(`/contact-lists/imports/${body.id}/start`)).status).toBe(409);
    const many = Array.from({ length: 100_001 }, (_, at) => `P${at};55119${String(60_000_000 + at)}`);
    const answer = await upload(`nome;telefone\r\n${many.join('\r\n')}`, 'c.csv');
    expect(answer.body).toMatchObject({ status: 'failed', error: 'ERR_SPREADSHEET_ROWS' });
  });

  it('A spreadsheet is read after its upload is answered, can be cancelled meanwhile, and leaves no file behind', async () => {
    const { company, admin, list } = await office();
    const rows = Array.from({ length: 20_000 }, (_, at) => `Pessoa ${at};55119${String(60_000_000 + at)}`);
    const { status, body } = await admin.post<Answer>(
      `/contact-lists/${list.id}/upload`,
      form('c.csv', `nome;telefone\r\n${rows.join('\r\n')}`),
    );
    expect([status, body.status]).toEqual([200, 'reading']);
    const live = await admin.live();
    await live.join(listImportRoom, { importId: body.id });
    const busy = await admin.put<Answer>(`/contact-lists/imports/${body.id}/rows/2`, { name: 'Outra' });
    expect([busy.status, busy.body.error]).toEqual([409, 'ERR_IMPORT_BUSY']);
    await live.receives('progress', ({ import: progress }) => (progress as Answer).done > 0);
    expect((await admin.post<Answer>(`/contact-lists/imports/${body.id}/cancel`)).body.status).toBe('cancelled');
    await expect.poll(() => company.scope('contact-lists').storage.used()).toBe(0);
    expect((await ended(admin, body.id)).status).toBe('cancelled');
  });

  it('A choice of columns during the judging of another replaces it', async () => {
    const { admin, upload } = await office();
    const { body } = await upload(workbook(people));
    const check = (columns: string[]) =>
      admin.post<Answer>(`/contact-lists/imports/${body.id}/check`, { ...body.mapping, columns });
    await check(['name', 'number', 'ignore', 'variable:processo']);
    await check(['name', 'number', 'email', 'variable:acao']);
    await reaches(admin, body.id, /ready/);
    const [row] = await rowsOf(admin, body.id, 'new');
    expect(row).toMatchObject({ variables: { acao: '42/198' } });
  });

  it('Another company sees nothing of an import', async () => {
    const { upload } = await office();
    const { body } = await upload(workbook(people));
    const { admin: stranger } = await host.company({ settings: { campaignsEnabled: true } });
    expect((await stranger.get(`/contact-lists/imports/${body.id}`)).status).toBe(404);
    expect((await stranger.get(`/contact-lists/imports/${body.id}/rows`)).status).toBe(404);
    expect((await stranger.post(`/contact-lists/imports/${body.id}/start`)).status).toBe(404);
  });

  // The planner takes one row for an import that it does not know yet, and compared forty thousand rows each with each.
  it('Repeated numbers are found in a large import that the statistics of the database do not know yet', async () => {
    const [known, unknown] = [await office(), await office()];
    const { owner } = host.kernel.database;
    const filled = async ({ company, list }: Awaited<ReturnType<typeof office>>): Promise<number> => {
      const { sql: database } = company.scope('contact-lists');
      const made = await database.one<{ id: number }>(
        sql`insert into contact_lists.import (contact_list_id, name, status, mapping)
            values (${list.id}, 'base.xlsx', 'judging', '{"columns":["name","number"]}') returning id`,
      );
      await database.run(sql`
        insert into contact_lists.import_row (import_id, line, cells, verdict, number_key)
        select ${made?.id ?? 0}, n, '{}', 'new', '55119' || n % 20000 from generate_series(1, 40000) n`);
      return made?.id ?? 0;
    };
    await filled(known);
    await owner.query('analyze contact_lists.import_row');
    const importId = await filled(unknown);
    const { sql: database } = unknown.company.scope('contact-lists');
    const cancel = `select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and query like '%mark_repeated%' and pid <> pg_backend_pid()`;
    // Far more than it needs: compared each with each, it ends only here.
    const limit = setTimeout(() => void owner.query(cancel), 60_000);
    await database
      .run(sql`select contact_lists.mark_repeated(${importId}::int, null)`)
      .finally(() => clearTimeout(limit));
    const rows = await database.rows<{ verdict: string; amount: number }>(
      sql`select verdict, count(*)::int as amount from contact_lists.import_row where import_id = ${importId} group by 1 order by 1`,
    );
    expect(rows).toEqual([
      { verdict: 'new', amount: 20_000 },
      { verdict: 'repeated', amount: 20_000 },
    ]);
  });

  it('A request for erasure takes the person out of every list and import', async () => {
    const { company, admin, list, upload } = await office();
    const { body: contact } = await admin.post<{ id: number }>('/contacts', { name: 'Neusa', number: '551166513390' });
    const { body } = await upload(workbook(people), 'c.xlsx', false);
    await ended(admin, body.id);
    const scope = company.scope('contact-lists');
    await itemsOfPerson.erase(contact.id, scope);
    const left = await scope.sql.one<{ items: number; rows: number }>(
      sql`select (select count(*)::int from contact_lists.item where number_key = '551166513390') as items,
                 (select count(*)::int from contact_lists.import_row where array_to_string(cells, ' ') like '%Neusa%') as rows`,
    );
    expect(left).toEqual({ items: 0, rows: 0 });
    expect((await admin.get<ContactList>(`/contact-lists/${list.id}`)).body.contactsCount).toBe(3);
  });
});
