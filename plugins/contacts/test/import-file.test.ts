import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTestHost, type TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { importRoom } from '../contract.ts';
import { ended, importAll, upload, workbook, type Cell, type CheckAnswer } from './spreadsheet.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: ['contacts'] });
});
afterAll(() => host?.close());

interface Found {
  id: number;
  name: string;
  number: string;
  email: string;
  origin: string | null;
  extraInfo: { name: string; value: string }[];
}

const people: Cell[][] = [
  ['Nome', 'Celular', 'E-mail', 'Origem', 'CPF'],
  ['Ana Prado', 5511987650001, 'ana@exemplo.com', 'google', '111'],
  ['Bruno Reis', '(11) 98765-0002', '', '', ''],
  ['C', '5511987650003', '', '', ''],
  ['Daniela Sá', '123', '', '', ''],
  ['Érico Nunes', '+55 11 98765-0005', 'sem arroba', '', ''],
  ['Ana de novo', '5511987650001', '', '', ''],
  ['', '5511987650009', '', '', ''],
];

describe('spreadsheet imports', () => {
  it('An uploaded spreadsheet shows its first rows and the guessed meaning of each column', async () => {
    const { admin } = await host.company();
    for (const [name, content] of [
      ['contatos.xlsx', workbook(people)],
      ['contatos.xls', workbook(people, 'biff8')],
      ['contatos.csv', people.map((row) => row.join(';')).join('\r\n')],
    ] as const) {
      const { status, body } = await upload(admin, name, content);
      expect([name, status, body.status, body.total]).toEqual([name, 200, 'ready', 7]);
      expect(body.mapping).toEqual({
        columns: ['name', 'number', 'email', 'origin', 'extra:CPF'],
        hasHeader: true,
        countryCode: '55',
      });
      expect(body.columns).toEqual(['Nome', 'Celular', 'E-mail', 'Origem', 'CPF']);
      expect(body.sample[1]).toEqual({
        line: 2,
        cells: ['Ana Prado', '5511987650001', 'ana@exemplo.com', 'google', '111'],
      });
    }
  });

  it('The columns of a spreadsheet without a header are guessed by their values', async () => {
    const { admin } = await host.company();
    const { body } = await upload(
      admin,
      'lista.csv',
      '5511987650001,Ana Prado,ana@exemplo.com\n5511987650002,Bruno,b@c.br',
    );
    expect(body.mapping).toMatchObject({ columns: ['number', 'name', 'email'], hasHeader: false });
    expect(body.total).toBe(2);
  });

  it('Dates of a spreadsheet are written in the order of the company’s language', async () => {
    const { admin } = await host.company();
    const { body } = await upload(
      admin,
      'contatos.xlsx',
      workbook([
        ['Nome', 'Telefone', 'Nascimento'],
        ['Ana Prado', '5511987650001', new Date(Date.UTC(1990, 2, 4))],
      ]),
    );
    expect(body.sample[1]?.cells[2]).toBe('04/03/1990');
  });

  it('A spreadsheet is checked before anything is stored: how many rows are new, known, repeated and refused, and why', async () => {
    const { admin } = await host.company();
    await admin.post('/contacts', { name: 'Bruno R.', number: '551187650002' });
    const { body } = await upload(admin, 'contatos.xlsx', workbook(people));
    const { body: check } = await admin.post<CheckAnswer>(`/contacts/import/${body.id}/check`, body.mapping);
    expect(check).toMatchObject({ new: 1, known: 1, repeated: 1, refused: 4 });
    expect(check.leftOut.map(({ line, field, reason }) => [line, field, reason])).toEqual([
      [4, 'name', 'nameShort'],
      [5, 'number', 'numberShort'],
      [6, 'email', 'email'],
      [7, 'number', 'repeated:2'],
      [8, 'name', 'required'],
    ]);
    expect((await admin.get<Found[]>('/contacts/list')).body).toHaveLength(1);
  });

  it('A spreadsheet is imported with progress, and the report of skipped rows is a csv file', async () => {
    const { admin } = await host.company();
    const { body } = await upload(admin, 'contatos.xlsx', workbook(people));
    await admin.post(`/contacts/import/${body.id}/check`, body.mapping);
    const live = await admin.live();
    expect(await live.join(importRoom, { importId: body.id })).toMatchObject({ ok: true });
    await admin.post(`/contacts/import/${body.id}/start`, { duplicates: 'skip' });
    await live.receives('progress', ({ import: progress }) => (progress as { status: string }).status === 'done');
    const end = await ended(admin, body.id);
    expect(end).toMatchObject({ status: 'done', total: 7, done: 7, created: 2, updated: 0, skipped: 1, refused: 4 });
    const { body: ana } = await admin.get<Found>('/contacts/get-by-number/5511987650001');
    expect(ana).toMatchObject({
      name: 'Ana Prado',
      email: 'ana@exemplo.com',
      origin: 'GOOGLE',
      extraInfo: [{ name: 'CPF', value: '111' }],
    });
    // A number with its area code only is Brazilian.
    expect((await admin.get<Found>('/contacts/get-by-number/5511987650002')).body.name).toBe('Bruno Reis');
    const report = await admin.get<string>(`/contacts/import/${body.id}/report`);
    expect(report.headers.get('content-disposition')).toContain('attachment');
    expect(report.body.replace('\ufeff', '').split('\r\n')).toEqual([
      'Linha;Campo;Valor;Motivo',
      '4;Nome;C;Nome muito curto!',
      '5;WhatsApp;123;Número inválido',
      '6;E-mail;sem arroba;E-mail inválido',
      '7;WhatsApp;5511987650001;Mesmo número da linha 2',
      '8;Nome;;Campo obrigatório',
      '',
    ]);
  });

  it('An import leaves existing contacts unchanged, fills in missing values, or overwrites them, as people choose', async () => {
    const rows: Cell[][] = [
      ['Nome', 'Telefone', 'Email', 'Origem', 'CPF', 'Plano'],
      ['Novo nome', '5511987650002', 'novo@exemplo.com', 'INDICAÇÃO', '222', 'Ouro'],
    ];
    const outcome = async (duplicates: 'skip' | 'fill' | 'overwrite') => {
      const { admin } = await host.company();
      const { body } = await admin.post<Found>('/contacts', {
        name: 'Bruno',
        number: '5511987650002',
        email: 'bruno@exemplo.com',
        extraInfo: [{ name: 'cpf', value: '111' }],
      });
      const { end } = await importAll(admin, workbook(rows), duplicates);
      const { name, email, origin, extraInfo } = (await admin.get<Found>(`/contacts/${body.id}`)).body;
      return [end.updated, end.skipped, name, email, origin, extraInfo.map((one) => `${one.name} ${one.value}`).join()];
    };
    expect(await outcome('skip')).toEqual([0, 1, 'Bruno', 'bruno@exemplo.com', null, 'cpf 111']);
    expect(await outcome('fill')).toEqual([1, 0, 'Bruno', 'bruno@exemplo.com', 'INDICAÇÃO', 'cpf 111,Plano Ouro']);
    expect(await outcome('overwrite')).toEqual([
      1,
      0,
      'Novo nome',
      'novo@exemplo.com',
      'INDICAÇÃO',
      'cpf 222,Plano Ouro',
    ]);
  });

  it('A spreadsheet that is imported twice creates no contact twice', async () => {
    const { admin } = await host.company();
    const first = await importAll(admin, workbook(people));
    const second = await importAll(admin, workbook(people), 'overwrite');
    expect([first.end.created, second.end.created]).toEqual([2, 0]);
    expect((await admin.get<Found[]>('/contacts/list')).body).toHaveLength(2);
  });

  it('A spreadsheet of 10,000 rows is imported completely, while other requests are served', async () => {
    const { admin } = await host.company();
    const rows: Cell[][] = [
      ['Nome', 'Telefone'],
      ...Array.from({ length: 10_000 }, (_, at) => [`Pessoa ${at}`, 5_511_900_000_000 + at]),
    ];
    const { body } = await upload(admin, 'grande.xlsx', workbook(rows));
    const { body: check } = await admin.post<CheckAnswer>(`/contacts/import/${body.id}/check`, body.mapping);
    expect(check).toMatchObject({ new: 10_000, refused: 0 });
    await admin.post(`/contacts/import/${body.id}/start`, { duplicates: 'skip' });
    const { body: page } = await admin.get<{ contacts: Found[] }>('/contacts');
    expect(page.contacts.length).toBeLessThanOrEqual(20);
    expect(await ended(admin, body.id)).toMatchObject({ status: 'done', created: 10_000, done: 10_000 });
  });

  it('A cancelled import stops, and the rows imported so far remain', async () => {
    const { admin } = await host.company();
    const rows: Cell[][] = [
      ['Nome', 'Telefone'],
      ...Array.from({ length: 6_000 }, (_, at) => [`Pessoa ${at}`, 5_511_900_000_000 + at]),
    ];
    const { body } = await upload(admin, 'grande.xlsx', workbook(rows));
    await admin.post(`/contacts/import/${body.id}/check`, body.mapping);
    await admin.post(`/contacts/import/${body.id}/start`, { duplicates: 'skip' });
    await admin.post(`/contacts/import/${body.id}/cancel`);
    const end = await ended(admin, body.id);
    expect(end.status).toBe('cancelled');
    const company = (await admin.get<Found[]>('/contacts/list')).body;
    expect(company.length).toBe(Math.min(end.created, 1_000));
    expect(end.created).toBeLessThan(6_000);
  });

  it('An import resumes where it stopped when the server was killed in the middle', async () => {
    const company = await host.company();
    const { admin } = company;
    const rows: Cell[][] = [
      ['Nome', 'Telefone'],
      ...Array.from({ length: 1_200 }, (_, at) => [`Pessoa ${at}`, 5_511_900_000_000 + at]),
    ];
    const { body } = await upload(admin, 'grande.xlsx', workbook(rows));
    await admin.post(`/contacts/import/${body.id}/check`, body.mapping);
    // The state that a node leaves when it is killed after the first rows: running, partly done, without a worker.
    const { sql: run } = company.scope('contacts');
    await run.run(
      sql`update contacts.import set status = 'running', duplicates = 'skip', done = 300, created = 300 where id = ${body.id}`,
    );
    await run.run(
      sql`update contacts.import_row set outcome = 'created' where import_id = ${body.id} and line between 2 and 301`,
    );
    const { runImport } = await import('../contract.ts');
    await company.scope('contacts').jobs.schedule(runImport, { importId: body.id }, { key: String(body.id) });
    expect(await ended(admin, body.id)).toMatchObject({ status: 'done', done: 1_200, created: 1_200 });
    const made = await run.one<{ count: number }>(sql`select count(*) as count from contacts.contact`);
    expect(made?.count).toBe(900);
  });

  it('An import starts once, and only after its columns have a meaning', async () => {
    const { admin } = await host.company();
    const { body } = await upload(admin, 'contatos.xlsx', workbook(people));
    const start = () => admin.post<CheckAnswer>(`/contacts/import/${body.id}/start`, { duplicates: 'skip' });
    expect(await start()).toMatchObject({ status: 400, body: { fields: { columns: 'ERR_IMPORT_COLUMNS' } } });
    const check = (columns: string[]) =>
      admin.post<CheckAnswer>(`/contacts/import/${body.id}/check`, { columns, hasHeader: true, countryCode: '' });
    expect((await check(['name', 'ignore'])).body.fields).toEqual({ columns: 'ERR_IMPORT_COLUMNS' });
    expect((await check(['name', 'number', 'number'])).body.fields).toEqual({ columns: 'ERR_IMPORT_COLUMN_TWICE' });
    expect((await check(['name', 'number', 'extra:  '])).status).toBe(400);
    expect((await check(['name', 'number'])).status).toBe(200);
    expect((await Promise.all([start(), start(), start()])).map(({ status }) => status).toSorted()).toEqual([
      200, 409, 409,
    ]);
    expect((await check(['name', 'number'])).body.error).toBe('ERR_IMPORT_STARTED');
    await ended(admin, body.id);
  });

  it('Imports are refused to people who see masked numbers, and do not exist for another company', async () => {
    const company = await host.company({ settings: { hideContactNumber: 'enabled' } });
    const [manager, attendant] = [await company.person('gestor'), await company.person()];
    const stranger = (await host.company()).admin;
    const { body } = await upload(manager, 'contatos.xlsx', workbook(people));
    await manager.post(`/contacts/import/${body.id}/check`, body.mapping);
    await manager.post(`/contacts/import/${body.id}/start`, { duplicates: 'skip' });
    await ended(manager, body.id);
    for (const [person, code] of [
      [attendant, 'ERR_NUMBERS_HIDDEN'],
      [stranger, 'ERR_NO_IMPORT_FOUND'],
    ] as const) {
      for (const path of ['', '/report', '/left-out'])
        expect((await person.get<CheckAnswer>(`/contacts/import/${body.id}${path}`)).body.error).toBe(code);
      expect(await (await person.live()).join(importRoom, { importId: body.id })).not.toMatchObject({ ok: true });
    }
    expect((await stranger.get<unknown[]>('/contacts/import')).body).toEqual([]);
    expect((await attendant.get('/contacts/import')).status).toBe(403);
    expect((await upload(attendant, 'contatos.xlsx', workbook(people))).status).toBe(403);
    expect((await company.admin.get<unknown[]>('/contacts/import')).body).toHaveLength(1);
  });

  it('Overwriting contacts by an import needs the permission', async () => {
    const company = await host.company();
    const [manager, attendant] = [await company.person('gestor'), await company.person()];
    for (const [person, status] of [
      [attendant, 403],
      [manager, 200],
    ] as const) {
      const { body } = await upload(person, 'contatos.xlsx', workbook(people));
      await person.post(`/contacts/import/${body.id}/check`, body.mapping);
      expect((await person.post(`/contacts/import/${body.id}/start`, { duplicates: 'overwrite' })).status).toBe(status);
      if (status === 403)
        expect((await person.post(`/contacts/import/${body.id}/start`, { duplicates: 'fill' })).status).toBe(200);
      await ended(person, body.id);
    }
  });
});

/** A zip file with one part that declares a small size and decompresses to a huge one. */
const bomb = (megabytes: number): Buffer => {
  const part = (name: string, content: Buffer): { local: Buffer; entry(at: number): Buffer } => {
    const packed = deflateRawSync(content, { level: 9 });
    const title = Buffer.from(name);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(100, 22);
    head.writeUInt16LE(title.length, 26);
    return {
      local: Buffer.concat([head, title, packed]),
      entry(at) {
        const entry = Buffer.alloc(46);
        entry.writeUInt32LE(0x02014b50, 0);
        entry.writeUInt16LE(8, 10);
        entry.writeUInt32LE(packed.length, 20);
        entry.writeUInt32LE(100, 24);
        entry.writeUInt16LE(title.length, 28);
        entry.writeUInt32LE(at, 42);
        return Buffer.concat([entry, title]);
      },
    };
  };
  const parts = [
    part(
      '[Content_Types].xml',
      Buffer.from(
        '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
      ),
    ),
    part('xl/worksheets/sheet1.xml', Buffer.alloc(megabytes * 1024 * 1024, '<c>')),
  ];
  let at = 0;
  const directory: Buffer[] = [];
  for (const { local, entry } of parts) {
    directory.push(entry(at));
    at += local.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts.map(({ local }) => local), ...directory, end]);
};

describe('invalid files', () => {
  it('An invalid file is refused with the reason: wrong type, too large, too many rows, empty, broken, a bomb', async () => {
    const { admin } = await host.company();
    const refused = async (name: string, content: Buffer | string) => {
      const { status, body } = await upload(admin, name, content);
      const { error, fields } = body as unknown as { error: string; fields?: { file?: string } };
      return [status, fields?.file ?? error];
    };
    expect(
      await refused(
        'foto.png',
        Buffer.from(
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
          'base64',
        ),
      ),
    ).toEqual([415, 'ERR_FILE_TYPE']);
    expect(await refused('pagina.csv.html', '<script>alert(1)</script>')).toEqual([415, 'ERR_FILE_TYPE']);
    expect(await refused('nota.txt', 'Nome;Telefone\nAna;5511987650001')).toEqual([415, 'ERR_FILE_TYPE']);
    expect(await refused('nulos.csv', 'Nome;Telefone\nA\0na;5511987650001')).toEqual([415, 'ERR_FILE_TYPE']);
    expect(await refused('grande.csv', Buffer.alloc(100 * 1024 * 1024, 'a'))).toEqual([413, 'ERR_FILE_TOO_LARGE']);
    expect(await refused('vazia.xlsx', workbook([]))).toEqual([400, 'ERR_SPREADSHEET_EMPTY']);
    expect(await refused('so-titulos.csv', 'Nome;Telefone\n')).toEqual([400, 'ERR_SPREADSHEET_EMPTY']);
    expect(await refused('linhas.csv', `Nome;Telefone\n${'Ana;5511987650001\n'.repeat(50_001)}`)).toEqual([
      400,
      'ERR_SPREADSHEET_ROWS',
    ]);
    expect(await refused('bomba.xlsx', bomb(300))).toEqual([400, 'ERR_SPREADSHEET_TOO_LARGE']);
    expect(await refused('cortada.xlsx', workbook(people).subarray(0, 4_000))).toSatisfy(
      ([status]: (number | string)[]) => status === 400 || status === 415,
    );
    expect(
      await refused('falsa.xls', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4_096, 7)])),
    ).toEqual([400, 'ERR_SPREADSHEET_INVALID']);
    expect((await admin.get<unknown[]>('/contacts/import')).body).toEqual([]);
  });

  it('Formulas, control characters and half surrogate pairs are stored as harmless text', async () => {
    const { admin } = await host.company();
    const { end } = await importAll(
      admin,
      workbook([
        ['Nome', 'Telefone', 'Obs'],
        ['=HYPERLINK("http://x","Ana")', '5511987650001', '\u202eabc\u0007def\ud800'],
        ['Bia "a" <b>', '5511987650002', '@SUM(1+1)'],
        ['Caio', '5,51199E+12', ''],
      ]),
    );
    expect(end).toMatchObject({ created: 2, refused: 1 });
    const { body } = await admin.get<Found>('/contacts/get-by-number/5511987650001');
    expect(body).toMatchObject({
      name: '=HYPERLINK("http://x","Ana")',
      extraInfo: [{ name: 'Obs', value: 'abc def\ufffd' }],
    });
  });
});
