import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { startTestHost, type TestHost } from '@balcao/testing';
import { plugins } from './plugins.ts';
import { itemsOfPerson } from '../server/personal-data.ts';
import type { ContactList, ContactListItem } from '../contract.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: [...plugins] });
});
afterAll(() => host?.close());

test('Erasing a merged person removes both numbers from lists', async () => {
  const company = await host.company({ settings: { campaignsEnabled: true } });
  const { admin } = company;
  const scope = company.scope('contact-lists');
  const contact = async (name: string, number: string, email: string) =>
    (await admin.post<{ id: number }>('/contacts', { name, number, email })).body.id;
  const keepId = await contact('Ana Prado', '5511987650001', 'ana@exemplo.com');
  const mergeId = await contact('Ana P.', '5511987650002', '');
  expect((await admin.post('/contacts/merge', { keepId, mergeId })).status).toBe(200);
  const { body: list } = await admin.post<ContactList>('/contact-lists', { name: 'Aposentados' });
  const add = async (name: string, number: string) =>
    (await admin.post<ContactListItem>('/contact-list-items', { contactListId: list.id, name, number })).body.id;
  await add('Ana Prado', '5511987650001');
  await add('Ana P.', '5511987650002');
  await add('Bruno Reis', '5511987650003');
  // A removed person can be restored for a while.
  const other = (await admin.post<ContactList>('/contact-lists', { name: 'Outra' })).body.id;
  const again = { contactListId: other, name: 'Ana removida', number: '5511987650002' };
  const removed = (await admin.post<ContactListItem>('/contact-list-items', again)).body.id;
  await admin.delete(`/contact-list-items/${removed}`);
  // Rows of a spreadsheet that were refused have no number of their own.
  const cells: [number, string[]][] = [
    [2, ['Ana', '(11) 98765-0002', '']],
    [3, ['A', '', 'Ana@exemplo.com']],
    [4, ['Bruno', '(11) 98765-0003', 'bruno@exemplo.com']],
  ];
  const made = await scope.sql.one<{ id: number }>(
    sql`insert into contact_lists.import (contact_list_id, name, status, mapping)
        values (${list.id}, 'pessoas.xlsx', 'done', '{"columns": [], "hasHeader": true, "countryCode": "55"}') returning id`,
  );
  for (const [line, values] of cells)
    await scope.sql.run(
      sql`insert into contact_lists.import_row (import_id, line, cells, verdict)
          values (${made?.id ?? 0}, ${line}, ${values}::text[], 'refused')`,
    );

  const collected: string[] = [];
  for await (const item of itemsOfPerson.collect(keepId, scope))
    if ('row' in item) collected.push((item.row as { name: string }).name);
  expect(collected.toSorted()).toEqual(['Ana P.', 'Ana Prado', 'Ana removida']);
  expect(await itemsOfPerson.names?.(keepId, scope)).toContain('Ana removida');
  await scope.tx((inner) => itemsOfPerson.erase(keepId, inner));
  const left = await scope.sql.rows<{ name: string }>(sql`select name from contact_lists.item order by name`);
  expect(left.map(({ name }) => name)).toEqual(['Bruno Reis']);
  const lines = await scope.sql.rows<{ line: number }>(
    sql`select line from contact_lists.import_row where cells <> '{}' order by line`,
  );
  expect(lines.map(({ line }) => line)).toEqual([4]);
  expect((await admin.post(`/contact-list-items/${removed}/restore`)).status).toBe(404);
});
