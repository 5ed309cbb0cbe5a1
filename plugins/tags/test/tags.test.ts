import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { dotColors } from '@balcao/sdk/colors';
import { protectedTag, tagsRoom, type Tag } from '../contract.ts';
import { conversation, makeTags, plugins } from './office.ts';

interface Details extends Tag {
  isProtected: boolean;
  tickets: number;
}
interface TagPage {
  tags: Details[];
  hasMore: boolean;
  count: number;
}
type Failure = { error: string; fields?: Record<string, string>; context?: Record<string, unknown> };

let host: TestHost;
let law: TestCompany;
let other: TestCompany;

beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins });
  law = await host.company({ name: 'Prado & Menezes' });
  other = await host.company({ name: 'Outra' });
});
afterAll(() => host.close());

const list = async (company = law) => (await company.admin.get<Tag[]>('/tags/list')).body;

test('GET /tags/list returns id, name and color of every tag, by name', async () => {
  const company = await host.company();
  await makeTags(company, 'Urgente', 'ágil', 'Bancário');
  const tags = await list(company);
  expect(tags.map(({ name }) => name)).toEqual(['ágil', 'Bancário', 'Urgente']);
  for (const tag of tags) expect(Object.keys(tag).toSorted()).toEqual(['color', 'id', 'name']);
});

test('a tag created by its name alone gets one of the least used colours', async () => {
  const company = await host.company();
  await makeTags(company, ...dotColors.map((_, index) => `Assunto ${index}`));
  expect(new Set((await list(company)).map(({ color }) => color))).toEqual(new Set(dotColors));
  const chosen = await company.admin.post<Tag>('/tags', { name: 'Escolhida', color: '#ABCDEF' });
  expect(chosen.body).toMatchObject({ name: 'Escolhida', color: '#abcdef' });
});

test('a tag has a name of 2 to 50 characters, without leading, trailing or repeated blanks', async () => {
  const refused = async (body: object) => {
    const { status, body: answer } = await law.admin.post<Failure>('/tags', body);
    return [status, answer.error, answer.fields];
  };
  expect(await refused({})).toEqual([400, 'ERR_VALIDATION', { name: 'Required' }]);
  expect(await refused({ name: '   ' })).toEqual([400, 'ERR_VALIDATION', { name: 'Required' }]);
  expect(await refused({ name: ' T ' })).toEqual([400, 'ERR_VALIDATION', { name: 'Too Short!' }]);
  expect(await refused({ name: 'T'.repeat(51) })).toEqual([400, 'ERR_VALIDATION', { name: 'Too Long!' }]);
  expect(await refused({ name: 'Cor', color: 'red' })).toEqual([400, 'ERR_VALIDATION', { color: 'Invalid color' }]);
  const made = await law.admin.post<Tag>('/tags', { name: `  Prazo \t  fatal ${'x'.repeat(38)} ` });
  expect([made.status, made.body.name]).toEqual([200, `Prazo fatal ${'x'.repeat(38)}`]);
});

test('tag names are unique ignoring case and accents, and a refused duplicate gets the existing id', async () => {
  const [id] = await makeTags(law, 'Previdência');
  const again = await law.admin.post<Failure>('/tags', { name: 'PREVIDENCIA' });
  expect([again.status, again.body.error, again.body.fields]).toEqual([
    409,
    'ERR_TAG_NAME_ALREADY_EXISTS',
    { name: 'ERR_TAG_NAME_ALREADY_EXISTS' },
  ]);
  expect(again.body.context).toEqual({ tagId: id });
  const [second] = await makeTags(law, 'Outro nome');
  expect((await law.admin.put<Failure>(`/tags/${second}`, { name: 'previdência' })).body.error).toBe(
    'ERR_TAG_NAME_ALREADY_EXISTS',
  );
  expect((await law.admin.put<Tag>(`/tags/${id}`, { name: 'PREVIDÊNCIA' })).body.name).toBe('PREVIDÊNCIA');
  expect((await other.admin.post('/tags', { name: 'Previdência' })).status).toBe(200);
});

test('of concurrent creations of the same tag one succeeds', async () => {
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => law.admin.post<Failure>('/tags', { name: 'Corrida' })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  expect((await list()).filter(({ name }) => name === 'Corrida')).toHaveLength(1);
});

test('the name and colour of a tag are changed, alone or together', async () => {
  const [id] = await makeTags(law, 'Rascunho');
  const put = async (body: object) => (await law.admin.put<Tag>(`/tags/${id}`, body)).body;
  expect(await put({ name: 'Minuta' })).toMatchObject({ id, name: 'Minuta' });
  expect(await put({ color: '#3673CB' })).toEqual({ id, name: 'Minuta', color: '#3673cb' });
  expect((await law.admin.get<Details>(`/tags/${id}`)).body).toEqual({
    id,
    name: 'Minuta',
    color: '#3673cb',
    isProtected: false,
    tickets: 0,
  });
});

test('the tag Contrato Fechado cannot be deleted or renamed, and its colour can be changed', async () => {
  const [id] = await makeTags(law, protectedTag);
  const renamed = await law.admin.put<Failure>(`/tags/${id}`, { name: 'Contrato assinado' });
  expect([renamed.status, renamed.body.error]).toEqual([409, 'ERR_TAG_PROTECTED']);
  expect((await law.admin.put<Failure>(`/tags/${id}`, { name: 'contrato fechado' })).body.error).toBe(
    'ERR_TAG_PROTECTED',
  );
  const removed = await law.admin.delete<Failure>(`/tags/${id}`);
  expect([removed.status, removed.body.error]).toEqual([409, 'ERR_TAG_PROTECTED']);
  const coloured = await law.admin.put<Tag>(`/tags/${id}`, { name: protectedTag, color: '#1d8b3d' });
  expect(coloured.body).toEqual({ id, name: protectedTag, color: '#1d8b3d' });
  expect((await law.admin.get<Details>(`/tags/${id}`)).body.isProtected).toBe(true);
});

test('GET /tags returns 20 a page with the number of conversations of each, and finds a name by a part without accents', async () => {
  const company = await host.company();
  const ids = await makeTags(company, ...Array.from({ length: 22 }, (_, index) => `Lote ${10 + index}`), 'Família');
  const [one, two] = [await conversation(company), await conversation(company)];
  for (const ticket of [one, two]) await company.admin.post('/tags/sync', { ticketId: ticket.id, tags: [ids[22]] });
  const first = (await company.admin.get<TagPage>('/tags')).body;
  expect([first.tags.length, first.hasMore, first.count]).toEqual([20, true, 23]);
  expect(first.tags[0]).toMatchObject({ name: 'Família', tickets: 2, isProtected: false });
  const second = (await company.admin.get<TagPage>('/tags/?pageNumber=2')).body;
  expect(second.tags.map(({ name }) => name)).toEqual(['Lote 29', 'Lote 30', 'Lote 31']);
  expect(second.hasMore).toBe(false);
  const found = async (term: string) =>
    (await company.admin.get<TagPage>(`/tags?searchParam=${encodeURIComponent(term)}`)).body;
  expect(await found('FAMILIA')).toMatchObject({ count: 1, tags: [{ name: 'Família' }] });
  expect((await found('te 3')).tags.map(({ name }) => name)).toEqual(['Lote 30', 'Lote 31']);
  expect((await found('100%')).tags).toEqual([]);
});

test('people without tags:view read the list of tags, but neither their page nor change them', async () => {
  const ana = await law.person('user', 'Ana');
  const gestor = await law.person('gestor', 'Gil');
  const [id] = await makeTags(law, 'Só de gestores');
  expect((await ana.get<Tag[]>('/tags/list')).status).toBe(200);
  for (const answer of [
    await ana.get<Failure>('/tags'),
    await ana.get<Failure>(`/tags/${id}`),
    await ana.post<Failure>('/tags', { name: 'Da Ana' }),
    await ana.put<Failure>(`/tags/${id}`, { name: 'Da Ana' }),
    await ana.delete<Failure>(`/tags/${id}`),
  ]) {
    expect([answer.status, answer.body.error]).toEqual([403, 'ERR_NO_PERMISSION']);
  }
  expect((await gestor.get('/tags')).status).toBe(200);
  expect((await gestor.delete(`/tags/${id}`)).status).toBe(200);
  expect((await host.nobody.get('/tags/list')).status).toBe(401);
});

test('an unknown tag answers 404, as does one of another company', async () => {
  const [id] = await makeTags(other, 'Segredo da outra');
  for (const unknown of [id, 999_999]) {
    for (const answer of [
      await law.admin.get<Failure>(`/tags/${unknown}`),
      await law.admin.put<Failure>(`/tags/${unknown}`, { name: 'Roubada' }),
      await law.admin.delete<Failure>(`/tags/${unknown}`),
    ]) {
      expect([answer.status, answer.body.error]).toEqual([404, 'ERR_NO_TAG_FOUND']);
    }
  }
  expect((await law.admin.get('/tags/abc')).status).toBe(400);
  expect((await law.admin.get('/tags/99999999999')).status).toBe(400);
  expect((await list()).some(({ name }) => name === 'Segredo da outra')).toBe(false);
  expect((await list(other)).some(({ name }) => name === 'Segredo da outra')).toBe(true);
});

test('a created, renamed or deleted tag is published to every open screen of the company, and of no other', async () => {
  const ana = await law.person('user', 'Ana');
  const [here, there] = [await ana.live(), await other.admin.live()];
  expect(await here.join(tagsRoom, {})).toEqual({ ok: true });
  expect(await there.join(tagsRoom, {})).toEqual({ ok: true });
  const [id] = await makeTags(law, 'Ao vivo');
  const updateOf = (name: string) => here.receives('update', (data) => (data['tag'] as Tag).name === name);
  expect((await updateOf('Ao vivo')).data['tag']).toMatchObject({ id });
  await law.admin.put(`/tags/${id}`, { name: 'Ao vivo e em cores' });
  expect((await updateOf('Ao vivo e em cores')).data['tag']).toMatchObject({ id });
  await law.admin.delete(`/tags/${id}`);
  expect((await here.receives('delete')).data).toEqual({ tagId: id });
  expect(there.received.filter(({ room }) => room === tagsRoom.id)).toEqual([]);
});
