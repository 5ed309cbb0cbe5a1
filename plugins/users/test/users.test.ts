import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestHost, type TestHost } from '@balcao/testing';

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: ['users', 'queues'] });
});
afterAll(() => host?.close());

interface Answer {
  id: number;
  queues: { id: number }[];
  error?: string;
  fields?: Record<string, string>;
}

let people = 0;
const someone = (more: object = {}) => ({
  name: 'Beatriz Lima',
  email: `beatriz${(people += 1)}-${Date.now()}@teste.local`,
  password: 'Senha-123',
  ...more,
});

test('a person refused for another plugin’s field is not created, and the form can be sent again', async () => {
  const { admin } = await host.company();
  const queue = (await admin.post<{ id: number }>('/queue', { name: 'Vendas', color: '#803b83' })).body;
  const form = someone();
  const wrong = await admin.post<Answer>('/users', { ...form, queueIds: 'all' });
  expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['queueIds']]);
  const unknown = await admin.post<Answer>('/users', { ...form, queueIds: [2_000_000_000] });
  expect([unknown.status, unknown.body.error]).toEqual([404, 'ERR_NO_QUEUE_FOUND']);
  const made = await admin.post<Answer>('/users', { ...form, queueIds: [queue.id] });
  expect([made.status, made.body.queues.map(({ id }) => id)]).toEqual([200, [queue.id]]);
});

test('probing e-mails of other companies is limited to twenty a day, and those of colleagues do not count', async () => {
  const { admin, ...ours } = await host.company();
  const elsewhere = (await host.company()).admin.email;
  const colleague = await ours.person('user');
  for (let tries = 0; tries < 25; tries += 1)
    expect((await admin.post<Answer>('/users', someone({ email: colleague.email }))).body.error).toBe(
      'ERR_EMAIL_IN_USE',
    );
  const tried = await Promise.all(
    Array.from({ length: 10 }, () => admin.post<Answer>('/users', someone({ email: elsewhere }))),
  );
  expect(new Set(tried.map(({ body }) => body.error))).toEqual(new Set(['ERR_EMAIL_IN_USE']));
  expect((await admin.post('/users', someone())).status).toBe(200);
  const { id } = colleague;
  for (let tries = 0; tries < 10; tries += 1)
    expect((await admin.put<Answer>(`/users/${id}`, { email: elsewhere })).body.error).toBe('ERR_EMAIL_IN_USE');
  expect((await admin.post('/users', someone({ email: elsewhere }))).status).toBe(429);
  expect((await admin.put(`/users/${id}`, { email: elsewhere })).status).toBe(429);
  expect((await admin.put(`/users/${id}`, { name: 'Outro Nome' })).status).toBe(200);
});

test('a refused change leaves the queues of the person unchanged', async () => {
  const { admin } = await host.company();
  const queue = (await admin.post<{ id: number }>('/queue', { name: 'Vendas', color: '#803b83' })).body;
  const taken = someone();
  await admin.post('/users', taken);
  const { id } = (await admin.post<Answer>('/users', someone({ queueIds: [queue.id] }))).body;
  const refused = await admin.put<Answer>(`/users/${id}`, { email: taken.email, queueIds: [] });
  expect([refused.status, refused.body.error]).toEqual([409, 'ERR_EMAIL_IN_USE']);
  expect((await admin.get<Answer>(`/users/${id}`)).body.queues).toHaveLength(1);
});

test('only an admin creates, changes and removes admins, and nobody accesses people of another company', async () => {
  const company = await host.company();
  const other = await host.company();
  const manager = await company.person('gestor');
  const attendant = await company.person('user');
  expect((await manager.post('/users', someone({ profile: 'admin' }))).status).toBe(403);
  expect((await manager.put(`/users/${attendant.id}`, { profile: 'admin' })).status).toBe(403);
  expect((await manager.put(`/users/${company.admin.id}`, { password: 'Outra-123' })).status).toBe(403);
  expect((await manager.delete(`/users/${company.admin.id}`)).status).toBe(403);
  for (const call of [
    () => company.admin.get(`/users/${other.admin.id}`),
    () => company.admin.put(`/users/${other.admin.id}`, { name: 'Tomado' }),
    () => company.admin.delete(`/users/${other.admin.id}`),
  ])
    expect((await call()).status).toBe(404);
});

test('wrong fields of a person are reported one by one in the words of the specification', async () => {
  const { admin } = await host.company();
  const faults = async (fields: object): Promise<unknown> =>
    (await admin.post<Answer>('/users', someone(fields))).body.fields ?? 'taken';
  expect((await admin.post<Answer>('/users', {})).body.fields).toEqual({
    name: 'Required',
    email: 'Required',
    password: 'Required',
  });
  expect(await faults({ name: 'B' })).toEqual({ name: 'Too Short!' });
  expect(await faults({ name: 'B'.repeat(51) })).toEqual({ name: 'Too Long!' });
  expect(await faults({ password: '1234' })).toEqual({ password: 'Too Short!' });
  expect(await faults({ password: '1'.repeat(51) })).toEqual({ password: 'Too Long!' });
  for (const email of ['beatriz', 'beatriz@', '@teste.local', 'a b@teste.local'])
    expect(await faults({ email }), email).toEqual({ email: 'Invalid email' });
  for (const profile of ['chefe', 1, null])
    expect(Object.keys((await faults({ profile })) as object)).toEqual(['profile']);
  expect(await faults({ name: 'Bê', password: '12345-78' })).toBe('taken');
  expect(await faults({ name: 'B'.repeat(50), password: '12345-7890'.repeat(5) })).toBe('taken');
});

test('people are listed by pages of 20, found ignoring case and accents, and returned as short lists for choices', async () => {
  const company = await host.company();
  for (let n = 0; n < 20; n += 1)
    await host.kernel.identity.people.create(company.id, { ...someone(), name: `Pessoa ${n}`, profile: 'user' });
  await company.admin.post('/users', someone({ name: 'João Araújo', profile: 'gestor' }));
  interface Page {
    users: { name: string; profile: string }[];
    hasMore: boolean;
  }
  const first = (await company.admin.get<Page>('/users/?searchParam=&pageNumber=1')).body;
  expect([first.users.length, first.hasMore]).toEqual([20, true]);
  const second = (await company.admin.get<Page>('/users/?pageNumber=2')).body;
  expect([second.users.length, second.hasMore]).toEqual([2, false]);
  const found = (await company.admin.get<Page>('/users/?searchParam=JOAO%20ARAUJO')).body.users;
  expect(found).toMatchObject([{ name: 'João Araújo', profile: 'gestor' }]);
  expect((await company.admin.get<Page>('/users/?searchParam=%25')).body.users).toEqual([]);
  expect((await company.admin.get('/users/?pageNumber=0')).status).toBe(400);

  const attendant = await company.person('user', 'Zeca Alves');
  const listed = (await attendant.get<object[]>('/users/list')).body;
  expect(listed).toHaveLength(23);
  expect(listed.at(-1)).toEqual({
    id: attendant.id,
    name: 'Zeca Alves',
    profilePicUrl: null,
    online: false,
    firstOnline: null,
    lastOnline: expect.any(String),
  });
  expect((await attendant.get<object[]>('/users/combolist')).body.at(-1)).toEqual({
    id: attendant.id,
    name: 'Zeca Alves',
    profilePicUrl: null,
  });
});

test('a super user lists the people of any company, a company admin those of another never', async () => {
  const [ours, theirs, root] = [await host.company(), await host.company(), await host.superUser()];
  expect((await ours.admin.get(`/users/list?companyId=${theirs.id}`)).status).toBe(403);
  expect((await ours.admin.get(`/users/list?companyId=${ours.id}`)).status).toBe(200);
  const listed = await root.get<{ id: number }[]>(`/users/list?companyId=${theirs.id}`);
  expect(listed.body.map(({ id }) => id)).toEqual([theirs.admin.id]);
  expect((await root.get('/users/list?companyId=2000000000')).status).toBe(404);
});

test('where the platform disabled the creation of people it is refused, and everybody can read the setting', async () => {
  const [company, root] = [await host.company(), await host.superUser()];
  expect((await company.admin.put('/settings/userCreation', { value: 'disabled' })).status).toBe(403);
  await root.put('/companySettings', { column: 'userCreation', data: 'disabled', companyId: company.id });
  const refused = await company.admin.post<Answer>('/users', someone());
  expect([refused.status, refused.body.error]).toEqual([403, 'ERR_USER_CREATION_DISABLED']);
  const known = await company.admin.get<{ key: string; value: string }[]>('/settings');
  expect(known.body).toContainEqual({ key: 'userCreation', value: 'disabled' });
  const fields = await company.admin.get<{ key: string }[]>('/settings/schema');
  expect(fields.body.map(({ key }) => key)).not.toContain('userCreation');
  await root.put('/companySettings', { column: 'userCreation', data: 'enabled', companyId: company.id });
  expect((await company.admin.post('/users', someone())).status).toBe(200);
});

test('the last admin can be neither deleted nor given another profile, and nobody deletes themselves', async () => {
  const company = await host.company();
  const { admin } = company;
  const demoted = await admin.put<Answer>(`/users/${admin.id}`, { profile: 'gestor' });
  expect([demoted.status, demoted.body.error]).toEqual([409, 'ERR_LAST_ADMIN']);
  const self = await admin.delete<Answer>(`/users/${admin.id}`);
  expect([self.status, self.body.error]).toEqual([409, 'ERR_DELETE_SELF']);
  const second = await company.person('admin');
  expect((await second.delete(`/users/${admin.id}`)).status).toBe(200);
  expect((await second.put<Answer>(`/users/${second.id}`, { profile: 'user' })).body.error).toBe('ERR_LAST_ADMIN');
});

test('the fields of virtual assistants are stored where the platform enabled them, and refused elsewhere', async () => {
  const [company, root] = [await host.company(), await host.superUser()];
  const form = { isVirtual: true, customPrompt: 'Responda em até três frases.', isShowContacts: false };
  const elsewhere = await company.admin.post<Answer>('/users', someone(form));
  expect([elsewhere.status, elsewhere.body.error]).toEqual([403, 'ERR_NO_PERMISSION']);
  await root.put('/companySettings', { column: 'virtualUsers', data: 'enabled', companyId: company.id });
  const made = await company.admin.post<Answer>('/users', someone(form));
  expect(made.body).toMatchObject(form);
  const other = await company.admin.post<Answer>('/users', someone());
  expect(other.body).toMatchObject({ isVirtual: false, customPrompt: '', isShowContacts: true });
  await company.admin.put(`/users/${made.body.id}`, { isVirtual: false });
  expect((await company.admin.get<Answer>(`/users/${made.body.id}`)).body).toMatchObject({
    isVirtual: false,
    customPrompt: form.customPrompt,
    isShowContacts: false,
  });
  const wrong = await company.admin.put<Answer>(`/users/${made.body.id}`, { isVirtual: 'sim' });
  expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['isVirtual']]);
});

test('a person with the permission assigns profiles and queues, and loses that with it', async () => {
  const company = await host.company();
  const queue = (await company.admin.post<{ id: number }>('/queue', { name: 'Vendas', color: '#803b83' })).body;
  const gestor = await company.person('gestor');
  const { id } = (await gestor.post<Answer>('/users', someone({ profile: 'gestor', queueIds: [queue.id] }))).body;
  expect(id).toBeGreaterThan(0);
  for (const permission of ['user-modal:editProfile', 'user-modal:editQueues'])
    await company.admin.put('/permissions', { profile: 'gestor', permission, granted: false });
  expect((await gestor.put(`/users/${id}`, { profile: 'user' })).status).toBe(403);
  expect((await gestor.put(`/users/${id}`, { queueIds: [] })).status).toBe(403);
  expect((await gestor.put(`/users/${id}`, { name: 'Novo nome' })).status).toBe(200);
});

test('malformed requests about people are refused, without a server error', async () => {
  const { admin } = await host.company();
  for (const path of ['/users/abc', '/users/0', '/users/99999999999', '/users/-1'])
    expect((await admin.get(path)).status, path).toBe(400);
  expect((await admin.get<Answer>('/users/2000000000')).body.error).toBe('ERR_NO_USER_FOUND');
  expect((await admin.put<Answer>('/users/2000000000', { name: 'Beatriz' })).body.error).toBe('ERR_NO_USER_FOUND');
  expect((await admin.delete<Answer>('/users/2000000000')).body.error).toBe('ERR_NO_USER_FOUND');
  for (const body of ['[]', 'null', '"a"', '{"name":{}}', '{"name":"\\u0000ab"}'])
    expect((await admin.call('POST', '/users', body)).status, body).toBe(400);
});

test('an attendant finds colleagues with their queues, and can neither read nor guess their e-mails', async () => {
  const company = await host.company();
  const { admin } = company;
  const attendant = await company.person('user', 'Zeca Alves');
  const queue = (await admin.post<{ id: number }>('/queue', { name: 'Vendas', color: '#803b83' })).body;
  const known = someone({ name: 'Íris Prado', queueIds: [queue.id] });
  const { id } = (await admin.post<Answer>('/users', known)).body;
  const found = (await attendant.get<{ users: object[] }>('/users/?searchParam=iris')).body.users;
  expect(found).toEqual([
    {
      id,
      name: 'Íris Prado',
      profile: 'user',
      companyId: company.id,
      online: false,
      lastOnline: null,
      profilePicUrl: null,
      queues: [{ id: queue.id, name: 'Vendas', color: '#803b83' }],
    },
  ]);
  const guess = known.email.slice(0, 12);
  expect((await attendant.get<{ users: object[] }>(`/users/?searchParam=${guess}`)).body.users).toEqual([]);
  expect((await admin.get<{ users: object[] }>(`/users/?searchParam=${guess}`)).body.users).toHaveLength(1);
  expect((await attendant.get(`/users/${id}`)).status).toBe(403);
});

test('concurrent changes of one person by two admins are both stored, and a conflict on the same field is reported', async () => {
  const company = await host.company();
  const { admin } = company;
  const other = await company.person('admin');
  const queue = (await admin.post<{ id: number }>('/queue', { name: 'Vendas', color: '#803b83' })).body;
  const { id } = (await admin.post<Answer>('/users', someone())).body;
  await admin.put(`/users/${id}`, { queueIds: [queue.id], known: { queueIds: [] } });
  const renamed = await other.put<Answer & { name: string }>(`/users/${id}`, {
    name: 'Bia Lima',
    password: 'Outra-123',
    known: { name: 'Beatriz Lima' },
  });
  expect([renamed.status, renamed.body.name, renamed.body.queues.length]).toEqual([200, 'Bia Lima', 1]);
  const late = await other.put<Answer>(`/users/${id}`, { queueIds: [], known: { queueIds: [queue.id + 1] } });
  expect([late.status, late.body.error]).toEqual([409, 'ERR_CHANGED_MEANWHILE']);
  await admin.delete(`/users/${id}`);
  expect(await other.put(`/users/${id}`, { name: 'Bia', known: { name: 'Bia Lima' } })).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_USER_FOUND', context: { deleted: true } },
  });
});
