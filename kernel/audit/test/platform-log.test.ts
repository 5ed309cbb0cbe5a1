import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';

let host: TestHost;
let superUser: Person;
/** An ordinary admin of the company that the super user's account belongs to. */
let neighbour: Person;
let other: TestCompany;

beforeAll(async () => {
  host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: [
      'contacts',
      'queues',
      'users',
      'security',
      'companies',
      'finance',
      'announcements',
      'kanban',
      'tickets',
      'connections',
      'tags',
      'quick-messages',
    ],
  });
  const home = await host.company({ name: 'Balcão' });
  superUser = home.admin;
  await host.kernel.identity.people.makeSuper(superUser.id);
  neighbour = await home.person('admin', 'Marina');
  other = await host.company({ name: 'Padaria do Zé' });
});
afterAll(() => host.close());

interface Entry {
  action: string;
  label: string;
  userName: string;
  subject: string;
  detail: object;
  changes: object[];
  company: { id: number; name: string | null } | null;
}
const read = async (who: Person, query = ''): Promise<Entry[]> => {
  const { status, body } = await who.get<{ records: Entry[] }>(`/audit${query}`);
  expect(status).toBe(200);
  return body.records.filter(({ action }) => !action.startsWith('auth.'));
};
/** Signs in with a browser that keeps its cookie. */
const signedIn = async ({ email, password }: Person) => {
  let cookie = '';
  const browser = {
    token: '',
    call: async (method: string, path: string, body?: object): Promise<Response> => {
      const answer = await fetch(`${host.url}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${browser.token}`, cookie, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
      return answer;
    },
    async refresh(): Promise<void> {
      browser.token = ((await (await browser.call('POST', '/auth/refresh_token')).json()) as { token: string }).token;
    },
  };
  browser.token = (
    (await (await browser.call('POST', '/auth/login', { email, password })).json()) as { token: string }
  ).token;
  return browser;
};
const actions = (entries: readonly Entry[]): string[] => entries.map(({ action }) => action).toSorted();

test('Actions of a super user on the platform’s pages are shown to super users, and to no admin of their own company', async () => {
  const plan = { name: 'Plano Pro', users: 5, connections: 2, queues: 3, value: 299 };
  expect((await superUser.post('/plans', plan)).status).toBe(200);
  expect(
    (await superUser.post('/announcements', { title: 'Manutenção', text: 'Hoje', priority: 1, status: true })).status,
  ).toBe(200);
  expect(await read(neighbour)).toEqual([]);
  expect(actions(await read(superUser, '?platform=true'))).toEqual(['POST /announcements', 'POST /plans']);
  expect(await read(other.admin)).toEqual([]);
});

test('The creation, changes and switches of a company are in its own log and in the platform’s', async () => {
  const { body: plans } = await superUser.get<{ id: number }[]>('/plans/all');
  const made = await superUser.post<{ id: number }>('/companies', {
    name: 'Sem Plano Ltda',
    email: 'dono@semplano.test',
    password: 'Senha-123',
    planId: plans[0]?.id,
    recurrence: 'MENSAL',
    dueDate: '2099-01-10',
  });
  expect(made.body).toMatchObject({ name: 'Sem Plano Ltda' });
  const { id } = made.body;
  const owner = await host.logIn('dono@semplano.test', 'Senha-123');
  await superUser.put(`/companies/${id}`, { name: 'Com Plano Ltda' });
  expect((await superUser.put(`/platform/installed/kanban/companies/${id}`, { on: true })).status).toBe(200);
  expect((await superUser.put('/companySettings', { companyId: id, column: 'storageQuota', data: 10 })).status).toBe(
    200,
  );
  const own = await read(owner);
  expect(actions(own)).toEqual([
    'POST /companies',
    'PUT /companies/:id',
    'PUT /platform/installed/:id/companies/:companyId',
    'settings.changed',
  ]);
  expect(await read(neighbour)).toEqual([]);
  const platform = (await read(superUser, '?platform=true')).filter(({ company }) => company?.id === id);
  expect(actions(platform)).toEqual(actions(own));
  expect(platform.every(({ company }) => company?.name === 'Com Plano Ltda')).toBe(true);

  expect((await superUser.delete(`/companies/${id}`)).status).toBe(200);
  expect((await read(superUser, '?platform=true'))[0]).toMatchObject({
    action: 'DELETE /companies/:id',
    subject: 'Com Plano Ltda',
  });
  expect(await read(neighbour)).toEqual([]);
});

test('The work of a super user inside a company stays in its log; the platform’s log has only the action and the company', async () => {
  const visitor = await signedIn(superUser);
  expect((await visitor.call('POST', `/auth/visit/${other.id}`)).status).toBe(200);
  await visitor.refresh();
  expect((await visitor.call('POST', '/queue', { name: 'Segredo da padaria', color: '#112233' })).status).toBe(200);
  expect((await visitor.call('DELETE', '/auth/visit')).status).toBe(200);
  await visitor.refresh();
  superUser.token = visitor.token;
  expect(actions(await read(other.admin))).toEqual(['POST /queue', 'companies.entered', 'companies.left']);
  expect(await read(neighbour)).toEqual([]);
  const platform = (await read(superUser, '?platform=true')).filter(({ company }) => company?.id === other.id);
  expect(actions(platform)).toEqual(['POST /queue', 'companies.entered', 'companies.left']);
  expect(JSON.stringify(platform)).not.toContain('Segredo');
});

test('Only super users can read the platform’s log, its filters and its file', async () => {
  for (const path of ['/audit', '/audit/choices', '/audit/export'])
    for (const who of [neighbour, other.admin]) expect((await who.get(`${path}?platform=true`)).status, path).toBe(403);
  expect((await superUser.get('/audit/choices?platform=true')).status).toBe(200);
});

test('SQL of another plugin can change neither the platform’s rows nor who needs a second step', async () => {
  const evil = other.scope('kanban').sql;
  const tries = [
    sql`select finance.save_plan(1, 'P1', 999, 999, 999, 1, false)`,
    sql`select finance.remove_plan(1)`,
    sql`select announcements.save(null, 'x', 'x', '', 1, true)`,
    sql`delete from security.two_step`,
    sql`update security.recovery_code set used_at = null`,
  ];
  for (const statement of tries) await expect(evil.run(statement)).rejects.toMatchObject({ code: '42501' });
  expect((await superUser.get<{ name: string }[]>('/plans/all')).body).toMatchObject([{ name: 'Plano Pro' }]);
});
