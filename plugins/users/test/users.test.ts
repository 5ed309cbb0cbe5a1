import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestHost, type TestHost } from '@balcao/sdk/testing';

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

test('a person whose form is refused for another plugin’s field is not half made: the form can be sent again', async () => {
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

test('a change that is refused leaves the queues of the person as they were', async () => {
  const { admin } = await host.company();
  const queue = (await admin.post<{ id: number }>('/queue', { name: 'Vendas', color: '#803b83' })).body;
  const taken = someone();
  await admin.post('/users', taken);
  const { id } = (await admin.post<Answer>('/users', someone({ queueIds: [queue.id] }))).body;
  const refused = await admin.put<Answer>(`/users/${id}`, { email: taken.email, queueIds: [] });
  expect([refused.status, refused.body.error]).toEqual([409, 'ERR_EMAIL_IN_USE']);
  expect((await admin.get<Answer>(`/users/${id}`)).body.queues).toHaveLength(1);
});

test('only an admin makes, changes and removes admins, and nobody reaches people of another company', async () => {
  const company = await host.company();
  const other = await host.company();
  const manager = await company.person('gestor');
  const attendant = await company.person('user');
  expect((await manager.post('/users', someone({ profile: 'admin' }))).status).toBe(403);
  expect((await manager.put(`/users/${attendant.id}`, { profile: 'admin' })).status).toBe(403);
  expect((await manager.put(`/users/${company.admin.id}`, { password: 'Outra-123' })).status).toBe(403);
  expect((await manager.delete(`/users/${company.admin.id}`)).status).toBe(403);
  expect((await attendant.get('/users')).status).toBe(403);
  for (const call of [
    () => company.admin.get(`/users/${other.admin.id}`),
    () => company.admin.put(`/users/${other.admin.id}`, { name: 'Tomado' }),
    () => company.admin.delete(`/users/${other.admin.id}`),
  ])
    expect((await call()).status).toBe(404);
});
