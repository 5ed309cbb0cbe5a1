import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';

interface Step {
  plugin: string;
  id: string;
  title: string;
  text: string;
  action: string;
  path: string;
  done: boolean;
}
let host: TestHost;
beforeAll(async () => {
  host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: ['first-steps', 'users', 'queues', 'contacts', 'connections', 'tickets', 'quick-messages'],
  });
});
afterAll(() => host?.close());

const stepsOf = async (person: Person): Promise<Step[]> =>
  (await person.get<{ steps: Step[] }>('/first-steps')).body.steps;
const doneOf = async (person: Person): Promise<string[]> =>
  (await stepsOf(person)).filter(({ done }) => done).map(({ id }) => id);

const connect = async ({ scope }: TestCompany): Promise<number> => {
  const made = await scope('connections').sql.one<{ id: number }>(
    sql`insert into connections.connection (name, channel, status) values ('Recepção', 'telephone', 'CONNECTED') returning id`,
  );
  return made?.id ?? 0;
};
const answer = async (company: TestCompany, connectionId: number): Promise<void> => {
  const { admin } = company;
  const contact = await admin.post<{ id: number }>('/contacts', { name: 'Cliente', number: '5511970020000' });
  const ticket = await admin.post<{ id: number }>('/tickets', {
    contactId: contact.body.id,
    whatsappId: connectionId,
    status: 'open',
  });
  expect((await admin.post(`/messages/${ticket.body.id}`, { body: 'Bom dia!' })).status).toBeLessThan(300);
};

test('An admin of a new company sees its first steps in order, in the reader’s language', async () => {
  const { admin } = await host.company();
  const steps = await stepsOf(admin);
  expect(steps.map(({ plugin, id, path, done }) => [plugin, id, path, done])).toEqual([
    ['queues', 'department', '/queues?new=1', false],
    ['connections', 'channel', '/connections?new=1', false],
    ['users', 'colleague', '/users?new=1', false],
    ['quick-messages', 'quick-reply', '/quick-messages?new=1', false],
    ['tickets', 'answer', '/tickets?all=1', false],
  ]);
  expect(steps[1]).toMatchObject({ title: 'Conecte um canal', action: 'Conectar canal' });
  const english = await admin.call<{ steps: Step[] }>('GET', '/first-steps', undefined, {
    'accept-language': 'en',
  });
  expect(english.body.steps[1]?.title).toBe('Connect a channel');
});

test('A step is done when its thing exists, and the list disappears for good when all are done', async () => {
  const company = await host.company();
  const other = await host.company();
  const { admin } = company;
  await admin.post('/queue', { name: 'Vendas', color: '#112233' });
  expect(await doneOf(admin)).toEqual(['department']);
  const connectionId = await connect(company);
  expect(await doneOf(admin)).toEqual(['department', 'channel']);
  await company.person('user', 'Ana');
  expect(await doneOf(admin)).toEqual(['department', 'channel', 'colleague']);
  await admin.post('/quick-messages', { shortcode: 'ola', message: 'Olá!' });
  expect(await doneOf(admin)).toEqual(['department', 'channel', 'colleague', 'quick-reply']);
  await answer(company, connectionId);
  expect((await doneOf(admin)).length).toBe(5);
  await company.scope('connections').sql.run(sql`update connections.connection set status = 'DISCONNECTED'`);
  // The person who did the last step sees it completed; a minute later the list is gone.
  await host.kernel.database.owner.query(
    `update first_steps.finished set finished_at = finished_at - interval '61 seconds' where company_id = $1`,
    [company.id],
  );
  expect(await stepsOf(admin)).toEqual([]);
  expect(await doneOf(other.admin)).toEqual([]);
});

test('Only admins see the list, and each may dismiss it alone or for the whole company', async () => {
  const company = await host.company();
  const [ana, gestor, second] = [
    await company.person('user'),
    await company.person('gestor'),
    await company.person('admin', 'Sócia'),
  ];
  for (const person of [ana, gestor]) {
    expect(await stepsOf(person)).toEqual([]);
    expect((await person.post('/first-steps/dismiss', { for: 'company' })).status).toBe(403);
  }
  expect((await host.nobody.get('/first-steps')).status).toBe(401);
  expect((await company.admin.post('/first-steps/dismiss', { for: 'todos' })).status).toBe(400);
  await company.admin.post('/first-steps/dismiss', { for: 'me' });
  expect(await stepsOf(company.admin)).toEqual([]);
  expect((await stepsOf(second)).length).toBe(5);
  await second.post('/first-steps/dismiss', { for: 'company' });
  expect(await stepsOf(await company.person('admin', 'Terceira'))).toEqual([]);
});
