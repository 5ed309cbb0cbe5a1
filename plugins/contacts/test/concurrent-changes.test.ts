import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import { finishMerge, cleanUpImports, importRoom, personalData } from '../contract.ts';
import { ended, upload, type CheckAnswer, type ImportAnswer } from './spreadsheet.ts';
import { behaviour } from './stranger/behaviour.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: ['users', 'contacts', path.join(import.meta.dirname, 'stranger')],
  });
});
afterEach(() => {
  behaviour.duringCheck = undefined;
  behaviour.people = [];
});
afterAll(() => host?.close());

interface Details {
  id: number;
  name: string;
  number: string;
  email: string;
  otherNumbers: string[];
  error?: string;
}

const office = (settings: Record<string, string> = {}): Promise<TestCompany> =>
  host.company({ settings: { 'plugin:contacts-stranger': true, ...settings } });
const add = async (person: Person, input: object): Promise<Details> =>
  (await person.post<Details>('/contacts', input)).body;
const merge = (person: Person, keepId: number, mergeId: number, fields = {}) =>
  person.post<Details>('/contacts/merge', { keepId, mergeId, fields });
const names = async (person: Person): Promise<string[]> =>
  (await person.get<Details[]>('/contacts/list')).body.map(({ name }) => name);
const settled = async (company: TestCompany, contactId: number): Promise<void> => {
  const scope = company.scope('contacts');
  await scope.jobs.schedule(finishMerge, { contactId }, { key: String(contactId) });
  await expect
    .poll(async () => (await scope.sql.rows(sql`select 1 from contacts.contact where id = ${contactId}`)).length)
    .toBe(0);
};

describe('concurrent changes during a number check', () => {
  it('Saving a contact that a colleague deleted during the number check reports the deletion', async () => {
    const { admin } = await office();
    const { id } = await add(admin, { name: 'Ana', number: '5511960000001' });
    behaviour.duringCheck = () => admin.delete(`/contacts/${id}`);
    const extraInfo = [{ name: 'CPF', value: '1' }];
    expect(await admin.put(`/contacts/${id}`, { number: '5511960000002', extraInfo })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_CONTACT_FOUND' },
    });
  });

  it('A contact that was merged during the number check does not take its number out of the remaining one', async () => {
    const { admin } = await office();
    const gone = await add(admin, { name: 'Ana', number: '5511960000001' });
    const kept = await add(admin, { name: 'Ana Prado', number: '5511960000003' });
    behaviour.duringCheck = () => merge(admin, kept.id, gone.id);
    expect((await admin.put(`/contacts/${gone.id}`, { number: '5511960000002' })).status).toBe(404);
    expect((await admin.post('/contacts', { name: 'Bia', number: '5511960000002' })).status).toBe(200);
  });

  it('A name that a colleague changed during the number check is kept, and so is the new number', async () => {
    const { admin } = await office();
    const { id } = await add(admin, { name: 'Ana', number: '5511960000001' });
    behaviour.duringCheck = () => admin.put(`/contacts/${id}`, { name: 'Ana Prado' });
    await admin.put(`/contacts/${id}`, { name: 'Ana', number: '5511960000002' });
    expect((await admin.get<Details>(`/contacts/${id}`)).body).toMatchObject({
      name: 'Ana Prado',
      number: '5511960000002',
    });
  });
});

describe('contacts named by their number', () => {
  const nameless = async (company: TestCompany, number: string): Promise<number> =>
    (await company
      .scope('contacts')
      .sql.one<{ id: number }>(sql`select contacts.identify('test', '', 'phone', ${number}, '', null, null) as id`))!
      .id;

  it('A contact named by its number is named by the corrected one, and shows no more of the old one than is visible', async () => {
    const company = await office({ hideContactNumber: 'enabled' });
    const attendant = await company.person();
    const id = await nameless(company, '5511960000001');
    await company.admin.put(`/contacts/${id}`, { name: '5511960000001', number: '5511960000002' });
    expect((await attendant.get<Details>(`/contacts/${id}`)).body.name).toBe('*********0002');
  });

  it('A contact named by its number is named by the other’s number when the merge chooses that', async () => {
    const company = await office({ hideContactNumber: 'enabled' });
    const attendant = await company.person();
    const [kept, other] = [await nameless(company, '5511960000001'), await nameless(company, '5511960000002')];
    await merge(company.admin, kept, other, { name: 'kept', number: 'other' });
    expect((await attendant.get<Details>(`/contacts/${kept}`)).body).toMatchObject({
      name: '*********0002',
      otherNumbers: ['*********0001'],
    });
  });
});

describe('merged contacts', () => {
  it('A merged contact does not reappear when the remaining one is deleted', async () => {
    const { admin } = await office();
    const [kept, other] = [
      await add(admin, { name: 'Ana', number: '5511960000001' }),
      await add(admin, { name: 'Ana do trabalho', number: '5511960000002' }),
    ];
    await merge(admin, kept.id, other.id);
    expect((await admin.delete(`/contacts/${kept.id}`)).status).toBe(200);
    expect(await names(admin)).toEqual([]);
  });

  it('A merged contact does not reappear when the remaining one is merged into a third', async () => {
    const company = await office();
    const { admin } = company;
    const [first, second, third] = [
      await add(admin, { name: 'Ana', number: '5511960000001' }),
      await add(admin, { name: 'Ana do trabalho', number: '5511960000002' }),
      await add(admin, { name: 'Ana Prado', number: '5511960000003' }),
    ];
    await merge(admin, second.id, first.id);
    await merge(admin, third.id, second.id);
    await settled(company, second.id);
    expect(await names(admin)).toEqual(['Ana Prado']);
    await settled(company, first.id);
    expect(await names(admin)).toEqual(['Ana Prado']);
  });
});

it('A person who writes under a number of another contact causes no change with every message', async () => {
  const company = await office();
  const { sql: run } = company.scope('contacts');
  const write = () =>
    run.one<{ id: number }>(
      sql`select contacts.identify('test', '', 'lid', '777', 'Ana', '5511960000001', null) as id`,
    );
  await run.one(sql`select contacts.identify('test', '', 'lid', '777', 'Ana', null, null) as id`);
  await add(company.admin, { name: 'Outra Ana', number: '5511960000001' });
  const changedAt = async () =>
    (await run.one<{ at: Date }>(sql`select updated_at as at from contacts.contact where name = 'Ana'`))?.at;
  const before = await changedAt();
  await write();
  await write();
  expect(await changedAt()).toEqual(before);
});

describe('address books', () => {
  const person = (name: string, value: string) => ({
    identity: { channel: 'test', scope: '', kind: 'phone' as const, value },
    name,
  });

  it('An address book that fails does not hide the others', async () => {
    const { admin } = await office();
    expect((await admin.get('/contacts/import/sources')).body).toEqual([{ key: 'stranger/1', name: 'Agenda' }]);
  });

  it('An address book with long names of combining marks and emoji is imported completely', async () => {
    const { admin } = await office();
    behaviour.people = [
      person(`${'a'.repeat(49)}😀`, '5511960000001'),
      person('\\u0000', '5511960000002'),
      person('Bia\0', '5511960000003'),
    ];
    const { body } = await admin.post<ImportAnswer>('/contacts/import', { source: 'stranger/1' });
    expect(await ended(admin, body.id)).toMatchObject({ status: 'done', created: 3 });
    expect((await names(admin)).toSorted()).toEqual(['Bia', '\\u0000', 'a'.repeat(49)].toSorted());
  });

  it('An address book import stores nothing of a person who was erased meanwhile', async () => {
    const company = await office();
    const { admin } = company;
    behaviour.people = [person('Ana Prado', '5511960000001'), person('Bia', '5511960000002')];
    const { body } = await admin.post<ImportAnswer>('/contacts/import', { source: 'stranger/1' });
    await ended(admin, body.id);
    const { id } = (await admin.get<Details>('/contacts/get-by-number/5511960000001')).body;
    const scope = company.scope('contacts');
    for (const { item, scope: own } of scope.contributions(personalData)) await item.erase(id, own);
    const kept = await scope.sql.rows<{ row: string }>(
      sql`select to_jsonb(r)::text as row from contacts.import_row r where import_id = ${body.id}`,
    );
    const all = kept.map(({ row }) => row).join();
    expect(all).not.toContain('5511960000001');
    expect(all).not.toContain('Ana Prado');
    expect(all).toContain('5511960000002');
  });
});

it('An abandoned import ends instead of being shown as running for ever', async () => {
  const company = await office();
  const { sql: run, jobs } = company.scope('contacts');
  const begun = (hoursAgo: number) =>
    run.one<{ id: number }>(
      sql`insert into contacts.import (source, source_key, name, status, created_at)
          values ('connection', 'stranger/1', 'Agenda', 'reading', now() - make_interval(hours => ${hoursAgo})) returning id`,
    );
  const [old, fresh] = [await begun(25), await begun(1)];
  await jobs.schedule(cleanUpImports, {}, { key: 'now' });
  expect(await ended(company.admin, old!.id)).toMatchObject({ status: 'failed', error: 'ERR_INTERNAL' });
  expect((await company.admin.get<ImportAnswer>(`/contacts/import/${fresh!.id}`)).body.status).toBe('reading');
});

describe('spreadsheet edge cases', () => {
  it('A spreadsheet whose refused cells are cut within an emoji is still checked', async () => {
    const { admin } = await office();
    const label = `${'c'.repeat(99)}😀`;
    const { status, body } = await upload(
      admin,
      'contatos.csv',
      `Nome;Telefone;${label}\n${'a'.repeat(199)}😀;5511960000001;x\nBia;5511960000002;y`,
    );
    expect(status).toBe(200);
    const check = await admin.post<CheckAnswer>(`/contacts/import/${body.id}/check`, body.mapping);
    expect(check).toMatchObject({ status: 200, body: { new: 1, refused: 1 } });
  });

  it('A cancelled import is published to everybody who watches it', async () => {
    const { admin } = await office();
    const { body } = await upload(admin, 'contatos.csv', 'Nome;Telefone\nBia;5511960000002');
    const live = await admin.live();
    await live.join(importRoom, { importId: body.id });
    await admin.post(`/contacts/import/${body.id}/cancel`);
    await live.receives('progress', (received) => (received as { import: ImportAnswer }).import.status === 'cancelled');
  });
});

it('A number is found in its displayed spelling: complete, or by its last digits where only these are displayed', async () => {
  const company = await office({ hideContactNumber: 'enabled' });
  const attendant = await company.person();
  await add(company.admin, { name: 'Ana', number: '5511960001234' });
  await add(company.admin, { name: 'Plano 96000-1234', number: '5511970000000' });
  const found = async (person: Person, term: string) =>
    (await person.get<{ contacts: Details[] }>(`/contacts?searchParam=${encodeURIComponent(term)}`)).body.contacts.map(
      ({ name }) => name,
    );
  expect(await found(company.admin, '+55 (11) 96000-1234')).toEqual(['Ana']);
  expect(await found(company.admin, '96000-1234')).toEqual(['Ana', 'Plano 96000-1234']);
  expect(await found(attendant, '+55 (11) 96000-1234')).toEqual([]);
  expect(await found(attendant, '1234')).toEqual(['Ana', 'Plano 96000-1234']);
  expect(await found(attendant, '96000-1234')).toEqual(['Plano 96000-1234']);
});
