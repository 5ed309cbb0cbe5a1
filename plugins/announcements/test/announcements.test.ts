import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import { announcementsRoom, type Announcement } from '../contract.ts';
import { publishedAt } from '../migrations/0002-published-at.ts';

interface Refusal {
  error: string;
  fields?: Record<string, string>;
}
interface Page {
  records: Announcement[];
  hasMore: boolean;
  count: number;
}
let host: TestHost;
let root: Person;
let shop: TestCompany;
beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: ['announcements'] });
  root = await host.superUser();
  shop = await host.company({ name: 'Loja' });
});
afterAll(() => host?.close());

const write = async (form: Partial<Announcement> = {}): Promise<Announcement> => {
  const body = { title: 'Novidade', text: 'Chegou o chat interno.', ...form };
  const { status, body: made } = await root.post<Announcement>('/announcements', body);
  expect(status).toBe(200);
  return made;
};
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const fileOf = (bytes: Buffer, name: string): FormData => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  return form;
};

test('a draft that is published later is new from that day on, also for people who came meanwhile', async () => {
  const draft = await write({ title: 'Rascunho', status: false });
  expect(draft.publishedAt).toBeNull();
  const between = await write({ title: 'Publicado antes' });
  await host.kernel.database.owner.query(
    `update announcements.announcement set created_at = now() - interval '5 days' where id = $1`,
    [draft.id],
  );
  const person = await shop.person('user');
  await root.put(`/announcements/${draft.id}`, { status: true });
  const { body } = await person.get<Page>('/announcements');
  expect(body.records.map(({ id }) => id).slice(0, 2)).toEqual([draft.id, between.id]);
  expect(body.records[0]).toMatchObject({ isRead: false, publishedAt: expect.any(String) as string });
  expect(Date.parse(body.records[0]?.publishedAt ?? '')).toBeGreaterThan(Date.parse(between.createdAt));
  await root.put(`/announcements/${draft.id}`, { status: false });
  await root.put(`/announcements/${draft.id}`, { status: true });
  expect((await person.get<Page>('/announcements')).body.records[0]?.publishedAt).toBe(body.records[0]?.publishedAt);
});

test('after an upgrade an announcement that was taken back counts as published if people had read it, and a draft does not', async () => {
  const person = await shop.person('user');
  const [shown, withdrawn] = [await write({ title: 'Ativo' }), await write({ title: 'Retirado' })];
  const draft = await write({ title: 'Rascunho lido por quem o escreveu', status: false });
  expect((await person.post(`/announcements/${withdrawn.id}/read`)).status).toBe(200);
  expect((await root.post(`/announcements/${draft.id}/read`)).status).toBe(200);
  await root.put(`/announcements/${withdrawn.id}`, { status: false });
  const { owner } = host.kernel.database;
  await owner.query(`update announcements.announcement set published_at = null`);
  for (const statement of publishedAt.sql.slice(1)) await owner.query(statement);
  const dates = await Promise.all(
    [shown, withdrawn, draft].map(
      async ({ id }) => (await root.get<Announcement>(`/announcements/${id}`)).body.publishedAt,
    ),
  );
  expect(dates).toEqual([shown.createdAt, withdrawn.createdAt, null]);
});

test('an announcement needs a title and a text, and by default has priority 3 and is active', async () => {
  const made = await write({ title: '  Manutenção  ' });
  expect(made).toMatchObject({ title: 'Manutenção', priority: 3, status: true, video: '', mediaPath: null });
  const none = await root.post<Refusal>('/announcements', {});
  expect([none.status, none.body.error, none.body.fields]).toEqual([
    400,
    'ERR_VALIDATION',
    { title: 'Required', text: 'Required' },
  ]);
  for (const [key, value] of [
    ['title', '   '],
    ['title', 'a'.repeat(256)],
    ['text', 'b\0c'],
    ['priority', 4],
    ['priority', 'alta'],
    ['status', 'talvez'],
    ['video', 'https://vimeo.com/1'],
  ] as const) {
    const refused = await root.post<Refusal>('/announcements', { title: 'T', text: 'T', [key]: value });
    expect([key, refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([key, 400, [key]]);
  }
  const changed = await root.put<Announcement>(`/announcements/${made.id}`, {
    priority: 1,
    video: 'https://youtu.be/dQw4w9WgXcQ',
  });
  expect(changed.body).toMatchObject({ title: 'Manutenção', priority: 1, video: 'dQw4w9WgXcQ', status: true });
});

test('people of every company see active announcements only, newest first, and super users see all of them', async () => {
  const shown = await write({ title: 'Visível' });
  const hidden = await write({ title: 'Rascunho', status: false });
  const { records } = (await shop.admin.get<Page>('/announcements/?searchParam=&pageNumber=1')).body;
  expect(records[0]?.id).toBe(shown.id);
  expect(records.map(({ id }) => id)).not.toContain(hidden.id);
  const secret = await shop.admin.get<Refusal>(`/announcements/${hidden.id}`);
  expect([secret.status, secret.body.error]).toEqual([404, 'ERR_NO_ANNOUNCEMENT_FOUND']);
  expect((await shop.admin.get<Announcement>(`/announcements/${shown.id}`)).body).toMatchObject({
    title: 'Visível',
    text: 'Chegou o chat interno.',
    priority: 3,
    status: true,
  });
  expect((await root.get<Page>('/announcements')).body.records[0]?.id).toBe(hidden.id);
  expect((await root.get<Page>('/announcements?active=true')).body.records[0]?.id).toBe(shown.id);
  // The parameter does not show people more.
  const asked = await shop.admin.get<Page>('/announcements?active=false');
  expect(asked.body.records.map(({ id }) => id)).not.toContain(hidden.id);
});

test('the list of announcements is searched by title ignoring case and accents, with 20 per page', async () => {
  for (let index = 0; index < 21; index += 1) await write({ title: `Atualização ${index}` });
  const first = await shop.admin.get<Page>('/announcements?searchParam=ATUALIZACAO');
  expect([first.body.records.length, first.body.hasMore, first.body.count]).toEqual([20, true, 21]);
  const second = await shop.admin.get<Page>('/announcements?searchParam=atualização&pageNumber=2');
  expect([second.body.records.length, second.body.hasMore]).toEqual([1, false]);
  expect((await shop.admin.get<Page>('/announcements?searchParam=100%25')).body.records).toEqual([]);
  expect((await shop.admin.get<Refusal>('/announcements?pageNumber=0')).status).toBe(400);
});

test('an attachment is a png, jpg or jpeg, is visible to people of other companies, and is deleted with its announcement', async () => {
  const { id } = await write({ title: 'Com imagem' });
  const upload = (bytes: Buffer, name: string) =>
    root.post<Announcement & Refusal>(`/announcements/${id}/media-upload`, fileOf(bytes, name));
  const refused = await upload(Buffer.from('%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n'), 'aviso.png');
  expect(refused.status).toBe(415);
  expect((await root.post<Refusal>(`/announcements/${id}/media-upload`, new FormData())).status).toBe(400);
  const uploaded = await upload(pixel, 'faixa.png');
  expect([uploaded.status, uploaded.body.mediaName]).toEqual([200, 'faixa.png']);
  const seen = (await shop.admin.get<Announcement>(`/announcements/${id}`)).body.mediaPath ?? '';
  const picture = await fetch(host.url + seen);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  // Without its signature the file of another company is not served.
  expect((await fetch(host.url + (seen.split('?')[0] ?? ''))).status).toBe(404);

  const replaced = (await upload(pixel, 'outra.png')).body.mediaPath ?? '';
  expect((await fetch(host.url + seen)).status).toBe(404);
  const without = await root.delete<Announcement>(`/announcements/${id}/media-upload`);
  expect([without.body.mediaPath, without.body.mediaName]).toEqual([null, null]);
  expect((await fetch(host.url + replaced)).status).toBe(404);
  const last = (await upload(pixel, 'fim.png')).body.mediaPath ?? '';
  expect((await root.delete(`/announcements/${id}`)).status).toBe(200);
  expect((await fetch(host.url + last)).status).toBe(404);
});

test('an announcement is marked read for the person who opened it only, and new people have no unread old ones', async () => {
  const ana = await shop.person('user', 'Ana');
  const { id } = await write({ title: 'Para ler' });
  const isRead = async (person: Person): Promise<boolean | undefined> =>
    (await person.get<Page>('/announcements')).body.records.find((one) => one.id === id)?.isRead;
  expect(await isRead(ana)).toBe(false);
  expect((await ana.post(`/announcements/${id}/read`)).status).toBe(200);
  expect((await ana.post(`/announcements/${id}/read`)).status).toBe(200);
  expect([await isRead(ana), await isRead(shop.admin)]).toEqual([true, false]);
  const later = await shop.person('user', 'Bia');
  expect(await isRead(later)).toBe(true);
  expect((await ana.post('/announcements/2000000000/read')).status).toBe(404);
});

test('everybody in every company receives a live message when an announcement is created, changed or deleted', async () => {
  const other = await host.company({ name: 'Outra' });
  const windows = await Promise.all([shop.admin.live(), other.admin.live(), root.live()]);
  for (const live of windows) expect(await live.join(announcementsRoom, {})).toEqual({ ok: true });
  const { id } = await write({ title: 'Ao vivo' });
  await root.put<unknown>(`/announcements/${id}`, { status: false });
  await root.delete(`/announcements/${id}`);
  for (const live of windows)
    for (const action of ['create', 'update', 'delete']) await live.receives(action, (data) => data['id'] === id);
});

test('writing announcements is refused to a company’s admin, and an unknown announcement answers 404', async () => {
  const { id } = await write();
  for (const [method, path] of [
    ['POST', '/announcements'],
    ['PUT', `/announcements/${id}`],
    ['DELETE', `/announcements/${id}`],
    ['POST', `/announcements/${id}/media-upload`],
    ['DELETE', `/announcements/${id}/media-upload`],
  ] as const) {
    const answer = await shop.admin.call<Refusal>(method, path, { title: 'X', text: 'Y' });
    expect([method, path, answer.status, answer.body.error]).toEqual([method, path, 403, 'ERR_NO_PERMISSION']);
    expect((await host.nobody.call(method, path, {})).status).toBe(401);
  }
  for (const answer of [
    await root.put<Refusal>('/announcements/2000000000', { title: 'X' }),
    await root.delete<Refusal>('/announcements/2000000000'),
    await root.post<Refusal>('/announcements/2000000000/media-upload', fileOf(pixel, 'a.png')),
    await root.delete<Refusal>('/announcements/2000000000/media-upload'),
    await root.get<Refusal>('/announcements/2000000000'),
  ])
    expect([answer.status, answer.body.error]).toEqual([404, 'ERR_NO_ANNOUNCEMENT_FOUND']);
  expect((await root.get<Refusal>('/announcements/abc')).status).toBe(400);
});

test('concurrent changes of one announcement by two super users are both stored', async () => {
  const { id } = await write({ video: 'https://youtu.be/dQw4w9WgXcQ' });
  await root.put(`/announcements/${id}`, { priority: 1, known: { priority: 3 } });
  const renamed = await root.put<Announcement>(`/announcements/${id}`, { title: 'Novo', known: { title: 'Novidade' } });
  expect(renamed.body).toMatchObject({ title: 'Novo', priority: 1, video: 'dQw4w9WgXcQ' });
  const late = await root.put<Refusal>(`/announcements/${id}`, { title: 'Outro', known: { title: 'Novidade' } });
  expect([late.status, late.body.error]).toEqual([409, 'ERR_CHANGED_MEANWHILE']);
});
