import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestHost, type TestHost } from '@balcao/testing';

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: ['users', 'queues'] });
});
afterAll(() => host?.close());

interface Outcome {
  done: number[];
  refused: { id: number; code: string }[];
  links: { id: number; link: string }[];
}
let people = 0;
const newcomer = () => ({ name: 'Beatriz Lima', email: `varios${(people += 1)}-${Date.now()}@teste.local` });

test('several people are deleted at once, and those who may not be are listed with the reason', async () => {
  const company = await host.company();
  const stranger = (await host.company()).admin;
  const [one, two] = [await company.person('user'), await company.person('user')];
  const gestor = await company.person('gestor');
  const ids = [one.id, two.id, one.id, company.admin.id, gestor.id, stranger.id];
  const { status, body } = await gestor.post<Outcome>('/users/bulk', { action: 'remove', ids });
  expect(status).toBe(200);
  expect(body.done).toEqual([one.id, two.id]);
  expect(body.refused).toEqual([
    { id: company.admin.id, code: 'ERR_NO_PERMISSION' },
    { id: gestor.id, code: 'ERR_DELETE_SELF' },
    { id: stranger.id, code: 'ERR_NO_USER_FOUND' },
  ]);
  expect((await one.get('/auth/me')).status).not.toBe(200);
  expect((await stranger.get('/auth/me')).status).toBe(200);
  const attendant = await company.person('user');
  expect((await attendant.post('/users/bulk', { action: 'remove', ids: [gestor.id] })).status).toBe(403);
});

test('several people are invited again, with a link each to hand over where no mail is sent', async () => {
  const company = await host.company();
  const invite = async () =>
    (await company.admin.post<{ link: string; user: { id: number } }>('/users/invite', newcomer())).body;
  const [one, two] = [await invite(), await invite()];
  const known = await company.person('user');
  const ids = [one.user.id, two.user.id, known.id];
  const { body } = await company.admin.post<Outcome>('/users/bulk', { action: 'invite', ids });
  expect(body.done).toEqual([one.user.id, two.user.id]);
  expect(body.refused).toEqual([{ id: known.id, code: 'ERR_NOT_INVITED' }]);
  expect(body.links.map(({ id }) => id)).toEqual(body.done);
  expect(body.links[0]?.link).not.toBe(one.link);
});

test('several people are added to queues and removed from others, and keep their other queues', async () => {
  const company = await host.company();
  const queue = async (name: string, color: string) =>
    (await company.admin.post<{ id: number }>('/queue', { name, color })).body.id;
  const [sales, support, law] = [
    await queue('Vendas', '#803b83'),
    await queue('Suporte', '#2759a2'),
    await queue('Jurídico', '#0e6d2c'),
  ];
  const [one, two, gestor] = [
    await company.person('user'),
    await company.person('user'),
    await company.person('gestor'),
  ];
  await company.admin.put(`/users/${one.id}`, { queueIds: [sales, law] });
  const userIds = [one.id, two.id];
  const change = (who: typeof gestor, body: object) => who.post('/queue/members', { userIds, ...body });
  expect((await change(gestor, { add: [support], remove: [sales] })).status).toBe(200);
  const queuesOf = async (id: number) =>
    (await company.admin.get<{ queues: { id: number }[] }>(`/users/${id}`)).body.queues
      .map((each) => each.id)
      .toSorted();
  expect(await queuesOf(one.id)).toEqual([support, law]);
  expect(await queuesOf(two.id)).toEqual([support]);
  const stranger = (await host.company()).admin;
  expect((await change(stranger, { add: [support] })).status).toBe(404);
  expect((await change(one, { add: [law] })).status).toBe(403);
  expect((await change(gestor, { userIds: [company.admin.id], add: [law] })).status).toBe(403);
  expect((await change(gestor, { userIds: [stranger.id], add: [law] })).status).toBe(404);
  expect((await change(gestor, {})).status).toBe(400);
});
