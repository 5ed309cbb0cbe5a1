import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { Person, TestHost } from '@balcao/testing';
import { shelf } from './archive/shelf.ts';
import { ConnectionsFixture, startFixtures, type Answer } from './connections-fixture.ts';

let host: TestHost;
let root: Person;
beforeAll(async () => {
  host = await startFixtures(inject('databaseUrl'));
  root = await host.superUser();
});
afterAll(() => host?.close());
beforeEach(() => {
  shelf.calls.length = 0;
  shelf.release = async () => undefined;
});

test('A super user sees the status of all companies’ connections; nobody else does', async () => {
  const [fixture, other] = [await ConnectionsFixture.open(host), await ConnectionsFixture.open(host)];
  const { id } = await fixture.line({ name: 'Recepção', greetingMessage: 'Segredo da casa' });
  const all = await root.get<Answer[]>('/whatsapp/all/?session=0');
  expect(all.body.find((row) => row.id === id)).toMatchObject({
    name: 'Recepção',
    status: 'DISCONNECTED',
    companyId: fixture.company.id,
    company: { id: fixture.company.id },
  });
  expect(JSON.stringify(all.body)).not.toContain('Segredo da casa');
  expect((await root.get<Answer>(`/whatsapp-admin/${id}?session=0`)).body).toMatchObject({
    id,
    companyId: fixture.company.id,
  });
  expect((await root.get('/whatsapp-admin/2000000000')).status).toBe(404);
  expect(
    (await root.get<Answer[]>(`/whatsapp/?session=0&companyId=${fixture.company.id}`)).body.map((row) => row.id),
  ).toEqual([id]);
  expect((await root.get('/whatsapp?companyId=2000000000')).status).toBe(404);
  for (const address of [`/whatsapp/all`, `/whatsapp-admin/${id}`, `/whatsapp?companyId=${fixture.company.id}`]) {
    expect((await other.admin.get(address)).status).toBe(403);
  }
});

test('A super user manages a connection of any company in that company, and in no other', async () => {
  const [fixture, other] = [await ConnectionsFixture.open(host), await ConnectionsFixture.open(host)];
  const [{ id }, { id: untouched }] = [await fixture.line({ name: 'Recepção' }), await other.line({ name: 'Alheia' })];
  expect((await root.put<Answer>(`/whatsappsession/${id}`)).body).toMatchObject({
    status: 'qrcode',
    qrcode: `code-${id}`,
  });
  expect((await root.get<Answer>(`/whatsapp/${id}`)).body['qrcode']).toBe(`code-${id}`);
  expect((await root.post<Answer>(`/whatsappsession/${id}`)).body.status).toBe('CONNECTED');
  expect((await fixture.show(id)).status).toBe('CONNECTED');
  expect((await root.put<Answer>(`/whatsapp/${id}`, { greetingMessage: 'Olá!' })).status).toBe(200);
  expect((await fixture.show(id))['greetingMessage']).toBe('Olá!');
  expect((await root.post<{ token: string }>(`/whatsapp-token/${id}`)).body.token).toBe(`token-of-${id}`);
  expect((await root.delete<Answer>(`/whatsappsession/${id}`)).body.status).toBe('DISCONNECTED');
  expect((await root.delete(`/whatsapp/${id}`)).status).toBe(200);
  expect((await fixture.admin.get(`/whatsapp/${id}`)).status).toBe(404);
  expect(await other.show(untouched)).toMatchObject({ name: 'Alheia', status: 'DISCONNECTED' });
  expect((await root.put('/whatsapp/2000000000', { name: 'Nenhuma' })).status).toBe(404);
});

test('A queue of one company is refused for a connection of another, also for a super user', async () => {
  const [fixture, other] = [await ConnectionsFixture.open(host), await ConnectionsFixture.open(host)];
  const { id } = await fixture.line();
  const refused = await root.put<Answer>(`/whatsapp/${id}`, { keyWordQueueId: other.queueId });
  expect([refused.status, refused.body.error]).toEqual([404, 'ERR_NO_QUEUE_FOUND']);
});

test('Nobody else reaches a connection of another company by any call', async () => {
  const [fixture, other] = [await ConnectionsFixture.open(host), await ConnectionsFixture.open(host)];
  const { id } = await fixture.line({ name: 'Recepção' });
  const calls: [string, string, object?][] = [
    ['GET', `/whatsapp/${id}`],
    ['PUT', `/whatsapp/${id}`, { name: 'Minha' }],
    ['DELETE', `/whatsapp/${id}`],
    ['POST', `/whatsappsession/${id}`],
    ['PUT', `/whatsappsession/${id}`],
    ['DELETE', `/whatsappsession/${id}`],
    ['DELETE', `/whatsapp/${id}/media-upload`],
    ['POST', `/whatsapp-token/${id}`],
  ];
  for (const [method, address, body] of calls) {
    const answer = await other.admin.call<Answer>(method, address, body);
    expect([method, address, answer.status, answer.body.error]).toEqual([method, address, 404, 'ERR_NO_WAPP_FOUND']);
  }
  expect(await fixture.show(id)).toMatchObject({ name: 'Recepção', status: 'DISCONNECTED' });
  expect(shelf.calls).toEqual([]);
});
