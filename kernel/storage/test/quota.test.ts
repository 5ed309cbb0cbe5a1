import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { CurrentUser } from '@balcao/sdk/server';
import { startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/sdk/testing';

let colors = 0;
const megabyte = 1024 * 1024;
let host: TestHost;
let platform: Person;

beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: ['users', 'queues'] });
  platform = await host.superUser();
});
afterAll(() => host?.close());

/** A document of so many bytes, which any form takes. */
const pdf = (bytes: number): Blob => new Blob(['%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'.padEnd(bytes, ' ')]);
const upload = async ({ admin }: TestCompany, bytes: number) => {
  colors += 1;
  const color = `#${String(colors).padStart(6, '0')}`;
  const { body: queue } = await admin.post<{ id: number }>('/queue', { name: `Comercial ${colors}`, color });
  const form = new FormData();
  form.append('file', pdf(bytes), 'contrato.pdf');
  return admin.call<{ error?: string }>('POST', `/queue/${queue.id}/media-upload`, form);
};
const limit = async (company: TestCompany, megabytes: unknown): Promise<number> =>
  (await platform.put('/companySettings', { column: 'storageQuota', data: megabytes, companyId: company.id })).status;
const storage = async ({ admin }: TestCompany) =>
  (await admin.get<{ used: number; quota: number }>('/platform/storage')).body;
const received = (company: TestCompany, bytes: number) =>
  company.scope('queues').storage.store({ name: 'foto.pdf', body: Buffer.alloc(bytes, 1) });

test('a company may keep 5000 MB until the platform gives it another limit, and sees how much it uses', async () => {
  const company = await host.company();
  expect(await storage(company)).toEqual({ used: 0, quota: 5000 * megabyte });
  expect((await upload(company, 4_000)).status).toBe(200);
  expect(await storage(company)).toMatchObject({ used: 4_000 });
  expect(await limit(company, 7000)).toBe(200);
  expect(await storage(company)).toEqual({ used: 4_000, quota: 7000 * megabyte });
});

test('nobody of the company sees or changes the limit, and no limit makes no sense', async () => {
  const company = await host.company();
  expect((await company.admin.put('/settings/storageQuota', { value: 9000 })).status).toBe(404);
  expect((await company.admin.put('/companySettings', { column: 'storageQuota', data: 9000 })).status).toBe(404);
  const schema = await company.admin.get<{ key: string }[]>('/settings/schema');
  expect(schema.body.map(({ key }) => key)).not.toContain('storageQuota');
  for (const wrong of [0, -1, 1.5, 'muito', '', 1e12]) expect(await limit(company, wrong), String(wrong)).toBe(400);
  expect(await storage(company)).toEqual({ used: 0, quota: 5000 * megabyte });
});

test('what the team sends is refused once the room is used up, and taken again when there is room', async () => {
  const company = await host.company();
  await limit(company, 1);
  const file = await received(company, megabyte - 1_000);
  const refused = await upload(company, 2_000);
  expect([refused.status, refused.body.error]).toEqual([413, 'ERR_STORAGE_FULL']);
  expect(await storage(company)).toMatchObject({ used: megabyte - 1_000 });
  expect((await upload(company, 900)).status).toBe(200);
  await company.scope('queues').storage.remove(file.path);
  expect((await upload(company, 2_000)).status).toBe(200);
});

test('what customers send is kept even where no room is left: no message of theirs is lost', async () => {
  const company = await host.company();
  await limit(company, 1);
  await received(company, megabyte);
  const one = await received(company, 5_000);
  expect((await company.scope('queues').storage.read(one.path)).file.size).toBe(5_000);
  expect((await storage(company)).used).toBe(megabyte + 5_000);
  expect((await upload(company, 1_000)).body.error).toBe('ERR_STORAGE_FULL');
});

test('a plugin says itself whether what it keeps came from outside', async () => {
  const company = await host.company();
  await limit(company, 1);
  await received(company, megabyte);
  const file = { name: 'nota.txt', body: Buffer.from('enviada pela empresa') };
  await expect(company.scope('queues').storage.store(file, { received: false })).rejects.toMatchObject({
    status: 413,
    code: 'ERR_STORAGE_FULL',
  });
  const { id, email } = company.admin;
  const signedIn = { id, email, name: 'Admin', profile: 'admin', super: false } as const;
  const { storage: theirs } = host.kernel.scope(company.id, 'queues', signedIn as CurrentUser);
  await expect(theirs.store(file)).rejects.toMatchObject({ code: 'ERR_STORAGE_FULL' });
  expect(await theirs.store(file, { received: true })).toMatchObject({ name: 'nota.txt' });
});

test('of two who take the last room at the same moment one is refused', async () => {
  const company = await host.company();
  await limit(company, 1);
  const answers = await Promise.all([upload(company, 600_000), upload(company, 600_000)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 413]);
  expect(await storage(company)).toMatchObject({ used: 600_000 });
});

test('a company that is full takes no room from another', async () => {
  const [full, other] = [await host.company(), await host.company()];
  await limit(full, 1);
  await received(full, megabyte);
  expect((await upload(other, 2_000)).status).toBe(200);
});

test('what anybody on the internet can send has a fifth of the room, and leaves the rest to the team', async () => {
  const company = await host.company();
  await limit(company, 10);
  const send = (bytes: number) =>
    company.scope('queues').storage.store({ name: 'foto.pdf', body: Buffer.alloc(bytes, 1) }, { anonymous: true });
  const kept = await send(1.5 * megabyte);
  await expect(send(megabyte)).rejects.toMatchObject({ status: 413, code: 'ERR_STORAGE_FULL' });
  const both = await Promise.allSettled([send(0.4 * megabyte), send(0.4 * megabyte)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect((await upload(company, 8 * megabyte)).status).toBe(200);
  await expect(send(0.2 * megabyte)).rejects.toMatchObject({ code: 'ERR_STORAGE_FULL' });
  await company.scope('queues').storage.remove(kept.path);
  expect((await send(megabyte)).size).toBe(megabyte);
});

test('the platform gives visitors’ files more room or none', async () => {
  const company = await host.company();
  await limit(company, 10);
  const share = (data: number) =>
    platform.put('/companySettings', { column: 'storageVisitorsShare', data, companyId: company.id });
  const send = () =>
    company
      .scope('queues')
      .storage.store({ name: 'foto.pdf', body: Buffer.alloc(3 * megabyte, 1) }, { anonymous: true });
  await expect(send()).rejects.toMatchObject({ code: 'ERR_STORAGE_FULL' });
  expect((await share(50)).status).toBe(200);
  expect((await send()).size).toBe(3 * megabyte);
  expect((await share(0)).status).toBe(200);
  await expect(send()).rejects.toMatchObject({ code: 'ERR_STORAGE_FULL' });
});

test('on a disk that is nearly full no file is taken from anybody, before it is read', async () => {
  const full = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: ['users', 'queues'],
    env: { MIN_FREE_DISK_MB: '999999999' },
  });
  try {
    const company = await full.company();
    const refused = await upload(company, 1_000);
    expect([refused.status, refused.body.error]).toEqual([413, 'ERR_DISK_FULL']);
    for (const options of [{}, { anonymous: true }, { received: true }]) {
      const file = { name: 'foto.pdf', body: Buffer.from('%PDF') };
      await expect(company.scope('queues').storage.store(file, options)).rejects.toMatchObject({
        code: 'ERR_DISK_FULL',
      });
    }
  } finally {
    await full.close();
  }
});
