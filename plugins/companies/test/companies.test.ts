import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';

let host: TestHost;
let platform: Person;
let mine: TestCompany;
let theirs: TestCompany;

beforeAll(async () => {
  const plugins = [
    'users',
    'queues',
    'contacts',
    'connections',
    'tickets',
    'kanban',
    'companies',
    'channel-webchat',
    'chatai',
  ];
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
  chatgptEnabled?: boolean;
}
let counter = 0;
const address = () => `nova${(counter += 1)}@empresa.example`;
const password = 'segredo-9';

test('sign-up creates a company with its admin, who may log in at once', async () => {
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

test('a new company starts with the modules that the installation has', async () => {
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

test('a new company can connect the chat of its site at once', async () => {
  const email = address();
  await host.nobody.post<Company>('/companies/cadastro', { name: 'Floricultura Aurora', email, password });
  const person = await host.logIn(email, password);
  const { body: queue } = await person.post<{ id: number }>('/queue', { name: 'Vendas', color: '#803b83' });
  const line = { name: 'Site', channel: 'webchat', keyWordQueueId: queue.id };
  expect((await person.post('/whatsapp', line)).status).toBe(200);
});

test('a wrong sign-up names every wrong field in the words of the form', async () => {
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

test('a sign-up with an address that is in use creates no second company', async () => {
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

test('people read their own company, and no other', async () => {
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

test('a super user creates, finds, changes, suspends and deletes a company', async () => {
  const email = address();
  const made = await platform.post<Company>('/companies', {
    name: 'Clínica Vitale',
    email,
    password,
    phone: '1130304040',
    kanbanEnabled: true,
  });
  expect(made.body).toMatchObject({
    name: 'Clínica Vitale',
    phone: '1130304040',
    status: true,
    kanbanEnabled: true,
    chatgptEnabled: true,
  });
  const { id } = made.body;
  const found = await platform.get<{ companies: Company[]; hasMore: boolean }>(
    '/companies?searchParam=clinica%20VITALE',
  );
  expect(found.body.companies.map((company) => company.id)).toEqual([id]);

  const admin = await host.logIn(email, password);
  const changed = await platform.put<Company>(`/companies/${id}`, {
    name: 'Clínica Vitale Odontologia',
    kanbanEnabled: false,
    chatgptEnabled: false,
  });
  expect(changed.body).toMatchObject({
    name: 'Clínica Vitale Odontologia',
    kanbanEnabled: false,
    chatgptEnabled: false,
  });
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

test('permitted people write the hours of their own company, which are returned with it', async () => {
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

test('the companies’ CSV contains no cell that a spreadsheet executes, and characters that CSV uses are escaped', async () => {
  await platform.put(`/companies/${theirs.id}`, { name: '=SOMA(A1;B2) "Lda"', obs: 'uma\nduas' });
  const { status, body, headers } = await platform.get<string>('/companies/export?searchParam=soma');
  expect([status, headers.get('content-disposition')]).toEqual([200, 'attachment; filename="empresas.csv"']);
  expect(body).toMatch(/Código;Nome;E-mail;Telefone;Status/);
  expect(body).toContain(`${theirs.id};"'=SOMA(A1;B2) ""Lda""";;;Ativa;`);
  expect(body).toContain('"uma\nduas"');
});

test('the lead sources of the platform’s form and of the company’s options are the same list', async () => {
  const { id, admin } = await host.company({ name: 'Escola Horizonte' });
  const option = async () =>
    (await admin.get<Record<string, string>>('/companySettingOne?column=originContact')).body['originContact'];
  const form = async () => (await platform.get<{ id: number; originContact: string }[]>('/companies/list-all')).body;
  const storedOrigin = async () => (await form()).find((company) => company.id === id)?.originContact;
  expect(await storedOrigin()).toBe(await option());
  expect(await storedOrigin()).toContain('FACEBOOK,INSTAGRAM');
  await platform.put(`/companies/${id}`, { originContact: ' PANFLETO, RÁDIO ,, radio' });
  expect(await option()).toBe('PANFLETO,RÁDIO');
  await admin.put('/companySettings', { column: 'originContact', data: 'FACHADA' });
  expect(await storedOrigin()).toBe('FACHADA');
  await platform.put(`/companies/${id}`, { obs: 'Nada sobre origens' });
  expect(await option()).toBe('FACHADA');
  await platform.put(`/companies/${id}`, { originContact: '' });
  expect(await option()).toContain('FACEBOOK,INSTAGRAM');
  const wrong = await platform.put<{ fields: Record<string, string> }>(`/companies/${id}`, {
    originContact: 'X'.repeat(2001),
  });
  expect([wrong.status, wrong.body.fields]).toEqual([400, { originContact: 'Too Long!' }]);
  const long = await platform.put<{ fields: object }>(`/companies/${id}`, { originContact: `RÁDIO,${'X'.repeat(41)}` });
  expect([long.status, long.body.fields]).toEqual([400, { originContact: 'Too Long!' }]);
});

test('a super user reads all data of any company, and others read their own without the platform’s data', async () => {
  const { id, admin } = await host.company({ name: 'Livraria Central' });
  const schedules = [{ weekday: 'Sexta-feira', weekdayEn: 'friday', startTime: '09:00', endTime: '12:00' }];
  await platform.put(`/companies/${id}`, { obs: 'Cliente antigo', origin: 'INDICAÇÃO', kanbanEnabled: true });
  await admin.put(`/companies/${id}/schedules`, { schedules });
  const seen = await platform.get<Company>(`/companies/${id}`);
  expect(seen.body).toMatchObject({ obs: 'Cliente antigo', origin: 'INDICAÇÃO', kanbanEnabled: true, schedules });
  const own = await admin.get<Company>(`/companies/${id}`);
  expect(own.body).toMatchObject({ kanbanEnabled: true, schedules });
  expect(own.body).not.toHaveProperty('obs');
});

test('company names are unique, also when two are created at once or one is renamed', async () => {
  const { body } = await platform.post<Company>('/companies', { name: 'Casa Azul', email: address(), password });
  const again = { name: ' CASA AZUL ', email: address(), password };
  const refused = await platform.post<{ error: string }>('/companies', again);
  expect([refused.status, refused.body.error]).toEqual([409, 'ERR_COMPANY_NAME_IN_USE']);
  const other = await platform.post<Company>('/companies', { name: 'Casa Verde', email: address(), password });
  const renamed = await platform.put<{ error: string }>(`/companies/${other.body.id}`, { name: 'casa azul' });
  expect([renamed.status, renamed.body.error]).toEqual([409, 'ERR_COMPANY_NAME_IN_USE']);
  expect((await platform.put(`/companies/${body.id}`, { name: 'Casa Azul' })).status).toBe(200);
  const both = await Promise.all(
    [1, 2].map(() => platform.post('/companies', { name: 'Casa Amarela', email: address(), password })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('a telephone number of a company is validated', async () => {
  for (const phone of ['abc😀', '123', '+55 11']) {
    const answer = await platform.put<{ fields: object }>(`/companies/${theirs.id}`, { phone });
    expect(answer.body.fields).toEqual({ phone: 'ERR_INVALID_PHONE' });
  }
  expect((await platform.put(`/companies/${theirs.id}`, { phone: '+55 (11) 3030-4040' })).status).toBe(200);
});

test('two super users change different fields of one company without loss, and a conflict on the same field is reported', async () => {
  const { body } = await platform.post<Company>('/companies', { name: 'Bicicletaria Sul', email: address(), password });
  const path = `/companies/${body.id}`;
  const known = { origin: '', obs: '' };
  expect((await platform.put(path, { obs: 'Ligar na segunda', known })).status).toBe(200);
  expect((await platform.put(path, { origin: 'SITE', known })).status).toBe(200);
  expect((await platform.get<object>(path)).body).toMatchObject({ obs: 'Ligar na segunda', origin: 'SITE' });
  const late = await platform.put<{ error: string; context: { fields: object } }>(path, { obs: 'Não ligar', known });
  expect([late.status, late.body.error, Object.keys(late.body.context.fields)]).toEqual([
    409,
    'ERR_CHANGED_MEANWHILE',
    ['obs'],
  ]);
});

test('a person last seen thirteen hours ago counts as absent for 0 days', async () => {
  const { id } = await host.company({ name: 'Vidraçaria Luz' });
  await host.kernel.database.owner.query(
    `update kernel."user" set last_online = now() - interval '13 hours' where company_id = $1`,
    [id],
  );
  expect((await platform.get<{ daysNoLogin: number }>(`/companies/${id}`)).body.daysNoLogin).toBe(0);
});

test('a login through the API, without a live connection, counts as the company’s last login', async () => {
  const { id, admin } = await host.company({ name: 'Serralheria Ponte' });
  await host.kernel.database.owner.query(`update kernel."user" set last_online = null where company_id = $1`, [id]);
  const lastLogin = async () => (await platform.get<{ lastLogin: string | null }>(`/companies/${id}`)).body.lastLogin;
  expect(await lastLogin()).toBeNull();
  const { email, password } = admin;
  expect((await admin.post<object>('/auth/login', { email, password: 'errada-demais' })).status).toBe(401);
  expect(await lastLogin()).toBeNull();
  const before = Date.now();
  expect((await admin.post<object>('/auth/login', { email, password })).status).toBe(200);
  expect(Date.parse((await lastLogin()) ?? '')).toBeGreaterThanOrEqual(before - 1000);
});

test('the data deleted with a company is counted before it is removed', async () => {
  const { id } = await host.company({ name: 'Papelaria Norte' });
  const counted = await platform.get<object>(`/companies/${id}/contents`);
  expect(counted.body).toEqual({ users: 1, connections: 0, queues: 0, tickets: 0 });
  expect((await mine.admin.get(`/companies/${id}/contents`)).status).toBe(403);
});

test('a new password has at least eight characters, is not a common one, and blanks do not count', async () => {
  const fault = async (secret: string) =>
    (
      await platform.post<{ fields: Record<string, string> }>('/companies', {
        name: 'Rui',
        email: address(),
        password: secret,
      })
    ).body.fields?.['password'];
  const faults = await Promise.all([fault('     '), fault('segredo'), fault(' '.repeat(9)), fault('password123')]);
  expect(faults).toEqual(['Too Short!', 'Too Short!', 'ERR_COMMON_PASSWORD', 'ERR_COMMON_PASSWORD']);
});

test('A company form refused for its name changes neither plan nor modules', async () => {
  const company = await host.company({ name: 'Oficina do Beto' });
  await host.company({ name: 'Oficina do Rui' });
  const { body: before } = await platform.get<Company & { obs: string }>(`/companies/${company.id}`);
  const refused = await platform.put<{ error: string }>(`/companies/${company.id}`, {
    name: 'oficina do rui',
    kanbanEnabled: !before.kanbanEnabled,
    obs: 'Pediu outro nome',
  });
  expect([refused.status, refused.body.error]).toEqual([409, 'ERR_COMPANY_NAME_IN_USE']);
  expect((await platform.get(`/companies/${company.id}`)).body).toEqual(before);
});
