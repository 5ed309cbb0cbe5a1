import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { contacts as contactsService, contactsRoom } from '../contract.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: ['contacts', 'users'] });
});
afterAll(() => host?.close());

interface Answer {
  id: number;
  name: string;
  number: string;
  email: string;
  origin: string | null;
  extraInfo: { id: number; name: string; value: string }[];
  error?: string;
  fields?: Record<string, string>;
}
interface Page {
  contacts: Answer[];
  hasMore: boolean;
}

const identify = async (
  company: TestCompany,
  kind: string,
  value: string,
  name: string,
  number: string | null,
  channel = 'test',
): Promise<number> => {
  const row = await company
    .scope('contacts')
    .sql.one<{ id: number }>(
      sql`select contacts.identify(${channel}, '', ${kind}, ${value}, ${name}, ${number}, null) as id`,
    );
  return row?.id ?? 0;
};
const count = async (company: TestCompany): Promise<number> =>
  (await company.scope('contacts').sql.one<{ count: number }>(sql`select count(*) as count from contacts.contact`))
    ?.count ?? 0;

describe('contacts', () => {
  it('A contact is added with its extra information, changed, and found again', async () => {
    const { admin } = await host.company();
    const { status, body } = await admin.post<Answer>('/contacts', {
      name: 'José Antônio',
      number: '+55 (11) 98888-7777',
      email: 'jose@exemplo.com.br',
      extraInfo: [{ name: 'CPF', value: '000.000.000-00' }],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'José Antônio', number: '5511988887777', extraInfo: [{ name: 'CPF' }] });
    const changed = await admin.put<Answer>(`/contacts/${body.id}`, {
      name: 'José A. Lima',
      number: '5511988887777',
      email: '',
    });
    expect(changed.body).toMatchObject({ name: 'José A. Lima', email: '', extraInfo: [{ value: '000.000.000-00' }] });
    expect((await admin.put<Answer>(`/contacts/${body.id}/origin`, { origin: 'INDICAÇÃO' })).body.origin).toBe(
      'INDICAÇÃO',
    );
    const unknown = await admin.put<Answer>(`/contacts/${body.id}/origin`, { origin: 'NADA' });
    expect([unknown.status, unknown.body]).toMatchObject([400, { fields: { origin: 'ERR_INVALID_VALUE' } }]);
    const list = async (value: string) =>
      (await admin.put<{ value: string; fields: object }>('/settings/originContact', { value })).body;
    // Normalised when it is saved: no duplicates, no empty items, nothing that no field of the screen could hold.
    expect(await list(',,A,a,  ,Á, Feira  livre ')).toMatchObject({ value: 'A,Feira livre' });
    expect(await list(`A,${'x'.repeat(41)}`)).toMatchObject({ fields: { value: 'ERR_LIST_ENTRY_LONG' } });
    expect((await list(' , ')).value).toContain('FACEBOOK,INSTAGRAM');
    await admin.put('/settings/originContact', { value: 'FEIRA, RÁDIO' });
    for (const origin of ['INDICAÇÃO', 'RÁDIO'])
      expect((await admin.put(`/contacts/${body.id}/origin`, { origin })).status, origin).toBe(200);
    expect((await admin.put(`/contacts/${body.id}/origin`, { origin: 'GOOGLE' })).status).toBe(400);
    expect((await admin.get<Answer>('/contacts/get-by-number/5511988887777')).body.id).toBe(body.id);
    expect((await admin.get<Answer>('/contacts/get-by-number/5511000000000')).body.error).toBe('ERR_NO_CONTACT_FOUND');
  });

  it('A person who writes by e-mail is recognised by the address, which the contact has from then on', async () => {
    const company = await host.company();
    const id = await identify(company, 'email', 'helena@exemplo.com.br', 'Helena', null, 'mail');
    expect(await identify(company, 'email', 'helena@exemplo.com.br', 'Helena Souza', null, 'mail')).toBe(id);
    expect((await company.admin.get<Answer>(`/contacts/${id}`)).body).toMatchObject({
      number: '',
      email: 'helena@exemplo.com.br',
    });
    // A number that people typed is not overwritten.
    await company.admin.put(`/contacts/${id}`, { name: 'Helena', number: '', email: 'outro@exemplo.com.br' });
    await identify(company, 'email', 'helena@exemplo.com.br', 'Helena', null, 'mail');
    expect((await company.admin.get<Answer>(`/contacts/${id}`)).body.email).toBe('outro@exemplo.com.br');
  });

  it('A contact keeps unchanged lines of extra information in the given order, and another contact’s lines are not changed', async () => {
    const { admin } = await host.company();
    const line = (name: string, value: string, id?: number) => ({ name, value, ...(id !== undefined && { id }) });
    const add = async (number: string, lines: { name: string; value: string }[]): Promise<Answer> =>
      (await admin.post<Answer>('/contacts', { name: 'Ester Extra', number, email: '', extraInfo: lines })).body;
    const one = await add('5511988880001', [line('CPF', '1'), line('Pasta', 'a'), line('Site', 'b')]);
    const other = await add('5511988880002', [line('CPF', '2')]);
    const save = async (extraInfo: object[]) =>
      (await admin.put<Answer>(`/contacts/${one.id}`, { extraInfo })).body.extraInfo;
    const [cpf = 0, , site = 0] = one.extraInfo.map(({ id }) => id);
    const [theirs] = other.extraInfo;

    // A line is identified by its id, and without one by its content; lines that no longer exist are removed.
    expect(await save([line('CPF', '1'), line('Blog', 'b', site)])).toEqual([
      line('CPF', '1', cpf),
      line('Blog', 'b', site),
    ]);
    const between = await save([line('CPF', '1', cpf), line('RG', '9'), line('Blog', 'b', site)]);
    expect(between.map(({ name }) => name)).toEqual(['CPF', 'RG', 'Blog']);
    expect(between[0]?.id).toBe(cpf);
    expect(await save([line('Deles', 'x', theirs?.id)])).toMatchObject([line('Deles', 'x')]);
    expect((await admin.get<Answer>(`/contacts/${other.id}`)).body.extraInfo).toEqual([theirs]);
    expect(await save([])).toEqual([]);
  });

  it('A contact keeps its name when a reader of masked numbers saves the form unchanged', async () => {
    const company = await host.company({ settings: { hideContactNumber: 'enabled' } });
    const attendant = await company.person('user');
    const id = await identify(company, 'phone', '5511977776666', '5511977776666', '5511977776666');
    const shown = (await attendant.get<Answer>(`/contacts/${id}`)).body;
    expect(shown).toMatchObject({ name: '*********6666', number: '*********6666' });
    const saved = await attendant.put<Answer>(`/contacts/${id}`, { name: shown.name, email: 'ana@exemplo.com.br' });
    expect(saved.body.email).toBe('ana@exemplo.com.br');
    expect((await company.admin.get<Answer>(`/contacts/${id}`)).body.name).toBe('5511977776666');
    await attendant.put<Answer>(`/contacts/${id}`, { name: 'Ana Souza' });
    expect((await company.admin.get<Answer>(`/contacts/${id}`)).body.name).toBe('Ana Souza');
  });

  it('A reader who sees only the last 4 digits cannot change a contact’s number', async () => {
    const company = await host.company({ settings: { hideContactNumber: 'enabled' } });
    const attendant = await company.person('user');
    const { body } = await company.admin.post<Answer>('/contacts', { name: 'Oculta', number: '5511977770000' });
    expect((await attendant.put(`/contacts/${body.id}`, { number: '5511977771111' })).status).toBe(403);
    expect((await attendant.put(`/contacts/${body.id}`, { name: 'Oculta L.', number: '' })).status).toBe(403);
    expect((await company.admin.get<Answer>(`/contacts/${body.id}`)).body).toMatchObject({
      name: 'Oculta',
      number: '5511977770000',
    });
    const manager = await company.person('gestor');
    expect((await manager.put<Answer>(`/contacts/${body.id}`, { number: '5511977771111' })).body.number).toBe(
      '5511977771111',
    );
    for (const path of ['/contacts', '/contacts/list', `/contacts/${body.id}`, '/contacts/get-by-number/5511977771111'])
      expect(JSON.stringify((await attendant.get<unknown>(path)).body)).not.toContain('7777');
  });

  it('A contact must have a name of 2 to 50 characters, a number of 8 to 50 digits and a valid e-mail address', async () => {
    const { admin } = await host.company();
    const wrong = async (input: object) => (await admin.post<Answer>('/contacts', input)).body.fields;
    expect(await wrong({})).toEqual({ name: 'Campo Obrigatório', number: 'Preencher num. válido' });
    expect(await wrong({ name: 'J', number: '1234567', email: 'nada' })).toEqual({
      name: 'Nome muito curto!',
      number: 'Preencher num. válido',
      email: 'Email inválido',
    });
    expect(await wrong({ name: 'a'.repeat(51), number: '1'.repeat(51) })).toEqual({
      name: 'Nome muito longo!',
      number: 'Num. muito longo!',
    });
  });

  it('A contact with a number that another contact has is refused, with or without the ninth digit, also when both are saved at once', async () => {
    const company = await host.company();
    const first = await company.admin.post<Answer>('/contacts', { name: 'Primeiro', number: '5511987654321' });
    for (const number of ['5511987654321', '551187654321']) {
      // The answer contains the existing contact’s id.
      expect(await company.admin.post('/contacts', { name: 'Segundo', number })).toMatchObject({
        status: 409,
        body: { error: 'ERR_DUPLICATED_CONTACT', context: { contactId: first.body.id } },
      });
    }
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => company.admin.post('/contacts', { name: 'Junto', number: '5521912345678' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    const { body } = await company.admin.post<Answer>('/contacts', { name: 'Terceiro', number: '5511911111111' });
    expect((await company.admin.put<Answer>(`/contacts/${body.id}`, { number: '5511987654321' })).body.error).toBe(
      'ERR_DUPLICATED_CONTACT',
    );
  });

  it('Contacts are listed by name, 20 per page, and found without accents in name, number and e-mail address', async () => {
    const { admin } = await host.company();
    for (let index = 0; index < 25; index += 1)
      await admin.post('/contacts', {
        name: `Pessoa ${String(index).padStart(2, '0')}`,
        number: `55119700000${String(index).padStart(2, '0')}`,
      });
    await admin.post('/contacts', { name: 'Érica Nuñez', number: '5511960000000', email: 'erica@exemplo.com' });
    const first = await admin.get<Page>('/contacts');
    expect([first.body.contacts.length, first.body.hasMore, first.body.contacts[0]?.name]).toEqual([
      20,
      true,
      'Érica Nuñez',
    ]);
    const second = await admin.get<Page>('/contacts?pageNumber=2');
    expect([second.body.contacts.length, second.body.hasMore]).toEqual([6, false]);
    for (const term of ['erica nunez', 'ÉRICA', '96000', 'exemplo.com']) {
      expect(
        (await admin.get<Page>(`/contacts?searchParam=${encodeURIComponent(term)}`)).body.contacts.map(
          ({ name }) => name,
        ),
      ).toEqual(['Érica Nuñez']);
    }
    expect((await admin.get<Answer[]>('/contacts/list')).body).toHaveLength(26);
  });

  it('A contact is deleted by people with the permission, and the deletion is published live', async () => {
    const company = await host.company();
    const user = await company.person();
    const { body } = await company.admin.post<Answer>('/contacts', { name: 'Efêmero', number: '5511944443333' });
    const live = await user.live();
    await live.join(contactsRoom, {});
    expect((await user.delete(`/contacts/${body.id}`)).status).toBe(403);
    expect((await company.admin.delete(`/contacts/${body.id}`)).status).toBe(200);
    await live.receives('delete', ({ contactId }) => contactId === body.id);
    expect((await company.admin.delete<Answer>(`/contacts/${body.id}`)).body.error).toBe('ERR_NO_CONTACT_FOUND');
  });

  it('A contact of another company does not exist for the reader', async () => {
    const [mine, theirs] = [await host.company(), await host.company()];
    const { body } = await theirs.admin.post<Answer>('/contacts', { name: 'Alheio', number: '5511933332222' });
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['PUT', '/origin'],
      ['DELETE', ''],
    ] as const) {
      expect(
        (
          await mine.admin.call(
            method,
            `/contacts/${body.id}${path}`,
            method === 'PUT' ? { name: 'Meu agora' } : undefined,
          )
        ).status,
      ).toBe(404);
    }
    expect((await mine.admin.post('/contacts', { name: 'Mesmo número', number: '5511933332222' })).status).toBe(200);
  });
});

describe('identities', () => {
  it('An identity creates one contact, however many messages arrive with it at once', async () => {
    const company = await host.company();
    const ids = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        identify(company, 'phone', `55119${10_000_000 + (index % 3)}`, 'Nova', null),
      ),
    );
    expect(new Set(ids).size).toBe(3);
    expect(await count(company)).toBe(3);
    const web = await Promise.all(
      Array.from({ length: 20 }, () => identify(company, 'web', 'visitor-1', 'Visitante', null)),
    );
    expect(new Set(web).size).toBe(1);
    expect(await count(company)).toBe(4);
  });

  it('An identity is added to the contact that already has the number', async () => {
    const company = await host.company();
    const { body } = await company.admin.post<Answer>('/contacts', { name: 'Dona Lúcia', number: '5511987651234' });
    expect(await identify(company, 'phone', '551187651234', 'Lu ❤', null)).toBe(body.id);
    expect(await identify(company, 'lid', 'lid-77', 'Lu ❤', '5511987651234')).toBe(body.id);
    expect(await count(company)).toBe(1);
    expect((await company.admin.get<Answer>(`/contacts/${body.id}`)).body.name).toBe('Dona Lúcia');
  });

  it('A contact takes the provider’s new name until somebody edits it', async () => {
    const company = await host.company();
    const id = await identify(company, 'phone', '5511900001111', '', null);
    expect((await company.admin.get<Answer>(`/contacts/${id}`)).body.name).toBe('5511900001111');
    await identify(company, 'phone', '5511900001111', 'Marcos', null);
    expect((await company.admin.get<Answer>(`/contacts/${id}`)).body.name).toBe('Marcos');
    await company.admin.put(`/contacts/${id}`, { name: 'Marcos (síndico)' });
    await identify(company, 'phone', '5511900001111', 'Marcão', null);
    expect((await company.admin.get<Answer>(`/contacts/${id}`)).body.name).toBe('Marcos (síndico)');
  });

  it('A contact is reached by its number on channels of numbers, by its own identity elsewhere, and not at all where it is unknown', async () => {
    const company = await host.company();
    const service = company.scope('contacts').use(contactsService);
    const id = await identify(company, 'phone', '5511911112222', 'Rita', null);
    expect(await service.findIdentity(id, 'test', '')).toMatchObject({ kind: 'phone', value: '5511911112222' });
    await company.admin.put(`/contacts/${id}`, { number: '5511955556666' });
    expect(await service.findIdentity(id, 'test', '')).toMatchObject({ kind: 'phone', value: '5511955556666' });
    expect(await service.findIdentity(id, 'site', '9')).toBeUndefined();
    const visitor = await identify(company, 'web', 'v-9', 'Visitante', null, 'site');
    expect(await service.findIdentity(visitor, 'site', '')).toMatchObject({ kind: 'web', value: 'v-9' });
    expect(await service.findIdentity(visitor, 'test', '')).toBeUndefined();
  });
});

it('A reader without access to contacts sees the last four digits of a number, whatever their profile', async () => {
  const [company, root] = [await host.company(), await host.superUser()];
  await root.put('/companySettings', { column: 'virtualUsers', data: 'enabled', companyId: company.id });
  const contact = await company.admin.post<Answer>('/contacts', { name: 'Dona Josefa', number: '5511987654321' });
  const gestor = await company.person('gestor');
  const attendant = await company.person('user');
  const number = async (person: TestCompany['admin']) =>
    (await person.get<{ number: string }>(`/contacts/${contact.body.id}`)).body.number;
  expect([await number(gestor), await number(attendant)]).toEqual(['5511987654321', '5511987654321']);
  await Promise.all([gestor, attendant].map(({ id }) => company.admin.put(`/users/${id}`, { isShowContacts: false })));
  expect([await number(gestor), await number(attendant)]).toEqual(['*********4321', '*********4321']);
  expect((await gestor.get<object>('/contacts?searchParam=98765')).body).toMatchObject({ contacts: [] });
  expect(await number(company.admin)).toBe('5511987654321');
  const { masksNumbers } = company.scope('contacts').use(contactsService);
  expect([masksNumbers('reader'), masksNumbers('somebody')]).toEqual([false, true]);
  await company.admin.put(`/users/${gestor.id}`, { isShowContacts: true });
  expect([await number(gestor), await number(attendant)]).toEqual(['5511987654321', '*********4321']);
  // This toggle is nobody’s setting, and outside the profile the field has no meaning.
  for (const person of [company.admin, root])
    expect((await person.get('/companySettingOne?column=contactsHiddenFrom')).status).toBe(404);
  await root.put('/companySettings', { column: 'virtualUsers', data: 'disabled', companyId: company.id });
  expect(await number(attendant)).toBe('5511987654321');
});

it('Two people who change one contact keep each other’s changes, and are asked where both changed the same field', async () => {
  const { admin } = await host.company();
  const made = (await admin.post<Answer>('/contacts', { name: 'Josefa', number: '5511987650001' })).body;
  const path = `/contacts/${made.id}`;
  await admin.put(path, { email: 'josefa@exemplo.com', known: { email: '' } });
  const renamed = await admin.put<Answer>(path, { name: 'Josefa Silva', known: { name: 'Josefa' } });
  expect(renamed.body).toMatchObject({ name: 'Josefa Silva', email: 'josefa@exemplo.com' });
  const late = await admin.put<Answer>(path, { name: 'Zefa', known: { name: 'Josefa' } });
  expect([late.status, late.body.error]).toEqual([409, 'ERR_CHANGED_MEANWHILE']);
  expect((await admin.get<Answer>(path)).body.name).toBe('Josefa Silva');
});

it('A contact without an origin gets its first one from a form that had none, and loses it again', async () => {
  const { admin } = await host.company();
  const made = (await admin.post<Answer>('/contacts', { name: 'Tereza', number: '5511987650002' })).body;
  const path = `/contacts/${made.id}`;
  const save = async (origin: string | null, known: string | null) =>
    (await admin.put(path, { origin, known: { origin: known } })).status;
  expect(await save('INDICAÇÃO', '')).toBe(200);
  expect(await save('GOOGLE', '')).toBe(409);
  expect(await save('', 'INDICAÇÃO')).toBe(200);
  expect(await save('GOOGLE', null)).toBe(200);
  expect(await save(null, 'GOOGLE')).toBe(200);
  expect((await admin.get(path)).body).toMatchObject({ origin: null });
});
