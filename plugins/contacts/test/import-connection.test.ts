import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { ended, type ImportAnswer } from './spreadsheet.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: ['users', 'queues', 'contacts', 'connections', 'tickets', 'channel-sandbox'],
  });
});
afterAll(() => host?.close());

interface Found {
  id: number;
  name: string;
  number: string;
}

/** A company with a simulated phone that is paired and has contacts. */
const office = async (settings: Record<string, string> = {}): Promise<{ company: TestCompany; whatsappId: number }> => {
  const company = await host.company({ settings });
  const { admin } = company;
  const { body: queue } = await admin.post<{ id: number }>('/queue', { name: 'Vendas', color: '#4e8ce6' });
  const { body: line } = await admin.post<{ id: number }>('/whatsapp', {
    name: 'Celular da loja',
    channel: 'sandbox',
    queueIds: [queue.id],
    keyWordQueueId: queue.id,
  });
  await admin.put(`/whatsappsession/${line.id}`);
  await admin.post(`/sandbox/${line.id}/pair`);
  return { company, whatsappId: line.id };
};

it('Everybody of a connection is imported once, and later messages from there belong to the same contacts', async () => {
  const { company, whatsappId } = await office();
  const { admin } = company;
  await admin.post('/contacts', { name: 'Bia Ramos', number: '5511987650002' });
  for (const [number, name] of [
    ['5511987650001', 'Ana Prado'],
    ['5511987650002', 'Bia do celular'],
    ['5511987650003', ''],
  ])
    await admin.put(`/sandbox/${whatsappId}/numbers/${number}`, { name, invalid: false });
  const { body: sources } = await admin.get<{ key: string; name: string }[]>('/contacts/import/sources');
  expect(sources).toEqual([{ key: `connections/${whatsappId}`, name: 'Celular da loja' }]);

  const { body } = await admin.post<ImportAnswer>('/contacts/import', { whatsappId });
  expect(body).toMatchObject({ source: 'connection', name: 'Celular da loja' });
  expect(await ended(admin, body.id)).toMatchObject({ status: 'done', total: 3, created: 2, skipped: 1, refused: 0 });
  const names = async () => (await admin.get<Found[]>('/contacts/list')).body.map(({ name }) => name);
  expect(await names()).toEqual(['5511987650003', 'Ana Prado', 'Bia Ramos']);

  const again = await admin.post<ImportAnswer>('/contacts/import');
  expect(await ended(admin, again.body.id)).toMatchObject({ created: 0, skipped: 3 });
  await admin.post(`/sandbox/${whatsappId}/messages`, { from: '5511987650001', name: 'Ana Prado', body: 'oi' });
  expect(await names()).toHaveLength(3);
});

it('A connection that is offline, of another company or without an address book is refused with the reason', async () => {
  const { company, whatsappId } = await office();
  const { admin } = company;
  await admin.delete(`/whatsappsession/${whatsappId}`);
  expect(await admin.post('/contacts/import', { whatsappId })).toMatchObject({
    status: 409,
    body: { error: 'ERR_WAPP_NOT_INITIALIZED' },
  });
  const stranger = (await office()).company.admin;
  expect((await stranger.post('/contacts/import', { whatsappId })).status).toBe(404);
  const none = await host.company();
  expect(await none.admin.post('/contacts/import')).toMatchObject({
    status: 409,
    body: { error: 'ERR_NO_CONTACT_SOURCE' },
  });
});

it('Numbers that were imported from a connection stay masked for people who may not see them', async () => {
  const { company, whatsappId } = await office({ hideContactNumber: 'enabled' });
  const attendant = await company.person();
  await company.admin.put(`/sandbox/${whatsappId}/numbers/5511987650001`, { name: '', invalid: false });
  expect((await attendant.post<ImportAnswer>('/contacts/import', { whatsappId })).status).toBe(403);
  const { body } = await company.admin.post<ImportAnswer>('/contacts/import', { whatsappId });
  await ended(company.admin, body.id);
  for (const path of [
    '/contacts',
    '/contacts/import',
    `/contacts/import/${body.id}`,
    `/contacts/import/${body.id}/left-out`,
  ])
    expect(JSON.stringify((await attendant.get<unknown>(path)).body)).not.toContain('98765');
});
