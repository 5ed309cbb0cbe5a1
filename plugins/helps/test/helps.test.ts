import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import type { Help } from '../contract.ts';

interface Refusal {
  error: string;
  fields?: Record<string, string>;
}
interface Page {
  records: Help[];
  hasMore: boolean;
  count: number;
}
let host: TestHost;
let root: Person;
let shop: TestCompany;
beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: ['helps'] });
  root = await host.superUser();
  shop = await host.company();
});
afterAll(() => host?.close());

const film = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

test('a super user edits help videos, and the people of every company see them', async () => {
  const made = await root.post<Help>('/helps', {
    title: 'Conectar o WhatsApp',
    description: 'Em 2 minutos.',
    video: film,
  });
  expect([made.status, made.body.video]).toEqual([200, 'dQw4w9WgXcQ']);
  const { id } = made.body;
  const changed = await root.put<Help>(`/helps/${id}`, { title: 'Conectar', description: null, video: 'aaaaaaaaaaa' });
  expect(changed.body).toEqual({ id, title: 'Conectar', description: '', video: 'aaaaaaaaaaa' });
  expect((await shop.admin.get<Help[]>('/helps/list')).body).toContainEqual(changed.body);
  const found = await shop.admin.get<Page>('/helps?searchParam=CONECTÁR');
  expect(found.body).toEqual({ records: [changed.body], hasMore: false, count: 1 });
  expect((await root.delete(`/helps/${id}`)).status).toBe(200);
  expect((await shop.admin.get<Help[]>('/helps/list')).body).toEqual([]);
});

test('changes of two super users to one video are both stored, and a conflict on the same field is reported', async () => {
  const { body: made } = await root.post<Help>('/helps', { title: 'Etiquetas', video: film });
  const path = `/helps/${made.id}`;
  await root.put(path, { description: 'Em 3 minutos.', known: { description: '' } });
  const saved = await root.put<Help>(path, { title: 'Tags', known: { title: 'Etiquetas' } });
  expect(saved.body).toEqual({ ...made, title: 'Tags', description: 'Em 3 minutos.' });
  const late = await root.put<Refusal>(path, { title: 'Marcas', known: { title: 'Etiquetas' } });
  expect([late.status, late.body.error]).toEqual([409, 'ERR_CHANGED_MEANWHILE']);
  await root.delete(path);
  expect((await root.put(path, { title: 'Marcas', known: { title: 'Tags' } })).status).toBe(404);
});

test('a help video needs a unique title and a YouTube video', async () => {
  const none = await root.post<Refusal>('/helps', {});
  expect([none.status, none.body.fields]).toEqual([400, { title: 'Required', video: 'Required' }]);
  const strange = await root.post<Refusal>('/helps', { title: 'Outro', video: 'https://vimeo.com/1' });
  expect(strange.body.fields).toEqual({ video: 'ERR_INVALID_VIDEO' });
  const { body } = await root.post<Help>('/helps', { title: 'Relatórios', video: film });
  const again = await root.post<Refusal>('/helps', { title: ' relatorios ', video: film });
  expect([again.status, again.body.error]).toEqual([409, 'ERR_HELP_TITLE_IN_USE']);
  expect((await root.put<Help>(`/helps/${body.id}`, { title: 'RELATÓRIOS', video: film })).status).toBe(200);
});

test('writing help videos is refused to a company’s admin, and an unknown video answers 404', async () => {
  const { id } = (await root.post<Help>('/helps', { title: 'Só leitura', video: film })).body;
  for (const [method, path] of [
    ['POST', '/helps'],
    ['PUT', `/helps/${id}`],
    ['DELETE', `/helps/${id}`],
  ] as const) {
    const answer = await shop.admin.call<Refusal>(method, path, { title: 'X', video: film });
    expect([path, answer.status, answer.body.error]).toEqual([path, 403, 'ERR_NO_PERMISSION']);
    expect((await host.nobody.call(method, path, {})).status).toBe(401);
  }
  for (const answer of [
    await root.put<Refusal>('/helps/2000000000', { title: 'X', video: film }),
    await root.delete<Refusal>('/helps/2000000000'),
  ])
    expect([answer.status, answer.body.error]).toEqual([404, 'ERR_NO_HELP_FOUND']);
});

test('pages may embed videos from YouTube’s address without cookies, and from no other', async () => {
  const page = await fetch(`${host.url}/helps`, { headers: { accept: 'text/html' } });
  expect(page.headers.get('content-security-policy')).toContain(
    `frame-src 'self' blob: https://www.youtube-nocookie.com;`,
  );
});
