import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import { plugins } from './plugins.ts';
import type { ContactList, ContactListItem } from '../contract.ts';

let host: TestHost;
let company: TestCompany;
/** Sees only the last four digits of numbers. */
let masked: Person;
let listId: number;

beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: [...plugins] });
  company = await host.company({ settings: { campaignsEnabled: true, hideContactNumber: 'enabled' } });
  for (const permission of ['contact-lists:view', 'contacts-page:deleteContact'])
    await company.admin.put('/permissions', { profile: 'user', permission, granted: true });
  masked = await company.person('user');
  listId = (await company.admin.post<ContactList>('/contact-lists', { name: 'Aposentados' })).body.id;
});
afterAll(() => host?.close());

const add = async (name: string, number: string): Promise<number> =>
  (await company.admin.post<ContactListItem>('/contact-list-items', { contactListId: listId, name, number })).body.id;
const itemFor = async (person: Person, id: number) =>
  (await person.get<ContactListItem & { error?: string }>(`/contact-list-items/${id}`)).body;

test('A masked reader who changes an e-mail leaves the name', async () => {
  // Imported without a name: its number stands for it.
  const id = await add('5511987650001', '5511987650001');
  expect(await itemFor(masked, id)).toMatchObject({ name: '*********0001', number: '*********0001' });
  await masked.put(`/contact-list-items/${id}`, { email: 'ana@exemplo.com' });
  expect(await itemFor(company.admin, id)).toMatchObject({ name: '5511987650001', email: 'ana@exemplo.com' });
  // The name as it was shown.
  const shown = { name: '*********0001', email: 'ana.prado@exemplo.com' };
  expect((await masked.put(`/contact-list-items/${id}`, shown)).status).toBe(200);
  expect(await itemFor(company.admin, id)).toMatchObject({ name: '5511987650001', email: 'ana.prado@exemplo.com' });
  await masked.put(`/contact-list-items/${id}`, { name: 'Ana Prado' });
  expect(await itemFor(company.admin, id)).toMatchObject({ name: 'Ana Prado', number: '5511987650001' });
});

test('A masked reader can undo a removal', async () => {
  const id = await add('Bruno Reis', '5521987650002');
  await company
    .scope('contact-lists')
    .sql.run(sql`update contact_lists.item set is_whatsapp_valid = true, address = '552187650002' where id = ${id}`);
  const before = await itemFor(company.admin, id);
  expect((await masked.delete(`/contact-list-items/${id}`)).status).toBeLessThan(300);
  expect((await itemFor(masked, id)).error).toBe('ERR_NO_CONTACT_LIST_ITEM_FOUND');
  expect((await masked.post(`/contact-list-items/${id}/restore`)).status).toBeLessThan(300);
  expect(before.isWhatsappValid).toBe(true);
  expect(await itemFor(company.admin, id)).toEqual(before);
  expect((await company.admin.get<ContactList>(`/contact-lists/${listId}`)).body.contactsCount).toBe(2);
  // It was restored already.
  expect((await masked.post(`/contact-list-items/${id}/restore`)).status).toBe(404);
});

test('A removed person whose number was added again is not restored a second time', async () => {
  const id = await add('Clara Dias', '5521987650003');
  await company.admin.delete(`/contact-list-items/${id}`);
  await add('Clara Dias', '5521987650003');
  const { status, body } = await company.admin.post<{ error: string }>(`/contact-list-items/${id}/restore`);
  expect([status, body.error]).toEqual([409, 'ERR_CONTACT_LIST_NUMBER_IN_USE']);
});

test('Another company cannot restore a removed person', async () => {
  const id = await add('Davi Luz', '5521987650004');
  await company.admin.delete(`/contact-list-items/${id}`);
  const other = await host.company({ settings: { campaignsEnabled: true } });
  expect((await other.admin.post(`/contact-list-items/${id}/restore`)).status).toBe(404);
});
