import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import type { Prompt } from '../contract.ts';
import { plugins } from './ai-office.ts';

interface Refusal {
  error: string;
  fields?: Record<string, string>;
}
let host: TestHost;
let root: Person;
let shop: TestCompany;
beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins });
  root = await host.superUser();
  shop = await host.company();
});
afterAll(() => host?.close());

const form = { title: 'Triagem', type: 3, description: 'Você atende [nome do cliente] sobre a rescisão.' };

test('a super user edits prompts of the types criminal, civil and labour, and people choose from them', async () => {
  const { status, body } = await root.post<Prompt>('/prompts', { ...form, type: '3' });
  expect([status, body]).toEqual([200, { id: body.id, ...form }]);
  expect((await shop.admin.get<Prompt[]>('/prompts/list')).body).toEqual([body]);
  expect((await shop.admin.get<{ prompts: Prompt[] }>('/prompt')).body).toEqual({ prompts: [body] });
  expect((await shop.admin.get<Prompt>(`/prompts/${body.id}`)).body).toEqual(body);
  const changed = await root.put<Prompt>(`/prompts/${body.id}`, { ...form, title: 'Triagem cível', type: 2 });
  expect(changed.body).toMatchObject({ title: 'Triagem cível', type: 2 });
  const found = await root.get<{ records: Prompt[]; hasMore: boolean }>('/prompts?searchParam=CIVEL&pageNumber=1');
  expect(found.body).toEqual({ records: [changed.body], hasMore: false, count: 1 });
  expect((await root.delete(`/prompts/${body.id}`)).status).toBe(200);
  expect((await shop.admin.get<Prompt[]>('/prompts/list')).body).toEqual([]);
});

test('a prompt needs a unique title, a known type and a text', async () => {
  const none = await root.post<Refusal>('/prompts', {});
  expect([none.status, none.body.fields]).toEqual([
    400,
    { title: 'Required', type: 'Required', description: 'Required' },
  ]);
  for (const [key, value] of [
    ['type', 4],
    ['type', 'civil'],
    ['type', null],
    ['title', 'a'.repeat(256)],
    ['description', 'b\0'],
  ] as const) {
    const refused = await root.post<Refusal>('/prompts', { ...form, [key]: value });
    expect([key, refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([key, 400, [key]]);
  }
  await root.post<Prompt>('/prompts', { ...form, title: 'Petição' });
  const again = await root.post<Refusal>('/prompts', { ...form, title: 'PETICAO' });
  expect([again.status, again.body.error]).toEqual([409, 'ERR_PROMPT_TITLE_IN_USE']);
});

test('the super user’s routes are refused to a company’s admin, and an unknown prompt answers 404', async () => {
  const { id } = (await root.post<Prompt>('/prompts', { ...form, title: 'Só leitura' })).body;
  for (const [method, path] of [
    ['GET', '/prompts'],
    ['POST', '/prompts'],
    ['PUT', `/prompts/${id}`],
    ['DELETE', `/prompts/${id}`],
  ] as const) {
    const answer = await shop.admin.call<Refusal>(method, path, method === 'GET' ? undefined : form);
    expect([path, answer.status, answer.body.error]).toEqual([path, 403, 'ERR_NO_PERMISSION']);
    expect((await host.nobody.call(method, path, method === 'GET' ? undefined : form)).status).toBe(401);
  }
  for (const answer of [
    await root.put<Refusal>('/prompts/2000000000', form),
    await root.delete<Refusal>('/prompts/2000000000'),
    await shop.admin.get<Refusal>('/prompts/2000000000'),
  ])
    expect([answer.status, answer.body.error]).toEqual([404, 'ERR_NO_PROMPT_FOUND']);
});
