import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTestHost, type TestHost } from '@balcao/testing';
import { plugins } from './plugins.ts';
import type { ContactList, ContactListItem } from '../contract.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: [...plugins], importLimitMs: 60_000 });
});
afterAll(() => host?.close());

const settings = { campaignsEnabled: true };
type Admin = Awaited<ReturnType<TestHost['company']>>['admin'];
type Fault = { error: string; fields?: Record<string, string> };

const makeList = async (admin: Admin, name = 'Aposentados'): Promise<ContactList> =>
  (await admin.post<ContactList>('/contact-lists', { name })).body;
const add = (admin: Admin, contactListId: number, name: string, number: string, email = '') =>
  admin.post<ContactListItem & Fault>('/contact-list-items', { contactListId, name, number, email });
const peopleOf = async (admin: Admin, contactListId: number, searchParam = '') =>
  (
    await admin.get<{ contacts: ContactListItem[]; hasMore: boolean; count: number }>(
      `/contact-list-items?contactListId=${contactListId}&pageNumber=1&searchParam=${encodeURIComponent(searchParam)}`,
    )
  ).body;

describe('contact lists', () => {
  it('A list needs a name of 2 to 50 characters that no other list has', async () => {
    const { admin } = await host.company({ settings });
    for (const [name, fault] of [
      ['', 'Campo Obrigatório'],
      ['A', 'Nome muito curto!'],
      ['a'.repeat(51), 'Nome muito longo!'],
    ] as const) {
      const { status, body } = await admin.post<Fault>('/contact-lists', { name });
      expect([status, body.fields?.['name']]).toEqual([400, fault]);
    }
    const list = await makeList(admin);
    expect(list).toMatchObject({ name: 'Aposentados', contactsCount: 0 });
    const taken = await admin.post<Fault>('/contact-lists', { name: 'aposentados' });
    expect([taken.status, taken.body.error]).toEqual([409, 'ERR_CONTACT_LIST_NAME_IN_USE']);
    expect((await admin.get<{ records: ContactList[] }>('/contact-lists?searchParam=APOSENT')).body.records).toEqual([
      list,
    ]);
    expect((await admin.get<ContactList[]>('/contact-lists/list')).body).toEqual([list]);
    expect((await admin.put<ContactList>(`/contact-lists/${list.id}`, { name: 'BPC' })).body.name).toBe('BPC');
    expect((await admin.delete(`/contact-lists/${list.id}`)).status).toBeLessThan(300);
    expect((await admin.get(`/contact-lists/${list.id}`)).status).toBe(404);
  });

  it('People are checked with the texts of the specification, and counted', async () => {
    const { admin } = await host.company({ settings });
    const { id } = await makeList(admin);
    const faults = async (name: string, number: string, email = '') =>
      (await add(admin, id, name, number, email)).body.fields;
    expect(await faults('', '5511987650001')).toEqual({ name: 'Campo Obrigatório' });
    expect(await faults('A', '5511987650001')).toEqual({ name: 'Nome muito curto!' });
    expect(await faults('a'.repeat(51), '5511987650001')).toEqual({ name: 'Nome muito longo!' });
    expect(await faults('Ana', '123')).toEqual({ number: 'Preencher num. válido' });
    expect(await faults('Ana', '1'.repeat(51))).toEqual({ number: 'Num. muito longo!' });
    expect(await faults('Ana', '5511987650001', 'ana@')).toEqual({ email: 'Email inválido' });
    const { body: ana } = await add(admin, id, 'Ana Prado', '+55 (11) 98765-0001', 'ana@exemplo.com');
    expect(ana).toMatchObject({ number: '5511987650001', ddd: 11, isWhatsappValid: null, contactListId: id });
    expect((await admin.get<ContactList>(`/contact-lists/${id}`)).body.contactsCount).toBe(1);
  });

  it('A number is in a list once, also without its ninth digit', async () => {
    const { admin } = await host.company({ settings });
    const { id } = await makeList(admin);
    await add(admin, id, 'Ana Prado', '5511987650001');
    const { status, body } = await add(admin, id, 'Ana de novo', '551187650001');
    expect([status, body.error]).toEqual([409, 'ERR_CONTACT_LIST_NUMBER_IN_USE']);
    const { body: bruno } = await add(admin, id, 'Bruno Reis', '5521987650002');
    const moved = await admin.put<Fault>(`/contact-list-items/${bruno.id}`, { number: '551187650001' });
    expect([moved.status, moved.body.error]).toEqual([409, 'ERR_CONTACT_LIST_NUMBER_IN_USE']);
    const other = await makeList(admin, 'Outra');
    expect((await add(admin, other.id, 'Ana Prado', '5511987650001')).status).toBe(200);
  });

  it('People are found by name, e-mail and number, in order of their names', async () => {
    const { admin } = await host.company({ settings });
    const { id } = await makeList(admin);
    await add(admin, id, 'Érico Nunes', '5521987650002', 'erico@exemplo.com');
    await add(admin, id, 'Ana Prado', '5511987650001');
    const names = async (term: string) => (await peopleOf(admin, id, term)).contacts.map(({ name }) => name);
    expect(await names('')).toEqual(['Ana Prado', 'Érico Nunes']);
    expect(await names('erico')).toEqual(['Érico Nunes']);
    expect(await names('(11) 98765')).toEqual(['Ana Prado']);
    expect(await names('987650002')).toEqual(['Érico Nunes']);
    expect(await names('ninguém')).toEqual([]);
  });

  it('Only people who may delete contacts remove a person from a list', async () => {
    const company = await host.company({ settings });
    const { id } = await makeList(company.admin);
    const { body: ana } = await add(company.admin, id, 'Ana Prado', '5511987650001');
    const manager = await company.person('gestor');
    expect((await manager.delete(`/contact-list-items/${ana.id}`)).status).toBe(403);
    expect((await company.admin.delete(`/contact-list-items/${ana.id}`)).status).toBeLessThan(300);
    expect((await peopleOf(company.admin, id)).count).toBe(0);
  });

  it('Attendants have no lists, and another company sees none of ours', async () => {
    const company = await host.company({ settings });
    const { id } = await makeList(company.admin);
    const attendant = await company.person('user');
    expect((await attendant.get('/contact-lists')).status).toBe(403);
    const { admin: stranger } = await host.company({ settings });
    expect((await stranger.get(`/contact-lists/${id}`)).status).toBe(404);
    expect((await add(stranger, id, 'Ana', '5511987650001')).status).toBe(404);
  });

  it('A list is made of the contacts that a search finds', async () => {
    const { admin } = await host.company({ settings });
    await admin.post('/contacts', { name: 'Ana Prado', number: '5511987650001' });
    await admin.post('/contacts', { name: 'Ana Souza', number: '5511987650003' });
    await admin.post('/contacts', { name: 'Bruno Reis', number: '5511987650002' });
    const { body } = await admin.post<ContactList & { added: number }>('/contact-lists/from-contacts', {
      name: 'Anas',
      searchParam: 'ana',
    });
    expect(body).toMatchObject({ name: 'Anas', added: 2, contactsCount: 2 });
    expect((await peopleOf(admin, body.id)).contacts.map(({ name }) => name)).toEqual(['Ana Prado', 'Ana Souza']);
    const again = await admin.post<ContactList>('/contact-lists/from-contacts', { name: 'Anas' });
    expect(again.body).toMatchObject({ name: 'Anas (2)', contactsCount: 3 });
  });

  it('Lists are reached while the module of campaigns is on, and by nobody while it is off', async () => {
    const company = await host.company({ settings });
    const { id } = await makeList(company.admin);
    await company.disable('campaignsEnabled');
    for (const path of ['/contact-lists', `/contact-list-items?contactListId=${id}`, '/contacts-state'])
      expect((await company.admin.get<Fault>(path)).body.error).toBe('ERR_PLUGIN_DISABLED');
    await company.enable('campaignsEnabled');
    expect((await company.admin.get<ContactList>(`/contact-lists/${id}`)).body.name).toBe('Aposentados');
  });

  it('The 67 area codes of Brazil are listed with their states', async () => {
    const { admin } = await host.company({ settings });
    const { body } = await admin.get<{ id: number; ddd: number; state: string }[]>('/contacts-state');
    expect(body).toHaveLength(67);
    expect(body[0]).toEqual({ id: 1, ddd: 11, state: 'SP' });
  });
});
