import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';

let host: TestHost;
let ours: TestCompany;
let attendant: Person;
beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: ['users'] });
  ours = await host.company();
  attendant = await ours.person('user', 'Zeca Alves');
});
afterAll(() => host?.close());

/** 4 × 4 pixels. */
const sample = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAEElEQVR42mNosG6GIwbiOAAE4hPhqq3UDAAAAABJRU5ErkJggg==',
  'base64',
);

interface Pictured {
  profilePicUrl: string | null;
}
const send = (who: Person, id: number, bytes: Uint8Array = sample, name = 'foto.png') => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  return who.post<Pictured>(`/users/${id}/picture`, form);
};
const files = async (): Promise<number> => (await ours.scope('users').storage.used()) / sample.length;

test('a person uploads their own picture, which only people of the company can see', async () => {
  const { status, body } = await send(attendant, attendant.id);
  expect([status, body.profilePicUrl]).toEqual([200, expect.stringMatching(/-4x4\.png$/)]);
  const shown = { profilePicUrl: body.profilePicUrl };
  expect((await attendant.get('/auth/me')).body).toMatchObject(shown);
  const colleague = await ours.person('user', 'Bia Lima');
  const listed = (await colleague.get<{ users: (Pictured & { id: number })[] }>('/users/')).body.users;
  expect(listed.find(({ id }) => id === attendant.id)).toMatchObject(shown);
  const stranger = (await host.company()).admin;
  const read = async (who: Person) =>
    (await fetch(`${host.url}/public/${body.profilePicUrl}?t=${who.mediaToken}`)).status;
  expect([await read(colleague), await read(stranger)]).toEqual([200, 404]);
  expect((await fetch(`${host.url}/public/${body.profilePicUrl}`)).status).toBe(404);
  expect((await send(stranger, attendant.id)).status).toBe(404);
  expect((await stranger.delete(`/users/${attendant.id}/picture`)).status).toBe(404);
});

test('another person’s picture is changed by people who may change that person', async () => {
  const gestor = await ours.person('gestor');
  expect((await send(attendant, gestor.id)).status).toBe(403);
  expect((await send(gestor, ours.admin.id)).status).toBe(403);
  expect((await send(gestor, attendant.id)).status).toBe(200);
  expect((await send(ours.admin, ours.admin.id)).status).toBe(200);
  expect((await ours.admin.delete(`/users/${ours.admin.id}/picture`)).status).toBe(200);
});

test('only pictures of at most 2 MB are accepted', async () => {
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
  expect((await send(attendant, attendant.id, drawing, 'foto.svg')).status).toBe(415);
  expect((await send(attendant, attendant.id, Buffer.from('%PDF-1.7\n'), 'foto.png')).status).toBe(415);
  expect((await send(attendant, attendant.id, new Uint8Array(2 * 1024 * 1024 + 1))).status).toBe(413);
  expect((await attendant.post(`/users/${attendant.id}/picture`, new FormData())).status).toBe(400);
});

test('of concurrent uploads one picture is stored, and none is left after a change, a removal or the deletion of the person', async () => {
  const both = await Promise.all([send(ours.admin, attendant.id), send(attendant, attendant.id)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await files()).toBe(1);
  const { body } = await attendant.delete<Pictured>(`/users/${attendant.id}/picture`);
  expect([body.profilePicUrl, await files()]).toEqual([null, 0]);
  await send(attendant, attendant.id);
  expect((await ours.admin.delete(`/users/${attendant.id}`)).status).toBe(200);
  expect(await files()).toBe(0);
});
