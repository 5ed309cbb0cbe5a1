import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startTestHost, type TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { ownData } from '../server/personal-data.ts';
import { upload, workbook, type Cell } from './spreadsheet.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: ['contacts'] });
});
afterAll(() => host?.close());

const people: Cell[][] = [
  ['Nome', 'Celular', 'E-mail'],
  ['Ana Prado', 5511987650001, 'ana@exemplo.com'],
  ['Daniela Sá', '123', ''],
  ['Érico Nunes', '+55 11 98765-0005', 'sem arroba'],
  ['', '5511987650009', ''],
];

it('Erasing a contact empties their rows of imports, also refused ones and those of a file that was not checked yet', async () => {
  const company = await host.company();
  const { admin } = company;
  const { body: created } = await admin.post<{ id: number }>('/contacts', {
    name: 'Érico Nunes',
    number: '5511987650005',
    email: 'erico@exemplo.com',
  });
  const { body: checked } = await upload(admin, 'contatos.xlsx', workbook(people));
  await admin.post(`/contacts/import/${checked.id}/check`, checked.mapping);
  const rows: Cell[][] = [
    ['Nome', 'Celular', 'E-mail'],
    ['Érico', '(11) 98765-0005', ''],
    ['E', '', 'Erico@Exemplo.com'],
    ['Outra pessoa', '(21) 98765-0005', 'outra@exemplo.com'],
  ];
  const { body: unchecked } = await upload(admin, 'outros.xlsx', workbook(rows));
  const scope = company.scope('contacts');
  await scope.tx((inner) => ownData.erase(created.id, inner));
  const left = async (importId: number) =>
    (
      await scope.sql.rows<{ line: number; cells: string[]; value: string | null }>(
        sql`select line, cells, value from contacts.import_row where import_id = ${importId} order by line`,
      )
    ).flatMap(({ line, cells, value }) => (cells.length > 0 || value !== null ? [line] : []));
  expect(await left(checked.id)).toEqual([1, 2, 3, 5]);
  expect(await left(unchecked.id)).toEqual([1, 4]);
});
