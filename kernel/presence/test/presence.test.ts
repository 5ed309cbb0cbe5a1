import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { eventually, Person, startTestHost, type TestCompany, type TestHost } from '@balcao/testing';

let host: TestHost;
let company: TestCompany;
let children: ChildProcess[] = [];

beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: ['users', 'queues'] });
  company = await host.company();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await host?.close();
});

interface Known {
  id: number;
  online: boolean;
  firstOnline: string | null;
  lastOnline: string | null;
}
const known = async ({ id }: Person): Promise<Known | undefined> =>
  (await company.admin.get<Known[]>('/users/list')).body.find((one) => one.id === id);
const isOnline = async (person: Person): Promise<boolean> => (await known(person))?.online === true;

/** Starts a node in a process of its own, on the same database. */
const secondNode = async (): Promise<{ child: ChildProcess; url: string }> => {
  const plugins = ['users', 'queues'].map((id) => path.resolve(import.meta.dirname, '../../../plugins', id));
  const worker = path.resolve(import.meta.dirname, '../../test/worker.ts');
  const child = fork(worker, [host.databaseUrl, host.dataDir, ...plugins], { execArgv: [] });
  children = [...children, child];
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return { child, url };
};
const asOn = (url: string, { id, email, password, token }: Person): Person =>
  new Person(url, { id, email, password, token });

test('People of a killed node go offline with its lease, and other browsers see it', async () => {
  const { child, url } = await secondNode();
  const lost = await company.person('user', 'Rita Moura');
  const safe = await company.person('user', 'Caio Prado');
  const watching = await company.admin.live();
  await eventually(async () => (await asOn(url, lost).get('/auth/me')).status === 200);
  await asOn(url, lost).live();
  await watching.receives('presence', ({ userId, online }) => userId === lost.id && online === true);
  // With a window on each node, only the one of the dead node is gone.
  await asOn(url, safe).live();
  const other = await safe.live();
  await eventually(() => isOnline(safe));

  child.kill('SIGKILL');
  await once(child, 'exit');
  await watching.receives('presence', ({ userId, online }) => userId === lost.id && online === false, 40_000);
  expect(await known(lost)).toMatchObject({ online: false, lastOnline: expect.any(String) });
  expect(await isOnline(safe)).toBe(true);
  expect(
    watching.received.some(({ event, data }) => event === 'presence' && data['userId'] === safe.id && !data['online']),
  ).toBe(false);
  other.close();
  await eventually(async () => !(await isOnline(safe)));
  watching.close();
});

test('A person whom a crash of the only node left online is offline after the next node started', async () => {
  const person = await company.person('user', 'Lia Nunes');
  await host.kernel.database.owner.query(`update kernel."user" set online = true where id = $1`, [person.id]);
  expect(await isOnline(person)).toBe(true);
  await eventually(async () => !(await isOnline(person)));
});

test('A person is online while one window is open, and the first connection of the day is stored', async () => {
  const person = await company.person('user', 'Igor Matos');
  const [one, two] = [await person.live(), await person.live()];
  await eventually(() => isOnline(person));
  const came = await known(person);
  expect(came).toMatchObject({ firstOnline: expect.any(String), lastOnline: expect.any(String) });
  one.close();
  const watching = await company.admin.live();
  two.close();
  await watching.receives('presence', ({ userId, online }) => userId === person.id && online === false);
  const again = await person.live();
  await eventually(() => isOnline(person));
  expect((await known(person))?.firstOnline).toBe(came?.firstOnline);
  again.close();
  await eventually(async () => !(await isOnline(person)));

  const { owner } = host.kernel.database;
  await owner.query(`update kernel."user" set first_online = now() - interval '2 days' where id = $1`, [person.id]);
  const nextDay = await person.live();
  await eventually(() => isOnline(person));
  expect(Date.parse((await known(person))?.firstOnline ?? '')).toBeGreaterThanOrEqual(
    Date.parse(came?.firstOnline ?? ''),
  );
  nextDay.close();
  watching.close();
});
