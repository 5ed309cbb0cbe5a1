import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, type Person, type TestCompany } from '@balcao/testing';
import { chatRoom, chatStreamRoom, endMessage, type ChatMessageView, type ChatView } from '../../contract.ts';
import { openAiOffice, type AiOffice } from '../ai-office.ts';

let office: AiOffice;
let shop: TestCompany;
let ana: Person;
let promptId: number;
beforeAll(async () => {
  office = await openAiOffice();
  shop = await office.host.company();
  ana = await shop.person('user', 'Ana');
  const prompt = { title: 'Recurso', type: 2, description: 'Redija em nome de [Nome do cliente], benefício [Número].' };
  promptId = (await office.root.post<{ id: number }>('/prompts', prompt)).body.id;
});
afterAll(() => office?.close());

const values = JSON.stringify({ 'nome do cliente': 'Maria', Número: '42' });
const begin = async (title = 'Recurso ao CRPS'): Promise<ChatView> =>
  (await ana.post<ChatView>('/chatsai', { promptId, title, configFields: values })).body;
const messagesOf = async ({ uuid }: ChatView, person = ana): Promise<ChatMessageView[]> =>
  (await person.get<{ records: ChatMessageView[] }>(`/chatsai/${uuid}/messages?pageNumber=1`)).body.records;
const ask = (chat: ChatView, message: string) =>
  ana.post<ChatMessageView & { error: string }>(`/chatsai/${chat.id}/messages`, { message, actor: 'user' });
const answered = (chat: ChatView, count = 1): Promise<ChatMessageView[]> =>
  eventually(async () => {
    const done = (await messagesOf(chat)).filter(
      ({ actor, state }) => actor === 'assistant' && !['queued', 'writing'].includes(state),
    );
    return done.length === count && done;
  });

test('a chat begins only with a value for every placeholder, and the model reads them as data', async () => {
  const missing = await ana.post<{ fields: object }>('/chatsai', {
    promptId,
    title: 'x',
    configFields: '{"Número":"1"}',
  });
  expect([missing.status, missing.body.fields]).toEqual([400, { 'Nome do cliente': 'Required' }]);
  const chat = await begin();
  expect(JSON.parse(chat.configFields)).toEqual({ 'nome do cliente': 'Maria', Número: '42' });
  await ask(chat, '#text pronto');
  await answered(chat);
  expect(office.ai.requests.at(-1)?.raw).toContain('«Maria»');
});

test('an answer appears in pieces with their places, ends with the specified mark, and is stored', async () => {
  const chat = await begin();
  const live = await ana.live();
  await live.join(chatStreamRoom, { chatId: chat.id });
  await ask(chat, '#slow 30\n#text um dois três quatro cinco');
  await live.receives('new-message-stream', ({ newMessage }) => newMessage === endMessage);
  const pieces = live.received.flatMap(({ event, data }) =>
    event === 'new-message-stream' ? [data as { newMessage: string; at: number }] : [],
  );
  const text = pieces.filter(({ newMessage }) => newMessage !== endMessage);
  expect(text.map(({ newMessage }) => newMessage).join('')).toBe('um dois três quatro cinco');
  expect([text[0]?.at, text.length > 2]).toEqual([0, true]);
  expect((await messagesOf(chat)).at(-1)).toMatchObject({ state: 'done', message: 'um dois três quatro cinco' });
  live.close();
});

test('a question asked during an answer is answered after it, with both known', async () => {
  const chat = await begin();
  await ask(chat, '#slow 40\n#text primeira resposta aqui');
  await ask(chat, 'segunda pergunta');
  const answers = await answered(chat, 2);
  expect(answers.map(({ message }) => message)).toEqual(['primeira resposta aqui', 'Você disse: segunda pergunta']);
  const { body } = office.ai.requests.at(-1) ?? { body: {} };
  expect(body.messages.map(({ role }: { role: string }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
});

test('a stopped answer keeps its text, and can be written anew after changing the question', async () => {
  const chat = await begin();
  const live = await ana.live();
  await live.join(chatStreamRoom, { chatId: chat.id });
  await ask(chat, '#slow 60\n#text um dois três quatro cinco seis sete oito nove dez');
  await live.receives('new-message-stream', ({ newMessage }) => String(newMessage).includes('um'));
  expect((await ana.post(`/chatsai/${chat.id}/stop`)).status).toBe(200);
  const [stopped] = await answered(chat);
  expect([stopped?.state, stopped?.message.startsWith('um'), stopped?.message.includes('dez')]).toEqual([
    'stopped',
    true,
    false,
  ]);
  expect((await ana.post(`/chatsai/${chat.id}/again`, { message: '#text outra' })).status).toBe(200);
  expect((await answered(chat))[0]).toMatchObject({ state: 'done', message: 'outra' });
  expect(await messagesOf(chat)).toHaveLength(2);
  live.close();
});

test('a failed answer says why, and keeps the question', async () => {
  const chat = await begin();
  await ask(chat, '#quota');
  expect((await answered(chat))[0]).toMatchObject({ state: 'failed', error: 'ERR_AI_QUOTA' });
});

/** A chat in which a second question was asked while the first answer was written, which nobody writes any more. */
const left = async (company: TestCompany, seenAt: string): Promise<number> => {
  const scope = company.scope('chatai');
  const chat = await scope.sql.one<{ id: number }>(
    sql`insert into chatai.chat (title, owner_id, prompt_title, prompt_type, instructions, config)
        values ('Recurso', ${company.admin.id}, 'Recurso', 2, 'Ajude.', '{}') returning id`,
  );
  const id = chat?.id ?? 0;
  await scope.sql.run(
    sql`insert into chatai.chat_message (chat_id, actor, message, user_id, state, seen_at)
        values (${id}, 'user', 'Primeira', ${company.admin.id}, 'done', null),
               (${id}, 'assistant', 'Come', ${company.admin.id}, 'writing', ${seenAt}::timestamptz),
               (${id}, 'user', '#text Resposta à segunda.', ${company.admin.id}, 'done', null)`,
  );
  return id;
};
const ends = async (company: TestCompany, id: number) => {
  await eventually(async () => {
    const { body } = await company.admin.get<{ records: ChatMessageView[] }>(`/chatsai/${id}/messages?pageNumber=1`);
    return body.records.at(-1)?.message === 'Resposta à segunda.' && body.records;
  });
  const { body } = await company.admin.get<{ records: ChatMessageView[] }>(`/chatsai/${id}/messages?pageNumber=1`);
  return body.records.map(({ message, state, error }) => [message, state, error]);
};
const both = [
  ['Primeira', 'done', null],
  ['Come', 'failed', 'ERR_AI_NODE'],
  ['#text Resposta à segunda.', 'done', null],
  ['Resposta à segunda.', 'done', null],
];

test('a question asked before the server died is answered by the next one', async () => {
  const firm = await office.host.company();
  const id = await left(firm, new Date().toISOString());
  // The first look at a chat starts the company's writer.
  await firm.admin.get(`/chatsai/${id}`);
  expect(await ends(firm, id)).toEqual(both);
});

test('an answer whose end was not stored is given up by its running writer, and the next question is answered', async () => {
  const firm = await office.host.company();
  const prompt = { promptId, title: 'Outra', configFields: values };
  const other = (await firm.admin.post<ChatView>('/chatsai', prompt)).body;
  await firm.admin.post(`/chatsai/${other.id}/messages`, { message: '#text pronto', actor: 'user' });
  await eventually(async () => (await messagesOf(other, firm.admin)).at(-1)?.message === 'pronto');
  const id = await left(firm, new Date(Date.now() - 60_000).toISOString());
  expect(await ends(firm, id)).toEqual(both);
});

test('chats are their owner’s: colleagues see nothing, the admin reads, only the owner deletes', async () => {
  const chat = await begin('Só da Ana');
  const bruno = await shop.person('user', 'Bruno');
  const other = await office.host.company();
  for (const stranger of [bruno, other.admin])
    expect((await stranger.get<{ error: string }>(`/chatsai/${chat.uuid}/messages`)).status).toBe(404);
  expect((await shop.admin.get(`/chatsai/${chat.id}`)).status).toBe(200);
  expect((await shop.admin.delete(`/chatsai/${chat.id}`)).status).toBe(403);
  const live = await bruno.live();
  expect((await live.join(chatRoom, { chatId: chat.id })).ok).toBeUndefined();
  live.close();
  expect((await ana.delete(`/chatsai/${chat.uuid}`)).status).toBe(200);
  expect((await ana.get(`/chatsai/${chat.uuid}`)).status).toBe(404);
});

test('with the use switched off a question is refused with its reason, and the texts stay', async () => {
  const chat = await begin();
  await shop.admin.put('/ai/company-purposes', { records: [{ purpose: 'chat', isOn: false }] });
  const refused = await ask(chat, 'oi');
  expect([refused.status, refused.body.error]).toEqual([409, 'ERR_AI_OFF']);
  expect(await messagesOf(chat)).toEqual([]);
  await shop.admin.put('/ai/company-purposes', { records: [{ purpose: 'chat', isOn: true }] });
});

test('what no longer fits the model of a long chat goes on as a summary, made once for many messages and continued', async () => {
  const records = (await office.root.get<{ records: { purpose: string }[] }>('/ai/platform-purposes')).body.records;
  const windowOf = (contextTokens: number | null): Promise<unknown> =>
    office.root.put('/ai/platform-purposes', {
      records: records.map((record) => (record.purpose === 'chat' ? { ...record, contextTokens } : record)),
    });
  await windowOf(4000);
  try {
    const chat = await begin('Longo');
    const filler = 'palavra '.repeat(200);
    await ask(chat, `O número do processo é 555-A. ${filler}\n#text Anotei o processo 555-A.`);
    await answered(chat, 1);
    for (let round = 2; round <= 6; round += 1) {
      await ask(chat, `Pergunta ${round} ${filler}\n#text Resposta ${round}.`);
      await answered(chat, round);
    }
    const asked = office.ai.requests.filter(({ raw }) => raw.includes('palavra'));
    const summaries = asked.filter(({ raw }) => raw.includes('earlier part of a chat'));
    expect(summaries.length).toBeGreaterThan(0);
    // Not for every question again.
    expect(summaries.length).toBeLessThan(4);
    const last = JSON.parse(asked.at(-1)?.raw ?? '{}') as { messages: { role: string; content: string }[] };
    const sent = JSON.stringify(last.messages);
    expect(sent.length / 3.5).toBeLessThan(2200);
    expect(sent).toContain('Pergunta 6');
    expect(sent).not.toContain('O número do processo');
    const earlier = last.messages.find(({ content }) => content.includes('<earlier>'));
    expect(earlier?.role).toBe('user');
    expect(earlier?.content).toContain('Anotei o processo 555-A.');
    // Asking again after the question was changed still knows it.
    await ana.post(`/chatsai/${chat.id}/again`, { message: 'E o número?\n#text É o 555-A.' });
    await eventually(async () => (await messagesOf(chat)).at(-1)?.message === 'É o 555-A.');
    expect(office.ai.requests.at(-1)?.raw).toContain('Anotei o processo 555-A.');
  } finally {
    await windowOf(null);
  }
});

test('while summaries are off a long chat goes on with its newest messages', async () => {
  await shop.admin.put('/ai/company-purposes', { records: [{ purpose: 'summary', isOn: false }] });
  const chat = await begin('Sem resumo');
  const filler = 'termo '.repeat(9000);
  await ask(chat, `Primeira ${filler}\n#text Um.`);
  await answered(chat, 1);
  await ask(chat, 'Segunda\n#text Dois.');
  expect((await answered(chat, 2)).at(-1)).toMatchObject({ state: 'done', message: 'Dois.' });
  await shop.admin.put('/ai/company-purposes', { records: [{ purpose: 'summary', isOn: true }] });
});

test('in a company whose plan has no chats with the assistant there are none, and the other uses of AI stay', async () => {
  const chat = await begin('Antes');
  await office.host.kernel.identity.settings.set(shop.id, 'chatgptEnabled', 'disabled');
  for (const answer of [
    await ana.get<{ error: string }>('/chatsai'),
    await ana.get<{ error: string }>(`/chatsai/${chat.uuid}`),
    await ana.post<{ error: string }>('/chatsai', { promptId, title: 'x', configFields: values }),
    await ask(chat, 'Oi'),
    await ana.delete<{ error: string }>(`/chatsai/${chat.id}`),
  ])
    expect([answer.status, answer.body.error]).toEqual([404, 'ERR_PLUGIN_DISABLED']);
  const { body } = await ana.get<{ purposes: { purpose: string; isReady: boolean }[] }>('/ai/purposes');
  expect(body.purposes.find(({ purpose }) => purpose === 'suggest')?.isReady).toBe(true);
  await office.host.kernel.identity.settings.set(shop.id, 'chatgptEnabled', 'enabled');
  expect((await ana.get(`/chatsai/${chat.uuid}`)).status).toBe(200);
});
