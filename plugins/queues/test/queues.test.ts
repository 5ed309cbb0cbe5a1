import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestHost, type Person, type TestHost } from '@balcao/testing';

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: ['users', 'queues'] });
});
afterAll(() => host?.close());

interface Answer extends Record<string, unknown> {
  id: number;
  error?: string;
  fields?: Record<string, string>;
}
const sound = { name: 'Comercial', color: '#803b83' };
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const picture = (): FormData => {
  const form = new FormData();
  form.append('file', new Blob([png], { type: 'image/png' }), 'boas-vindas.png');
  return form;
};
const faultsOf = async (admin: Person, fields: object): Promise<unknown> => {
  const { status, body } = await admin.post<Answer>('/queue', { ...sound, ...fields });
  return [status, body.fields];
};

test('a queue needs a name of 2 to 50 characters and a colour of 3 to 9', async () => {
  const { admin } = await host.company();
  expect(await faultsOf(admin, { name: undefined })).toEqual([400, { name: 'Required' }]);
  expect(await faultsOf(admin, { name: 'C' })).toEqual([400, { name: 'Too Short!' }]);
  expect(await faultsOf(admin, { name: 'C'.repeat(51) })).toEqual([400, { name: 'Too Long!' }]);
  expect(await faultsOf(admin, { name: '😀'.repeat(51) })).toEqual([400, { name: 'Too Long!' }]);
  expect((await admin.post('/queue', { name: '😀'.repeat(30), color: '#abcd12' })).status).toBe(200);
  expect(await faultsOf(admin, { color: undefined })).toEqual([400, { color: 'Required' }]);
  expect(((await faultsOf(admin, { color: '#1' })) as unknown[])[0]).toBe(400);
  expect(((await faultsOf(admin, { color: '#1234567890' })) as unknown[])[0]).toBe(400);
  expect((await admin.post('/queue', { name: 'Co', color: '#abc' })).status).toBe(200);
});

test('the creator of the company’s first queue is added to it, and later queues start without people', async () => {
  const company = await host.company();
  const { admin } = company;
  const own = async (person: Person) =>
    (await person.get<{ queues: { name: string }[] }>('/auth/me')).body.queues.map(({ name }) => name);
  const other = await company.person('gestor');
  await admin.post('/queue', sound);
  expect(await own(admin)).toEqual(['Comercial']);
  expect(await own(other)).toEqual([]);
  await other.post('/queue', { name: 'Suporte', color: '#123456' });
  expect(await own(other)).toEqual([]);
  expect(await own(admin)).toEqual(['Comercial']);
});

test('queue colours are unique', async () => {
  const { admin } = await host.company();
  await admin.post('/queue', sound);
  const second = await admin.post<Answer>('/queue', { ...sound, name: 'Suporte' });
  expect([second.status, second.body.error]).toEqual([409, 'ERR_QUEUE_COLOR_ALREADY_EXISTS']);
  const other = await admin.post<Answer>('/queue', { name: 'Suporte', color: '#123456' });
  const changed = await admin.put<Answer>(`/queue/${other.body.id}`, { color: sound.color });
  expect([changed.status, changed.body.error]).toEqual([409, 'ERR_QUEUE_COLOR_ALREADY_EXISTS']);
});

test('queue names are unique ignoring case and accents, also when two are added at once', async () => {
  const { admin } = await host.company();
  const { body: first } = await admin.post<Answer>('/queue', sound);
  const again = await admin.post<Answer>('/queue', { name: ' COMERCIAL ', color: '#123456' });
  expect([again.status, again.body.error, again.body.fields]).toEqual([
    409,
    'ERR_QUEUE_NAME_ALREADY_EXISTS',
    { name: 'ERR_QUEUE_NAME_ALREADY_EXISTS' },
  ]);
  const both = await Promise.all(
    ['#111111', '#222222'].map((color) => admin.post<Answer>('/queue', { name: 'Suporte', color })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const other = both.find(({ status }) => status === 200)?.body;
  expect((await admin.put<Answer>(`/queue/${other?.id}`, { name: 'comercial' })).status).toBe(409);
  expect((await admin.put<Answer>(`/queue/${first.id}`, { name: 'COMERCIAL' })).status).toBe(200);
  expect((await (await host.company()).admin.post('/queue', sound)).status).toBe(200);
});

test('the file of the greeting is uploaded, replaced and removed', async () => {
  const { admin } = await host.company();
  const { body: queue } = await admin.post<Answer>('/queue', sound);
  expect(queue).toMatchObject({ media: null, mediaPath: null, mediaName: null });
  const given = await admin.call<Answer>('POST', `/queue/${queue.id}/media-upload`, picture());
  expect(given).toMatchObject({
    status: 200,
    body: { mediaName: 'boas-vindas.png', media: { type: 'image', mime: 'image/png', size: png.length } },
  });
  expect((await admin.get<Answer>(`/queue/${queue.id}`)).body['mediaPath']).toBe(given.body['mediaPath']);
  const gone = await admin.delete<Answer>(`/queue/${queue.id}/media-upload`);
  expect(gone).toMatchObject({ status: 200, body: { media: null, mediaPath: null } });
  expect((await admin.call('POST', `/queue/${queue.id}/media-upload`, new FormData())).status).toBe(400);
  expect((await admin.call('POST', '/queue/2000000000/media-upload', picture())).status).toBe(404);
  expect((await admin.delete('/queue/2000000000/media-upload')).status).toBe(404);
});

test('queues of another company are not visible, and only a super user may request them', async () => {
  const [ours, theirs, root] = [await host.company(), await host.company(), await host.superUser()];
  const { body: queue } = await theirs.admin.post<Answer>('/queue', sound);
  expect((await ours.admin.get<Answer[]>('/queue')).body).toEqual([]);
  expect((await ours.admin.get(`/queue/${queue.id}`)).status).toBe(404);
  expect((await ours.admin.put(`/queue/${queue.id}`, { name: 'Minha' })).status).toBe(404);
  expect((await ours.admin.delete(`/queue/${queue.id}`)).status).toBe(404);
  expect((await ours.admin.call('POST', `/queue/${queue.id}/media-upload`, picture())).status).toBe(404);
  expect((await ours.admin.get(`/queue?companyId=${theirs.id}`)).status).toBe(403);
  expect((await root.get<Answer[]>(`/queue?companyId=${theirs.id}`)).body.map(({ name }) => name)).toEqual([
    'Comercial',
  ]);
});

test('a deleted queue is no longer returned', async () => {
  const { admin } = await host.company();
  const { body: queue } = await admin.post<Answer>('/queue', sound);
  expect((await admin.get<Answer[]>('/queue')).body).toMatchObject([{ id: queue.id, ...sound }]);
  expect((await admin.delete(`/queue/${queue.id}`)).status).toBe(200);
  expect((await admin.get<Answer[]>('/queue')).body).toEqual([]);
  for (const answer of [
    await admin.get<Answer>(`/queue/${queue.id}`),
    await admin.put<Answer>(`/queue/${queue.id}`, { name: 'Outra' }),
    await admin.delete<Answer>(`/queue/${queue.id}`),
  ])
    expect([answer.status, answer.body.error]).toEqual([404, 'ERR_NO_QUEUE_FOUND']);
});

test('an attendant reads the queues and cannot change them', async () => {
  const company = await host.company();
  const { body: queue } = await company.admin.post<Answer>('/queue', sound);
  const ana = await company.person('user', 'Ana');
  expect((await ana.get<Answer[]>('/queue')).body.map(({ name }) => name)).toEqual(['Comercial']);
  expect((await ana.get<Answer>(`/queue/${queue.id}`)).body).toMatchObject(sound);
  expect((await ana.post('/queue', { name: 'Minha', color: '#123456' })).status).toBe(403);
  expect((await ana.put(`/queue/${queue.id}`, { name: 'Minha' })).status).toBe(403);
  expect((await ana.delete(`/queue/${queue.id}`)).status).toBe(403);
  expect((await ana.call('POST', `/queue/${queue.id}/media-upload`, picture())).status).toBe(403);
  const gisela = await company.person('gestor', 'Gisela');
  expect((await gisela.put(`/queue/${queue.id}`, { name: 'Vendas' })).status).toBe(200);
});

test('malformed bodies of the queue routes are refused', async () => {
  const { admin } = await host.company();
  const { body: queue } = await admin.post<Answer>('/queue', sound);
  for (const wrong of ['0', '-1', 'x', '99999999999', '1.5']) {
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await admin.call(method, `/queue/${wrong}`, method === 'PUT' ? {} : undefined)).status).toBe(400);
    expect((await admin.get(`/queue?companyId=${wrong}`)).status).toBe(400);
  }
  for (const body of [
    { name: null },
    { color: 7 },
    { color: 'azul' },
    { schedules: 'sempre' },
    { sendDelay: 'logo' },
  ]) {
    const answer = await admin.put<Answer>(`/queue/${queue.id}`, body);
    expect([answer.status, answer.body.error]).toEqual([400, 'ERR_VALIDATION']);
  }
  expect((await admin.get<Answer>(`/queue/${queue.id}`)).body).toMatchObject(sound);
});

const companyWithTwo = async () => {
  const company = await host.company();
  const { admin } = company;
  const other = await company.person('admin');
  const { body: queue } = await admin.post<Answer>('/queue', sound);
  return { admin, other, queue, path: `/queue/${queue.id}` };
};

test('concurrent changes to different fields of a queue are both stored', async () => {
  const { admin, other, path } = await companyWithTwo();
  await admin.put(path, { greetingMessage: 'Olá!', known: { greetingMessage: '' } });
  const second = await other.put<Answer>(path, { name: 'Vendas', known: { name: 'Comercial' } });
  expect(second).toMatchObject({ status: 200, body: { name: 'Vendas', greetingMessage: 'Olá!' } });
});

test('saving a field that somebody changed meanwhile reports that person and the present value', async () => {
  const { admin, other, path } = await companyWithTwo();
  await admin.put(path, { name: 'Vendas', color: '#123456', known: { name: 'Comercial', color: '#803b83' } });
  const second = await other.put<Answer>(path, {
    name: 'Loja',
    greetingMessage: 'Bom dia',
    known: { name: 'Comercial', greetingMessage: '' },
  });
  const who = (await admin.get<{ name: string }>('/auth/me')).body.name;
  expect(second).toMatchObject({
    status: 409,
    body: {
      error: 'ERR_CHANGED_MEANWHILE',
      context: { fields: { name: who }, row: { name: 'Vendas', color: '#123456' } },
    },
  });
  expect((await admin.get<Answer>(path)).body).toMatchObject({ name: 'Vendas', greetingMessage: '' });
  const insists = await other.put<Answer>(path, { name: 'Loja', known: { name: 'Vendas' } });
  expect(insists).toMatchObject({ status: 200, body: { name: 'Loja' } });
});

test('two equal changes of a field, or changes in spaces only, are no conflict', async () => {
  const { admin, other, path } = await companyWithTwo();
  await admin.put(path, { name: 'Vendas', known: { name: 'Comercial' } });
  expect((await other.put(path, { name: 'Vendas ', known: { name: 'Comercial' } })).status).toBe(200);
  expect((await other.put(path, { name: 'Loja', known: { name: ' Vendas ' } })).status).toBe(200);
});

test('an API client that does not send the known values overwrites', async () => {
  const { admin, other, path } = await companyWithTwo();
  await admin.put(path, { name: 'Vendas', known: { name: 'Comercial' } });
  expect(await other.put<Answer>(path, { name: 'Loja' })).toMatchObject({ status: 200, body: { name: 'Loja' } });
});

test('of two concurrent changes to one field one is a conflict', async () => {
  const { admin, other, path } = await companyWithTwo();
  const known = { name: 'Comercial' };
  const both = await Promise.all([admin.put(path, { name: 'Um', known }), other.put(path, { name: 'Dois', known })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('saving a queue that was deleted meanwhile is a 404, as for one of another company', async () => {
  const { admin, other, path } = await companyWithTwo();
  const stranger = await host.company();
  expect((await stranger.admin.put<Answer>(path, { name: 'Loja', known: { name: 'Comercial' } })).status).toBe(404);
  await admin.delete(path);
  expect(await other.put<Answer>(path, { name: 'Loja', known: { name: 'Comercial' } })).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_QUEUE_FOUND', context: { deleted: true } },
  });
});
