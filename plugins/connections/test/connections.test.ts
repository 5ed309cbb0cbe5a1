import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import { connections } from '../contract.ts';
import { shelf } from './archive/shelf.ts';
import { ConnectionsFixture, startFixtures, type Answer } from './connections-fixture.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startFixtures(inject('databaseUrl'));
});
afterAll(() => host?.close());
beforeEach(() => {
  shelf.batches = [];
  shelf.wanted.length = 0;
  shelf.calls.length = 0;
  shelf.release = async () => undefined;
});

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const file = (name: string, type: string, bytes: Uint8Array<ArrayBuffer>): FormData => {
  const form = new FormData();
  form.append('file', new Blob([bytes], { type }), name);
  return form;
};

test('One connection is the default: it cannot be unset, and when it is deleted another one becomes the default', async () => {
  const fixture = await ConnectionsFixture.open(host);
  const [first, second] = [await fixture.line({ name: 'Primeira' }), await fixture.line({ name: 'Segunda' })];
  expect([first.isDefault, second.isDefault]).toEqual([true, false]);
  const refused = await fixture.admin.put<Answer>(`/whatsapp/${first.id}`, { isDefault: false });
  expect([refused.status, refused.body.error]).toEqual([409, 'ERR_NO_OTHER_WHATSAPP']);
  await fixture.admin.put(`/whatsapp/${second.id}`, { isDefault: true });
  expect((await fixture.show(first.id)).isDefault).toBe(false);
  await fixture.admin.delete(`/whatsapp/${second.id}`);
  expect((await fixture.show(first.id)).isDefault).toBe(true);
});

test('Numbers of new contacts are looked up on the default connection', async () => {
  const fixture = await ConnectionsFixture.open(host);
  const [first, second] = [await fixture.line({ name: 'Primeira' }), await fixture.line({ name: 'Segunda' })];
  for (const { id } of [first, second]) await fixture.admin.post(`/whatsappsession/${id}`);
  shelf.lookups.length = 0;
  await fixture.admin.post('/contacts', { name: 'Ana', number: '5511988880011' });
  await fixture.admin.put(`/whatsapp/${second.id}`, { isDefault: true });
  await fixture.admin.post('/contacts', { name: 'Bia', number: '5511988880012' });
  expect(shelf.lookups).toEqual([first.id, second.id]);
});

test('A connection contains its company, and the number of attempts to connect since it was last connected', async () => {
  const fixture = await ConnectionsFixture.open(host);
  const { id } = await fixture.line();
  const seen = async () => {
    const { companyId, retries } = await fixture.show(id);
    return { companyId, retries };
  };
  const companyId = fixture.company.id;
  expect(await seen()).toEqual({ companyId, retries: 0 });
  const { setStatus } = fixture.company.scope('connections').use(connections);
  await setStatus(id, { status: 'OPENING' });
  for (const qrcode of ['one', 'two', 'two']) await setStatus(id, { status: 'qrcode', qrcode });
  await setStatus(id, { status: 'TIMEOUT' });
  expect(await seen()).toEqual({ companyId, retries: 3 });
  await setStatus(id, { status: 'CONNECTED' });
  expect(await seen()).toEqual({ companyId, retries: 0 });
});

test('Of connections that are created at the same moment one is the default', async () => {
  const fixture = await ConnectionsFixture.open(host);
  const made = await Promise.all(['Uma', 'Outra', 'Mais uma'].map((name) => fixture.line({ name })));
  expect(made.filter(({ isDefault }) => isDefault)).toHaveLength(1);
});

test('A connection needs a queue for its tickets, and with more than one a greeting', async () => {
  const fixture = await ConnectionsFixture.open(host);
  const { body: other } = await fixture.admin.post<Answer>('/queue', { name: 'Suporte', color: '#123456' });
  const faultsOf = async (fields: object) => {
    const { status, body } = await fixture.admin.post<Answer>('/whatsapp', {
      name: 'Linha',
      channel: 'archive',
      ...fields,
    });
    return [status, body.fields];
  };
  const queueIds = [fixture.queueId, other.id];
  const unlanded = { keyWordQueueId: 'ERR_WAPP_ENTRY_QUEUE_REQUIRED' };
  expect(await faultsOf({ queueIds, keyWordQueueId: other.id })).toEqual([
    400,
    { greetingMessage: 'ERR_WAPP_GREETING_REQUIRED' },
  ]);
  expect(await faultsOf({ queueIds, greetingMessage: 'Com quem?' })).toEqual([400, unlanded]);
  expect(await faultsOf({ queueIds: [fixture.queueId] })).toEqual([400, unlanded]);
  expect(await faultsOf({})).toEqual([400, { keyWordQueueId: 'ERR_WAPP_QUEUE_REQUIRED' }]);
});

test('An older connection without an entry queue can be changed, but its queues only with one', async () => {
  const fixture = await ConnectionsFixture.open(host);
  const { id } = await fixture.line({ queueIds: [fixture.queueId] });
  await fixture.company
    .scope('connections')
    .sql.run(sql`update connections.connection set entry_queue_id = null where id = ${id}`);
  expect((await fixture.admin.put<Answer>(`/whatsapp/${id}`, { name: 'Renomeada' })).status).toBe(200);
  const { body: other } = await fixture.admin.post<Answer>('/queue', { name: 'Suporte', color: '#123456' });
  const moved = await fixture.admin.put<Answer>(`/whatsapp/${id}`, { queueIds: [other.id] });
  expect([moved.status, moved.body.fields]).toEqual([400, { keyWordQueueId: 'ERR_WAPP_ENTRY_QUEUE_REQUIRED' }]);
  const whole = { queueIds: [other.id], keyWordQueueId: other.id };
  expect((await fixture.admin.put<Answer>(`/whatsapp/${id}`, whole)).status).toBe(200);
  const emptied = await fixture.admin.put<Answer>(`/whatsapp/${id}`, { keyWordQueueId: null });
  expect(emptied.status).toBe(400);
});

const secondOf = (fixture: ConnectionsFixture) =>
  fixture.admin.post<Answer>('/whatsapp', {
    name: 'Segunda',
    channel: 'archive',
    queueIds: [fixture.queueId],
    keyWordQueueId: fixture.queueId,
  });

test('A queue of one connection is refused on another, also when two are saved at once', async () => {
  const fixture = await ConnectionsFixture.open(host);
  const both = await Promise.all([secondOf(fixture), secondOf(fixture)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const refused = both.find(({ status }) => status === 409);
  expect([refused?.body.error, refused?.body.fields]).toEqual([
    'ERR_WAPP_QUEUE_IN_OTHER_WAPP',
    { queueIds: 'ERR_WAPP_QUEUE_IN_OTHER_WAPP' },
  ]);
});

test('Where a company allowed queues on several connections they remain there when that ends', async () => {
  const fixture = await ConnectionsFixture.open(host, { oneConnectionPerQueue: 'disabled' });
  await fixture.line({ queueIds: [fixture.queueId] });
  const second = await secondOf(fixture);
  expect(second.status).toBe(200);
  await fixture.company.scope('connections').settings.set('oneConnectionPerQueue', 'enabled');
  expect(
    (await fixture.admin.put(`/whatsapp/${second.body.id}`, { name: 'Ainda', queueIds: [fixture.queueId] })).status,
  ).toBe(200);
});

test('The name of a connection has 2 to 50 characters and is required', async () => {
  const fixture = await ConnectionsFixture.open(host);
  for (const [name, fault] of [
    [undefined, 'Required'],
    ['L', 'Too Short!'],
    ['L'.repeat(51), 'Too Long!'],
  ]) {
    const { status, body } = await fixture.admin.post<Answer>('/whatsapp', {
      name,
      channel: 'archive',
      keyWordQueueId: fixture.queueId,
    });
    expect([status, body.fields]).toEqual([400, { name: fault }]);
  }
});

test('Greeting media is a video or an image; another file is refused', async () => {
  const fixture = await ConnectionsFixture.open(host);
  const { id } = await fixture.line();
  const given = await fixture.admin.post<Answer>(
    `/whatsapp/${id}/media-upload`,
    file('oi.png', 'image/png', new Uint8Array(png)),
  );
  expect(given).toMatchObject({
    status: 200,
    body: { greetingMediaAttachment: { type: 'image', name: 'oi.png', mime: 'image/png' } },
  });
  const text = file('oi.txt', 'text/plain', new TextEncoder().encode('oi'));
  const refused = await fixture.admin.post<Answer>(`/whatsapp/${id}/media-upload`, text);
  expect([refused.status, refused.body.fields]).toEqual([400, { file: 'ERR_GREETING_MEDIA_KIND' }]);
  expect(
    (await fixture.admin.delete<Answer>(`/whatsapp/${id}/media-upload`)).body['greetingMediaAttachment'],
  ).toBeNull();
  expect((await fixture.admin.delete('/whatsapp/2000000000/media-upload')).status).toBe(404);
});

test('A deleted connection is gone before its channel releases it, and stays so when that fails', async () => {
  const fixture = await ConnectionsFixture.open(host);
  const { id } = await fixture.line();
  await fixture.admin.post(`/whatsappsession/${id}`);
  let left: unknown = 'not asked';
  shelf.release = async () => {
    left = await fixture.company.scope('connections').use(connections).find(id);
    throw new Error('the provider does not answer');
  };
  expect((await fixture.admin.delete(`/whatsapp/${id}`)).status).toBe(200);
  expect([left, shelf.calls]).toEqual([undefined, ['connect', 'forget']]);
  expect((await fixture.admin.get(`/whatsapp/${id}`)).status).toBe(404);
  expect((await fixture.admin.delete(`/whatsapp/${id}`)).status).toBe(404);
});

test('A token is issued for a connection and displayed once', async () => {
  const fixture = await ConnectionsFixture.open(host);
  const { id, hasToken } = await fixture.line();
  expect(hasToken).toBe(false);
  expect((await fixture.admin.post<{ token: string }>(`/whatsapp-token/${id}`)).body.token).toBe(`token-of-${id}`);
  const shown = await fixture.show(id);
  expect([shown['hasToken'], JSON.stringify(shown).includes('token-of')]).toEqual([true, false]);
  expect((await fixture.admin.post('/whatsapp-token/2000000000')).status).toBe(404);
  const { admin } = await host.company();
  const { body: queue } = await admin.post<Answer>('/queue', { name: 'Só', color: '#803b83' });
  const line = { name: 'Linha', channel: 'sandbox', keyWordQueueId: queue.id };
  const { body: without } = await admin.post<Answer>('/whatsapp', line);
  const refused = await admin.post<Answer>(`/whatsapp-token/${without.id}`);
  expect([without['hasToken'], refused.status, refused.body.error]).toEqual([null, 409, 'ERR_NO_TOKEN_ISSUER']);
});

test('Integrations are listed for people who choose one', async () => {
  const fixture = await ConnectionsFixture.open(host);
  expect((await fixture.admin.get('/queueIntegration')).body).toEqual({
    queueIntegrations: [{ id: 7, name: 'Arquivo geral' }],
  });
});

test('A connection counts as broken only after it was connected once: until then it is unpaired', async () => {
  const fixture = await ConnectionsFixture.open(host);
  const { id } = await fixture.line();
  expect((await fixture.show(id))['wasConnected']).toBe(false);
  await fixture.admin.put(`/whatsappsession/${id}`);
  expect(await fixture.show(id)).toMatchObject({ status: 'qrcode', wasConnected: false });
  await fixture.admin.post(`/whatsappsession/${id}`);
  expect(await fixture.show(id)).toMatchObject({ status: 'CONNECTED', wasConnected: true });
  await fixture.admin.delete(`/whatsappsession/${id}`);
  expect(await fixture.show(id)).toMatchObject({ status: 'DISCONNECTED', wasConnected: true });
  const other = await ConnectionsFixture.open(host);
  expect((await other.line())['wasConnected']).toBe(false);
});

test('An account that its provider locked stays marked as such until it is connected, or tried again', async () => {
  const fixture = await ConnectionsFixture.open(host);
  const { id } = await fixture.line();
  const { setStatus, find } = fixture.company.scope('connections').use(connections);
  await setStatus(id, { status: 'DISCONNECTED', isLocked: true });
  expect(await find(id)).toMatchObject({ status: 'DISCONNECTED', isLocked: true });
  await setStatus(id, { status: 'CONNECTED', isLocked: true });
  expect(await find(id)).toMatchObject({ status: 'CONNECTED', isLocked: false });
});

test('While the channel of a connection is disabled its session cannot be started: ERR_WAPP_NOT_INITIALIZED', async () => {
  const fixture = await ConnectionsFixture.open(host);
  const { id } = await fixture.line();
  expect((await fixture.admin.put('/settings/plugin:archive', { value: 'disabled' })).status).toBe(200);
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const answer = await fixture.admin.call<Answer>(method, `/whatsappsession/${id}`);
    expect([answer.status, answer.body.error]).toEqual([409, 'ERR_WAPP_NOT_INITIALIZED']);
  }
  expect((await fixture.show(id)).status).toBe('DISCONNECTED');
});

test('Starting a ticket without any connection is refused: ERR_NO_DEF_WAPP_FOUND', async () => {
  const fixture = await ConnectionsFixture.open(host);
  const contact = (await fixture.admin.post<Answer>('/contacts', { name: 'Ana', number: '5511988880004' })).body;
  const without = await fixture.admin.post<Answer>('/tickets', { contactId: contact.id, queueId: fixture.queueId });
  expect([without.status, without.body.error]).toEqual([409, 'ERR_NO_DEF_WAPP_FOUND']);
  await fixture.line();
  const unsaid = await fixture.admin.post<Answer>('/tickets', { contactId: contact.id, queueId: fixture.queueId });
  expect([unsaid.status, unsaid.body.fields]).toEqual([400, { whatsappId: 'Required' }]);
});

test('A connection keeps its prompt and integration, and a new one has none', async () => {
  const fixture = await ConnectionsFixture.open(host);
  const line = await fixture.line();
  expect(line).toMatchObject({
    promptId: null,
    integrationId: null,
    provider: 'beta',
    expiresTicket: 0,
    timeCreateNewTicket: 0,
  });
  await fixture.admin.put(`/whatsapp/${line.id}`, { promptId: 4, integrationId: 7, provider: 'stable' });
  await fixture.admin.put(`/whatsapp/${line.id}`, { name: 'Outro nome' });
  expect(await fixture.show(line.id)).toMatchObject({ promptId: 4, integrationId: 7, provider: 'stable' });
});

test('A connection sends bulk messages every 20 seconds unless it is configured otherwise', async () => {
  const fixture = await ConnectionsFixture.open(host);
  const line = await fixture.line();
  expect(line).toMatchObject({ bulkInterval: 20 });
  await fixture.admin.put(`/whatsapp/${line.id}`, { bulkInterval: 5 });
  await fixture.admin.put(`/whatsapp/${line.id}`, { name: 'Outro nome' });
  expect(await fixture.show(line.id)).toMatchObject({ bulkInterval: 5 });
  expect((await fixture.admin.put<Answer>(`/whatsapp/${line.id}`, { bulkInterval: 3601 })).body.error).toBe(
    'ERR_VALIDATION',
  );
});

test('Invalid input never causes an internal error', async () => {
  const fixture = await ConnectionsFixture.open(host);
  const { id } = await fixture.line();
  for (const wrong of ['0', '-1', 'x', '99999999999', '1.5']) {
    for (const address of [`/whatsapp/${wrong}`, `/whatsapp-admin/${wrong}`, `/whatsapp?companyId=${wrong}`])
      expect([400, 403]).toContain((await fixture.admin.get(address)).status);
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await fixture.admin.call(method, `/whatsappsession/${wrong}`)).status).toBe(400);
  }
  for (const body of [
    { queueIds: 'todas' },
    { name: null },
    { isDefault: 'talvez' },
    { schedules: {} },
    { keyWordQueueId: -1 },
  ])
    expect((await fixture.admin.put<Answer>(`/whatsapp/${id}`, body)).body.error).toBe('ERR_VALIDATION');
});

test('Two people who change one connection keep each other’s changes, and are asked where both changed the same field', async () => {
  const fixture = await ConnectionsFixture.open(host);
  const { id } = await fixture.line({ name: 'Primeira' });
  const path = `/whatsapp/${id}`;
  await fixture.admin.put(path, { outOfHoursMessage: 'Voltamos às 8h.', known: { outOfHoursMessage: '' } });
  const renamed = await fixture.admin.put<Answer>(path, { name: 'Plantão', known: { name: 'Primeira' } });
  expect([renamed.status, renamed.body]).toMatchObject([
    200,
    { name: 'Plantão', outOfHoursMessage: 'Voltamos às 8h.' },
  ]);
  const late = await fixture.admin.put<Answer>(path, { name: 'Recepção', known: { name: 'Primeira' } });
  expect([late.status, late.body]).toMatchObject([409, { context: { row: { name: 'Plantão' } } }]);
});

test('A channel’s own fields are required when a connection is created, stored by the channel, and invalid ones undo everything', async () => {
  const fixture = await ConnectionsFixture.open(host);
  const line = { name: 'Arquivo geral', channel: 'archive', keyWordQueueId: fixture.queueId };
  const refused = await fixture.admin.post<Answer>('/whatsapp', { ...line, options: { address: 'sem arroba' } });
  expect([refused.status, refused.body.fields]).toEqual([400, { 'options.address': 'Invalid email' }]);
  expect((await fixture.admin.get<Answer[]>('/whatsapp')).body).toEqual([]);
  const made = await fixture.line({ options: { address: 'arquivo@loja.example' } });
  expect(made['options']).toEqual({ address: 'arquivo@loja.example' });
  const wrong = await fixture.admin.put<Answer>(`/whatsapp/${made.id}`, {
    name: 'Outro nome',
    options: { address: '?' },
  });
  expect([wrong.status, (await fixture.show(made.id))['name']]).toEqual([400, 'Linha']);
  await fixture.admin.put(`/whatsapp/${made.id}`, { name: 'Outro nome' });
  expect((await fixture.show(made.id))['options']).toEqual({ address: 'arquivo@loja.example' });
  await fixture.admin.put(`/whatsapp/${made.id}`, { options: { address: 'novo@loja.example' } });
  expect((await fixture.show(made.id))['options']).toEqual({ address: 'novo@loja.example' });
  // People who only answer customers do not see the channel’s fields.
  const attendant = await fixture.company.person('user');
  expect((await attendant.get<Answer>(`/whatsapp/${made.id}`)).body['options']).toBeNull();
});

test('A connection whose channel is disabled shows that, whatever its status was', async () => {
  const fixture = await ConnectionsFixture.open(host);
  const line = await fixture.line();
  await fixture.admin.post(`/whatsappsession/${line.id}`);
  expect(await fixture.show(line.id)).toMatchObject({ status: 'CONNECTED', channelOn: true });
  await fixture.company.disable('plugin:archive');
  expect(await fixture.show(line.id)).toMatchObject({ channelOn: false });
  await fixture.company.enable('plugin:archive');
  expect(await fixture.show(line.id)).toMatchObject({ channelOn: true });
});
