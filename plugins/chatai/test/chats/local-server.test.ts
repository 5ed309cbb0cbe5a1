import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, startAiSimulator, type AiSimulator } from '@balcao/testing';
import { chatStreamRoom, endMessage, models, type ChatMessageView, type ChatView } from '../../contract.ts';
import { openAiOffice, type AiOffice } from '../ai-office.ts';

let office: AiOffice;
let local: AiSimulator;
beforeAll(async () => {
  office = await openAiOffice();
  // As Ollama on the same machine: no key, a model with a tag, and no tools.
  local = await startAiSimulator({ models: ['llama3.2:3b'], refusesTools: true, refuses: ['max_completion_tokens'] });
});
afterAll(async () => {
  await office?.close();
  await local?.close();
});

test('with a local server without key and without tools a chat is streamed, and what would call a tool is answered in text', async () => {
  const { root } = office;
  const added = await root.post<{ id: number }>('/ai/platform-providers', {
    title: 'Ollama',
    baseUrl: `${local.url}/chat/completions`,
    key: '',
    models: ['llama3.2:3b'],
    flags: { tools: false },
  });
  expect(added.status).toBe(200);
  const tested = await root.post<object>(`/ai/platform-providers/${added.body.id}/test`, {});
  expect(tested.body).toMatchObject({ isOk: true, streams: true, tools: false, models: ['llama3.2:3b'] });
  await root.put('/ai/platform-purposes', {
    records: ['chat', 'assistant'].map((purpose) => ({ purpose, providerId: added.body.id, model: 'llama3.2:3b' })),
  });
  const shop = await office.host.company();
  const ana = await shop.person('user', 'Ana');
  const prompt = await root.post<{ id: number }>('/prompts', { title: 'Livre', type: 2, description: 'Seja breve.' });
  const chat = (await ana.post<ChatView>('/chatsai', { promptId: prompt.body.id, title: 'Local', configFields: '{}' }))
    .body;
  const live = await ana.live();
  await live.join(chatStreamRoom, { chatId: chat.id });
  await ana.post(`/chatsai/${chat.id}/messages`, { message: '#slow 20\n#text um dois três quatro', actor: 'user' });
  await live.receives('new-message-stream', ({ newMessage }) => newMessage === endMessage);
  const pieces = live.received.filter(({ event }) => event === 'new-message-stream').length;
  expect(pieces).toBeGreaterThan(2);
  live.close();
  const last = await eventually(async () => {
    const { records } = (await ana.get<{ records: ChatMessageView[] }>(`/chatsai/${chat.uuid}/messages?pageNumber=1`))
      .body;
    return records.at(-1)?.state === 'done' && records.at(-1);
  });
  expect(last).toMatchObject({ actor: 'assistant', message: 'um dois três quatro' });
  const answer = await shop
    .scope('chatai')
    .use(models)
    .complete({
      purpose: 'assistant',
      messages: [{ role: 'user', content: '#text Sem ferramentas.' }],
      tools: [{ name: 'handover', description: 'd', parameters: { type: 'object', properties: {} } }],
    });
  expect(answer).toMatchObject({ text: 'Sem ferramentas.', toolCalls: [] });
  expect(local.requests.length).toBeGreaterThan(0);
  for (const { authorization } of local.requests) expect(authorization).toBeUndefined();
});
