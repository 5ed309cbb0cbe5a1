import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestHost, type TestHost } from '@balcao/testing';

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: ['users', 'queues'] });
});
afterAll(() => host?.close());

interface Invitation {
  link: string;
  user: { id: number; email: string; invitedUntil: string | null; queues: { id: number }[] };
  error?: string;
}
/** Calls the API without a session. */
const asStranger = async <T>(
  method: 'POST' | 'PUT',
  path: string,
  body: object,
): Promise<{ status: number; body: T }> => {
  const answer = await fetch(`${host.url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'accept-language': 'pt' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as T };
};
let people = 0;
const newcomer = (more: object = {}) => ({
  name: 'Beatriz Lima',
  email: `convite${(people += 1)}-${Date.now()}@teste.local`,
  ...more,
});

test('an invited person is listed with their queues, and can log in once they chose a password', async () => {
  const { admin } = await host.company();
  const queue = (await admin.post<{ id: number }>('/queue', { name: 'Vendas', color: '#803b83' })).body;
  const { body } = await admin.post<Invitation>('/users/invite', newcomer({ queueIds: [queue.id] }));
  expect(body.user.queues.map(({ id }) => id)).toEqual([queue.id]);
  expect(Date.parse(body.user.invitedUntil ?? '')).toBeGreaterThan(Date.now());
  const password = 'Senha-de-Beatriz-1';
  const token = body.link.split('#token=')[1];
  expect((await asStranger('PUT', '/auth/password-link', { token, password })).status).toBe(200);
  const beatriz = await host.logIn(body.user.email, password);
  expect(beatriz.id).toBe(body.user.id);
  expect((await admin.get<Invitation['user']>(`/users/${beatriz.id}`)).body.invitedUntil).toBeNull();
});

test('an invitation refused for another plugin’s field creates nobody', async () => {
  const { admin } = await host.company();
  const form = newcomer();
  expect((await admin.post('/users/invite', { ...form, queueIds: [2_000_000_000] })).status).toBe(404);
  expect((await admin.post('/users/invite', form)).status).toBe(200);
});

test('only an admin invites admins or sends them a link, and nobody those of another company', async () => {
  const company = await host.company();
  const other = await host.company();
  const manager = await company.person('gestor');
  const attendant = await company.person('user');
  expect((await manager.post('/users/invite', newcomer({ profile: 'admin' }))).status).toBe(403);
  expect((await manager.post(`/users/${company.admin.id}/password-link`)).status).toBe(403);
  expect((await attendant.post('/users/invite', newcomer())).status).toBe(403);
  expect((await attendant.post(`/users/${manager.id}/password-link`)).status).toBe(403);
  expect((await company.admin.post(`/users/${other.admin.id}/password-link`)).status).toBe(404);
});

test('the sixth link to one person within an hour is refused', async () => {
  const { admin } = await host.company();
  const { body } = await admin.post<Invitation>('/users/invite', newcomer());
  const statuses: number[] = [];
  for (let time = 0; time < 6; time += 1)
    statuses.push((await admin.post(`/users/${body.user.id}/password-link`)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

test('a person with a password for the first login must choose a new one, once', async () => {
  const { admin } = await host.company();
  const given = { ...newcomer(), password: 'Emprestada-1', profile: 'user' };
  await admin.post('/users', { ...given, mustChangePassword: true });
  interface Login {
    token?: string;
    step?: { pass: string; challenge: { title: string; input: { kind: string } } };
    context?: { text: string };
  }
  const login = (password: string) => asStranger<Login>('POST', '/auth/login', { email: given.email, password });
  const { step } = (await login(given.password)).body;
  expect(step?.challenge.input.kind).toBe('password');
  const answer = (value: string) => asStranger<Login>('POST', '/auth/login/step', { pass: step?.pass, value });
  expect((await answer(given.password)).body.context?.text).toBe('Escolha uma senha diferente da que você recebeu.');
  expect((await answer('curta')).body.context?.text).toBe('Use no mínimo 8 caracteres.');
  const last = await answer('Só-minha-1');
  expect(last).toMatchObject({ status: 200, body: { token: expect.any(String) } });
  expect(last.body.token).toBeTypeOf('string');
  expect((await login('Só-minha-1')).body.token).toBeTypeOf('string');
});
