import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/sdk/testing';

let host: TestHost;
let platform: Person;
let mine: TestCompany;
let theirs: TestCompany;

beforeAll(async () => {
  const plugins = ['users', 'queues', 'contacts', 'connections', 'tickets', 'kanban', 'companies'];
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins });
  platform = await host.superUser();
  mine = await host.company({ name: 'Prado & Menezes' });
  theirs = await host.company({ name: 'Outra Empresa' });
});
afterAll(() => host.close());

interface Company {
  id: number;
  name: string;
  status: boolean;
  kanbanEnabled?: boolean;
  campaignsEnabled?: boolean;
}
let counter = 0;
const address = () => `nova${(counter += 1)}@empresa.example`;
const password = 'segredo';

test('whoever signs up has a company of their own, is its admin, and may log in at once', async () => {
  const email = address();
  const made = await host.nobody.post<Company>('/companies/cadastro', {
    name: 'Helena Duarte',
    companyName: 'Duarte Contabilidade',
    email: ` ${email.toUpperCase()} `,
    password,
    planId: 1,
    recurrence: 'MENSAL',
    dueDate: null,
    status: true,
    campaignsEnabled: true,
  });
  expect(made.status).toBe(200);
  expect(made.body.name).toBe('Duarte Contabilidade');
  const person = await host.logIn(email, password);
  const me = await person.get<{ name: string; profile: string; companyId: number; super: boolean }>('/auth/me');
  expect(me.body).toMatchObject({ name: 'Helena Duarte', profile: 'admin', companyId: made.body.id, super: false });
});

test('a new company begins with the modules that the installation has', async () => {
  const email = address();
  const { body } = await host.nobody.post<Company>('/companies/cadastro', {
    name: 'Padaria São João',
    email,
    password,
  });
  const person = await host.logIn(email, password);
  const company = await person.get<Company>(`/companies/${body.id}`);
  expect(company.body).toMatchObject({ name: 'Padaria São João', kanbanEnabled: true, status: true });
  expect(company.body).not.toHaveProperty('campaignsEnabled');
  expect((await person.get<{ lanes: object[] }>('/kanban-lanes')).body.lanes).toHaveLength(6);
});

test('a sign-up that is wrong names every wrong field in the words of the form', async () => {
  const wrong = await host.nobody.post<{ error: string; fields: Record<string, string> }>('/companies/cadastro', {
    name: 'A',
    email: 'nobody',
    password: '1234',
    companyName: 'x'.repeat(51),
  });
  expect(wrong.status).toBe(400);
  expect(wrong.body).toEqual({
    error: 'ERR_VALIDATION',
    fields: { name: 'Too Short!', email: 'Invalid email', password: 'Too Short!', companyName: 'Too Long!' },
  });
  const empty = await host.nobody.post<{ fields: Record<string, string> }>('/companies/cadastro', {});
  expect(empty.body.fields).toEqual({ name: 'Required', email: 'Required', password: 'Required' });
});

test('an address that is in use makes no second company', async () => {
  const count = async () => (await platform.get<Company[]>('/companies/list')).body.length;
  const before = await count();
  const again = await host.nobody.post<{ error: string }>('/companies/cadastro', {
    name: 'Cópia',
    email: mine.admin.email,
    password,
  });
  expect([again.status, again.body.error]).toEqual([409, 'ERR_EMAIL_IN_USE']);
  expect(await count()).toBe(before);
});

test('people see their own company, and of another nothing', async () => {
  const own = await mine.admin.get<Company>(`/companies/${mine.id}`);
  expect(own.body).toMatchObject({ id: mine.id, name: 'Prado & Menezes' });
  expect(own.body).not.toHaveProperty('mediaToken');
  for (const id of [theirs.id, 999_999]) {
    expect((await mine.admin.get<{ error: string }>(`/companies/${id}`)).body.error).toBe('ERR_NO_PERMISSION');
  }
  for (const path of ['/companies', '/companies/list']) expect((await mine.admin.get(path)).status).toBe(403);
  for (const answer of [
    await mine.admin.post('/companies', { name: 'Minha', email: address(), password }),
    await mine.admin.put(`/companies/${mine.id}`, { name: 'Minha' }),
    await mine.admin.delete(`/companies/${theirs.id}`),
  ]) {
    expect(answer.status).toBe(403);
  }
});

test('a super user makes, finds, changes, suspends and removes a company', async () => {
  const email = address();
  const made = await platform.post<Company>('/companies', {
    name: 'Clínica Vitale',
    email,
    password,
    phone: '1130304040',
    kanbanEnabled: true,
  });
  expect(made.body).toMatchObject({ name: 'Clínica Vitale', phone: '1130304040', status: true, kanbanEnabled: true });
  const { id } = made.body;
  const found = await platform.get<{ companies: Company[]; hasMore: boolean }>(
    '/companies?searchParam=clinica%20VITALE',
  );
  expect(found.body.companies.map((company) => company.id)).toEqual([id]);

  const admin = await host.logIn(email, password);
  const changed = await platform.put<Company>(`/companies/${id}`, {
    name: 'Clínica Vitale Odontologia',
    kanbanEnabled: false,
  });
  expect(changed.body).toMatchObject({ name: 'Clínica Vitale Odontologia', kanbanEnabled: false });
  expect((await admin.get<{ error: string }>('/kanban-lanes')).body.error).toBe('ERR_PLUGIN_DISABLED');

  await platform.put(`/companies/${id}`, { status: false });
  expect((await admin.get(`/companies/${id}`)).status).toBe(403);
  const refused = await host.nobody.post<{ error: string }>('/auth/login', { email, password });
  expect(refused.body.error).toBe('ERR_COMPANY_INACTIVE');

  expect((await platform.delete(`/companies/${id}`)).status).toBe(200);
  expect((await platform.get<{ error: string }>(`/companies/${id}`)).body.error).toBe('ERR_NO_COMPANY_FOUND');
  expect((await platform.put(`/companies/${id}`, { name: 'Ninguém' })).status).toBe(404);
});

test('sign-ups from one address are limited', async () => {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 11; attempt += 1)
    statuses.push((await host.nobody.post('/companies/cadastro', {})).status);
  expect(statuses.at(-1)).toBe(429);
});

test('the hours of a company are written by who may, for that company alone, and read with it', async () => {
  const schedules = [{ weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' }];
  const { admin, id } = mine;
  const answered = await admin.put<{ schedules: unknown }>(`/companies/${id}/schedules`, { schedules });
  expect([answered.status, answered.body.schedules]).toEqual([200, schedules]);
  expect((await admin.get<{ schedules: unknown }>(`/companies/${id}`)).body.schedules).toEqual(schedules);
  expect((await theirs.admin.get<{ schedules: unknown }>(`/companies/${theirs.id}`)).body.schedules).toEqual([]);
  expect((await theirs.admin.put(`/companies/${id}/schedules`, { schedules })).status).toBe(403);
  const colleague = await mine.person('user');
  expect((await colleague.put(`/companies/${id}/schedules`, { schedules })).status).toBe(403);
  const wrong = await admin.put<{ error: string; fields: object }>(`/companies/${id}/schedules`, {
    schedules: [{ weekdayEn: 'monday', startTime: '8h', endTime: '18:00' }],
  });
  expect([wrong.status, wrong.body.error]).toEqual([400, 'ERR_VALIDATION']);
});

test('a super user writes the hours of any company with its other data', async () => {
  const schedules = [{ weekdayEn: 'friday', startTime: '09:00', endTime: '12:00' }];
  expect((await platform.put(`/companies/${theirs.id}`, { schedules })).status).toBe(200);
  expect((await theirs.admin.get<{ schedules: unknown }>(`/companies/${theirs.id}`)).body.schedules).toEqual(schedules);
});

test('the list goes out as CSV that no spreadsheet runs and no sign breaks', async () => {
  await platform.put(`/companies/${theirs.id}`, { name: '=SOMA(A1;B2) "Lda"', obs: 'uma\nduas' });
  const { status, body, headers } = await platform.get<string>('/companies/export?searchParam=soma');
  expect([status, headers.get('content-disposition')]).toEqual([200, 'attachment; filename="empresas.csv"']);
  expect(body).toMatch(/Código;Nome;E-mail;Telefone;Status/);
  expect(body).toContain(`${theirs.id};"'=SOMA(A1;B2) ""Lda""";;;Ativa;`);
  expect(body).toContain('"uma\nduas"');
});

test('the origins in the platform’s form and in the company’s options are one list', async () => {
  const { id, admin } = await host.company({ name: 'Escola Horizonte' });
  const option = async () =>
    (await admin.get<Record<string, string>>('/companySettingOne?column=originContact')).body['originContact'];
  const form = async () => (await platform.get<{ id: number; originContact: string }[]>('/companies/list-all')).body;
  const kept = async () => (await form()).find((company) => company.id === id)?.originContact;
  expect(await kept()).toBe(await option());
  expect(await kept()).toContain('FACEBOOK,INSTAGRAM');
  await platform.put(`/companies/${id}`, { originContact: ' PANFLETO, RÁDIO ' });
  expect(await option()).toBe('PANFLETO, RÁDIO');
  await admin.put('/companySettings', { column: 'originContact', data: 'FACHADA' });
  expect(await kept()).toBe('FACHADA');
  await platform.put(`/companies/${id}`, { obs: 'Nada sobre origens' });
  expect(await option()).toBe('FACHADA');
  await platform.put(`/companies/${id}`, { originContact: '' });
  expect(await option()).toContain('FACEBOOK,INSTAGRAM');
  const wrong = await platform.put<{ fields: Record<string, string> }>(`/companies/${id}`, {
    originContact: 'X'.repeat(2001),
  });
  expect([wrong.status, wrong.body.fields]).toEqual([400, { originContact: 'Too Long!' }]);
});
