import { read, utils } from 'xlsx';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startTestHost, type Person, type TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { importAll } from './spreadsheet.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: ['contacts'] });
});
afterAll(() => host?.close());

const bytes = async (person: Person, query: string): Promise<Buffer> => {
  const response = await fetch(`${host.url}/api/contacts/export?${query}`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};
const csv = async (person: Person, query = ''): Promise<string[][]> =>
  (await bytes(person, query))
    .toString('utf8')
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(';'));
const sheet = async (person: Person, query = ''): Promise<unknown[][]> => {
  const book = read(await bytes(person, `format=xlsx&${query}`), { type: 'buffer' });
  return utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 });
};

it('The contacts of a search are exported, to csv and to xlsx, with their extra information in columns', async () => {
  const { admin } = await host.company();
  await admin.post('/contacts', {
    name: 'Érica Nuñez',
    number: '5511960000001',
    email: 'erica@exemplo.com',
    origin: 'GOOGLE',
    extraInfo: [{ name: 'CPF', value: '111' }],
  });
  await admin.post('/contacts', { name: 'Bruno & <Filhos>', number: '5511960000002' });
  for (const table of [await csv(admin), await sheet(admin)]) {
    expect(table[0]).toEqual(['Nome', 'WhatsApp', 'E-mail', 'Origem', 'Criado em', 'CPF']);
    expect(table.slice(1).map((row) => [row[0], row[1], row[5] ?? ''])).toEqual([
      ['Bruno & <Filhos>', '5511960000002', ''],
      ['Érica Nuñez', '5511960000001', '111'],
    ]);
  }
  expect((await csv(admin, 'searchParam=erica')).map(([name]) => name)).toEqual(['Nome', 'Érica Nuñez']);
});

it('No cell of an exported file is a formula', async () => {
  const { admin } = await host.company();
  const dangerous = ['=cmd|calc', '+cmd', '-2+3', '@SUM(1)'];
  for (const [at, name] of dangerous.entries())
    await admin.post('/contacts', { name, number: `551196000000${at}`, extraInfo: [{ name: '=nome', value: '=1+1' }] });
  const rows = await csv(admin);
  for (const cell of rows.flat()) expect(cell).not.toMatch(/^"?[=+\-@]/);
  expect(rows.slice(1).map(([name]) => name)).toEqual(expect.arrayContaining(dangerous.map((name) => `'${name}`)));
  const book = read(await bytes(admin, 'format=xlsx'), { type: 'buffer' });
  expect(Object.values(book.Sheets['Contatos']!).filter((cell: { f?: string }) => cell.f !== undefined)).toEqual([]);
});

it('Numbers stay masked in the export of people who may not see them, and an export needs the permission', async () => {
  const company = await host.company({ settings: { hideContactNumber: 'enabled' } });
  const attendant = await company.person();
  await company.admin.post('/contacts', { name: 'Ana', number: '5511960000001' });
  expect((await attendant.get('/contacts/export')).status).toBe(403);
  await company.admin.put('/permissions', {
    profile: 'user',
    permission: 'contacts-page:exportContacts',
    granted: true,
  });
  for (const table of [await csv(attendant), await sheet(attendant)])
    expect(table[1]!.slice(0, 2)).toEqual(['Ana', '*********0001']);
  expect((await csv(await company.person('gestor')))[1]![1]).toBe('5511960000001');
});

it('A file of many contacts is complete, ordered and of one company', async () => {
  const [company, other] = [await host.company(), await host.company()];
  await other.admin.post('/contacts', { name: 'Alheia', number: '5511960000001' });
  await company
    .scope('contacts')
    .sql.run(
      sql`insert into contacts.contact (name, number) select 'Pessoa ' || lpad(n::text, 5, '0'), '55119' || (10000000 + n) from generate_series(1, 4500) n`,
    );
  const [, ...rows] = await csv(company.admin);
  expect(rows).toHaveLength(4_500);
  expect(rows.map(([name]) => name)).toEqual(rows.map((_, at) => `Pessoa ${String(at + 1).padStart(5, '0')}`));
  expect(await sheet(company.admin)).toHaveLength(4_501);
  // A search with many matches leaves nobody out either.
  expect(await csv(company.admin, 'searchParam=pessoa')).toHaveLength(4_501);
});

it('Lines of extra information with one name share its column', async () => {
  const { admin } = await host.company();
  await admin.post('/contacts', {
    name: 'Ana',
    number: '5511960000001',
    extraInfo: [
      { name: 'Telefone', value: '1111' },
      { name: 'Telefone', value: '2222' },
    ],
  });
  expect((await sheet(admin))[1]!.at(-1)).toBe('1111; 2222');
});

it('An exported file can be imported again unchanged', async () => {
  const [from, to] = [await host.company(), await host.company()];
  const contact = { name: '=Ana; "A"', number: '5511960000001', email: 'ana@exemplo.com', origin: 'INDICAÇÃO' };
  await from.admin.post('/contacts', contact);
  for (const format of ['csv', 'xlsx']) {
    const file = await bytes(from.admin, `format=${format}`);
    await importAll(to.admin, file, 'overwrite', `contatos.${format}`);
    expect((await to.admin.get('/contacts/get-by-number/5511960000001')).body).toMatchObject(contact);
  }
});

it('An exported workbook has references of every row and cell, and styles, so that every reader opens it', async () => {
  const { admin } = await host.company();
  const extraInfo = Array.from({ length: 30 }, (_, at) => ({ name: `Campo ${at}`, value: `v${at}` }));
  await admin.post('/contacts', { name: 'Érica', number: '5511960000001', extraInfo });
  const book = read(await bytes(admin, 'format=xlsx'), { type: 'buffer', bookFiles: true }) as unknown as {
    files: Record<string, { content: Uint8Array }>;
  };
  const part = (name: string): string => Buffer.from(book.files[name]?.content ?? []).toString('utf8');
  const page = part('xl/worksheets/sheet1.xml');
  expect([...page.matchAll(/<row\b([^>]*)>/g)].map(([, texts]) => texts)).toEqual([' r="1"', ' r="2"']);
  const references = [...page.matchAll(/<c r="([A-Z]+\d+)"/g)].map(([, place]) => place);
  expect(references).toHaveLength([...page.matchAll(/<c\b/g)].length);
  expect(references.slice(0, 2)).toEqual(['A1', 'B1']);
  expect(references).toEqual(expect.arrayContaining(['Z1', 'AA1', 'AI2']));
  expect(part('[Content_Types].xml')).toContain('/xl/styles.xml');
  expect(part('xl/_rels/workbook.xml.rels')).toContain('styles.xml');
  expect(part('xl/styles.xml')).toMatch(/<cellXfs count="6">.*<\/styleSheet>$/);
  // Excel and other readers refuse undeclared parts, missing targets, unordered references, styles that do not exist,
  // and unclosed tags.
  const names = Object.keys(book.files).filter((name) => !name.endsWith('/'));
  const types = part('[Content_Types].xml');
  for (const name of names.filter((one) => one.startsWith('xl/') && !one.endsWith('.rels')))
    expect(types).toContain(`PartName="/${name}"`);
  for (const [, target] of part('xl/_rels/workbook.xml.rels').matchAll(/Target="([^"]+)"/g))
    expect(names).toContain(`xl/${target}`);
  const columnOf = (place: string): number =>
    [...place.replace(/\d/g, '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  for (const [, row = '', cells = ''] of page.matchAll(/<row r="(\d+)">(.*?)<\/row>/gs)) {
    const inRow = [...cells.matchAll(/<c r="([A-Z]+\d+)"/g)].map(([, place = '']) => place);
    expect(inRow.map((place) => place.replace(/\D/g, ''))).toEqual(inRow.map(() => row));
    // Empty cells are left out.
    expect(inRow.map(columnOf)).toEqual([...new Set(inRow.map(columnOf))].toSorted((a, b) => a - b));
  }
  expect([...page.matchAll(/ s="(\d+)"/g)].every(([, style]) => Number(style) < 2)).toBe(true);
  for (const name of names) {
    const opened: string[] = [];
    for (const [, end, tag = '', , self] of part(name).matchAll(/<(\/?)([\w:]+)((?:"[^"]*"|[^">])*?)(\/?)>/g))
      if (end) expect(opened.pop()).toBe(tag);
      else if (!self) opened.push(tag);
    expect([name, opened]).toEqual([name, []]);
  }
});
