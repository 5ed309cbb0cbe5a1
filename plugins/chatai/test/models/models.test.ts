import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestCompany } from '@balcao/testing';
import { models, type Completion, type CompletionRequest } from '../../contract.ts';
import { openAiOffice, type AiOffice } from '../ai-office.ts';

let office: AiOffice;
let shop: TestCompany;
beforeAll(async () => {
  office = await openAiOffice();
  shop = await office.host.company();
});
afterAll(() => office?.close());

const ask = (content: string, more: Partial<CompletionRequest> = {}): Promise<Completion> =>
  shop
    .scope('chatai')
    .use(models)
    .complete({ purpose: 'suggest', messages: [{ role: 'user', content }], ...more });
const tool = { name: 'handover', description: 'd', parameters: { type: 'object', properties: {} } };

test('another plugin asks a model for a text and receives it in pieces, with its tokens counted', async () => {
  const pieces: string[] = [];
  const answer = await ask('#text Prezada cliente, segue a petição.', { onText: (piece) => pieces.push(piece) });
  expect(answer).toMatchObject({ text: 'Prezada cliente, segue a petição.', finish: 'stop', model: 'sim-1' });
  expect([pieces.length > 3, pieces.join('')]).toEqual([true, answer.text]);
  expect(answer.usage).toMatchObject({ completionTokens: 5, isEstimated: false });
});

test('answers of servers with every known peculiarity are read the same', async () => {
  for (const quirk of ['#crlf', '#splitutf8', '#nullchoices', '#nousage']) {
    const { text } = await ask(`${quirk}\n#text Ação às três`, { onText: () => undefined });
    expect([quirk, text]).toEqual([quirk, 'Ação às três']);
  }
  for (const quirk of ['#crlf', '#noindex', '#splitutf8']) {
    const called = await ask(`${quirk}\n#tool handover {"reason":"é urgente","n":1}\n#tool handover {}`, {
      tools: [tool],
      onText: () => undefined,
    });
    expect([quirk, called.toolCalls.map(({ input }) => input)]).toEqual([quirk, [{ reason: 'é urgente', n: 1 }, {}]]);
  }
});

test('what came before a connection broke is kept, and what never began is asked again', async () => {
  const cut = await ask('#cut 2\n#text um dois três', { onText: () => undefined });
  expect(cut).toMatchObject({ text: 'um dois ', finish: 'cut', usage: { isEstimated: true } });
  expect((await ask('#500 1\n#text voltou')).text).toBe('voltou');
  await expect(ask('#quota')).rejects.toMatchObject({ code: 'ERR_AI_QUOTA' });
  await expect(ask('#badjson')).rejects.toMatchObject({ code: 'ERR_AI_DOWN' });
});

test('personal numbers leave as codes and return as they were, in texts and in calls of tools', async () => {
  const asked = 'CPF 529.982.247-25, maria@example.com, (11) 98765-4321, processo 0010876-12.2024.5.02.0001';
  const answer = await ask(asked, { onText: () => undefined });
  expect(answer.text).toContain(asked);
  const { raw } = office.ai.requests.at(-1) ?? { raw: '' };
  for (const secret of ['529.982', 'maria@', '98765']) expect(raw).not.toContain(secret);
  expect(raw).toContain('0010876-12.2024.5.02.0001');
  const called = await ask('#tool handover {"note":"529.982.247-25"}', { tools: [tool] });
  expect(called.toolCalls[0]?.input).toEqual({ note: '529.982.247-25' });
});

test('a call is stopped by its caller', async () => {
  const stop = new AbortController();
  const waiting = ask('#hang', { signal: stop.signal });
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'ERR_AI_STOPPED' });
});
