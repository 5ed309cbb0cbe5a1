import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { Person, TestCompany, TestHost } from '@balcao/testing';
import { chatRoom, personRoom, type ChatMessageView, type ChatView } from '../contract.ts';
import { chatOf, companyOf, formOf, makeChat, messagesOf, say, startOffice, unreadOf, type Failure } from './office.ts';

let host: TestHost;
let company: TestCompany;
let paulo: Person;
let marina: Person;
let renata: Person;
let tiago: Person;

beforeAll(async () => {
  host = await startOffice();
  company = await companyOf(host);
  paulo = company.admin;
  [marina, renata, tiago] = [
    await company.person('user', 'Marina Alves'),
    await company.person('user', 'Renata Lima'),
    await company.person('user', 'Tiago Nunes'),
  ];
});
afterAll(() => host.close());

describe('Chats, channels and direct chats', () => {
  it('A chat needs a title and at least one person, and says so in the specified words', async () => {
    const untitled = await paulo.post<Failure>('/chats', { users: [marina.id], title: ' ' });
    expect([untitled.status, untitled.body.fields]).toEqual([400, { title: 'ERR_CHAT_NO_TITLE' }]);
    const empty = await paulo.post<Failure>('/chats', { users: [], title: 'Mutirão' });
    expect([empty.status, empty.body.fields]).toEqual([400, { users: 'ERR_CHAT_NO_USERS' }]);
  });

  it('Creating needs chat:create; a member without it writes and answers all the same', async () => {
    expect((await marina.post<Failure>('/chats', { users: [paulo.id], title: 'Minha' })).status).toBe(403);
    const chat = await makeChat(paulo, [marina]);
    expect((await say(marina, chat.id, 'Bom dia')).fromMe).toBe(true);
  });

  it('A direct chat exists once, whoever opens it, and carries the other person’s name', async () => {
    const gestor = await company.person('gestor', 'Helena Prado');
    const made = await Promise.all([
      makeChat(paulo, [gestor], { isDirect: true }),
      makeChat(gestor, [paulo], { isDirect: true }),
    ]);
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(made.map(({ title }) => title)).toEqual(['Helena Prado', 'Admin']);
    expect((await paulo.delete<Failure>(`/chats/${made[0].id}`)).status).toBe(403);
  });

  it('In a channel only the owner writes, also with a file', async () => {
    const channel = await makeChat(paulo, [marina], { title: 'Avisos', isChannel: true });
    const refused = await marina.post<Failure>(`/chats/${channel.id}/messages`, { message: 'Oi' });
    expect([refused.status, refused.body.error]).toEqual([403, 'ERR_CHANNEL_OWNER_ONLY']);
    const form = formOf({ body: 'Oi', fromMe: 'true' }, [{ name: 'a.txt', type: 'text/plain', content: 'a' }]);
    expect((await marina.post<Failure>(`/chats/${channel.id}/messages`, form)).status).toBe(403);
    expect((await messagesOf(paulo, channel.id)).every(({ senderId }) => senderId === paulo.id)).toBe(true);
    await say(paulo, channel.id, 'Recesso de 20/12 a 20/01');
    const all = await marina.get<{ records: ChatView[] }>('/chats?kind=channels');
    expect(all.body.records.map(({ id, lastMessage, unreads }) => [id, lastMessage, unreads])).toEqual([
      [channel.id, 'Recesso de 20/12 a 20/01', 1],
    ]);
  });

  it('Only the owner changes and deletes a chat, and a deletion can be undone', async () => {
    const chat = await makeChat(paulo, [marina, renata]);
    for (const refused of [
      await marina.put<Failure>(`/chats/${chat.id}`, { title: 'Meu' }),
      await marina.delete<Failure>(`/chats/${chat.id}`),
    ])
      expect([refused.status, refused.body.error]).toEqual([403, 'ERR_NOT_CHAT_OWNER']);
    await paulo.put(`/chats/${chat.id}`, { title: 'Mutirão INSS', users: [{ id: marina.id }, { id: tiago.id }] });
    expect((await chatOf(tiago, chat.id)).title).toBe('Mutirão INSS');
    expect((await renata.get<Failure>(`/chats/${chat.id}`)).status).toBe(404);
    await paulo.delete(`/chats/${chat.id}`);
    expect((await marina.get<Failure>(`/chats/${chat.id}`)).status).toBe(404);
    expect((await marina.post<Failure>(`/chats/${chat.id}/restore`)).status).toBe(404);
    expect((await paulo.post(`/chats/${chat.id}/restore`)).status).toBe(200);
    expect((await chatOf(marina, chat.id)).title).toBe('Mutirão INSS');
  });

  it('A new member reads from the day of joining, unless the owner shares the past', async () => {
    const chat = await makeChat(paulo, [marina]);
    await say(marina, chat.id, 'Segredo antigo');
    await paulo.put(`/chats/${chat.id}`, { users: [marina.id, tiago.id] });
    await say(marina, chat.id, 'Bem-vindo');
    const words = async (person: Person) =>
      (await messagesOf(person, chat.id)).filter(({ system }) => !system).map(({ message }) => message);
    expect(await words(tiago)).toEqual(['Bem-vindo']);
    await paulo.put(`/chats/${chat.id}`, { users: [marina.id, tiago.id, renata.id], sharesPast: true });
    expect(await words(renata)).toEqual(['Segredo antigo', 'Bem-vindo']);
  });

  it('A chat whose owner is removed from the company passes to its first member, and the name stays', async () => {
    const gestor = await company.person('gestor', 'Otávio Reis');
    const chat = await makeChat(gestor, [marina, tiago]);
    await say(gestor, chat.id, 'Até logo');
    await paulo.delete(`/users/${gestor.id}`);
    const seen = await chatOf(marina, chat.id);
    expect([seen.ownerId, seen.memberCount]).toEqual([Math.min(marina.id, tiago.id), 2]);
    expect((await messagesOf(marina, chat.id)).at(-1)).toMatchObject({
      senderId: null,
      sender: { name: 'Otávio Reis' },
    });
  });
});

describe('Messages', () => {
  let chat: ChatView;
  beforeAll(async () => {
    chat = await makeChat(paulo, [marina, renata, tiago], { title: 'Mesa' });
  });

  it('A message repeated by its browser is stored once, also when both copies arrive together', async () => {
    const send = () => say(marina, chat.id, 'Chegou?', { clientId: 'one' });
    const sent = await Promise.all([send(), send(), send()]);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
  });

  it('Mentions are kept by person: they survive a new name, and only the owner mentions everybody', async () => {
    const message = await say(marina, chat.id, `@[${renata.id}] protocola?`, { quotedUsersId: `[${tiago.id}]` });
    expect(message.quotedUsersId).toEqual([renata.id, tiago.id].toSorted((one, other) => one - other));
    expect((await chatOf(renata, chat.id)).mentionedIn).toBe(1);
    await paulo.put(`/users/${renata.id}`, { name: 'Renata Lima Souza' });
    expect((await messagesOf(marina, chat.id)).at(-1)?.mentions.map(({ name }) => name)).toContain('Renata Lima Souza');
    const all = await marina.post<Failure>(`/chats/${chat.id}/messages`, { message: '@[0] olhem' });
    expect([all.status, all.body.error]).toEqual([403, 'ERR_MENTION_ALL_OWNER_ONLY']);
    await say(paulo, chat.id, '@[0] reunião');
    expect((await chatOf(tiago, chat.id)).mentionedIn).toBe(2);
  });

  it('A quote shows its message, and loses the text when that is deleted', async () => {
    const first = await say(renata, chat.id, 'Saiu o CNIS');
    const answer = await say(marina, chat.id, 'Que bom', { quotedMessageId: first.id, quotedChatUserId: renata.id });
    expect(answer.quoted).toMatchObject({ id: first.id, message: 'Saiu o CNIS', isDeleted: false });
    await renata.delete(`/chats/${chat.id}/messages/${first.id}`);
    const seen = (await messagesOf(tiago, chat.id)).find(({ id }) => id === answer.id);
    expect(seen?.quoted).toMatchObject({ message: '', isDeleted: true });
  });

  it('An answer that was being written is sent although the quoted message was deleted meanwhile', async () => {
    const first = await say(renata, chat.id, 'Alguém tem a procuração?');
    await renata.delete(`/chats/${chat.id}/messages/${first.id}`);
    const answer = await say(marina, chat.id, 'Tenho, segue', { quotedMessageId: first.id });
    expect(answer).toMatchObject({ message: 'Tenho, segue', quoted: { id: first.id, message: '', isDeleted: true } });
  });

  it('The author edits, deletes and undoes; two windows do not overwrite each other; nobody else may', async () => {
    const message = await say(marina, chat.id, 'Prazo dia 10');
    const at = `/chats/${chat.id}/messages/${message.id}`;
    expect((await renata.put<Failure>(at, { message: 'x' })).body.error).toBe('ERR_NOT_YOUR_MESSAGE');
    expect((await renata.delete<Failure>(at)).body.error).toBe('ERR_NOT_YOUR_MESSAGE');
    await marina.put(at, { message: 'Prazo dia 11', known: 'Prazo dia 10' });
    const late = await marina.put<Failure>(at, { message: 'Prazo dia 12', known: 'Prazo dia 10' });
    expect([late.status, late.body.error]).toEqual([409, 'ERR_CHAT_MESSAGE_CHANGED']);
    expect((await marina.delete<ChatMessageView>(at)).body).toMatchObject({ isDeleted: true, message: '' });
    expect((await marina.post<ChatMessageView>(`${at}/restore`)).body).toMatchObject({
      isDeleted: false,
      message: 'Prazo dia 11',
    });
    await company.scope('internal-chat').sql.run(sql`
      update internal_chat.message set created_at = now() - interval '25 hours' where id = ${message.id}`);
    expect((await marina.put<Failure>(at, { message: 'x' })).body.error).toBe('ERR_CHAT_MESSAGE_TOO_OLD');
  });

  it('A file and a reaction reach the others, and search finds words and file names in one’s own chats alone', async () => {
    const form = formOf({ body: 'Segue', fromMe: 'true', clientId: 'files' }, [
      { name: 'CNIS-Maria.txt', type: 'text/plain', content: 'vínculos' },
      { name: 'Procuração.txt', type: 'text/plain', content: 'outorga' },
    ]);
    const sent = await marina.post<ChatMessageView>(`/chats/${chat.id}/messages`, form);
    expect(sent.body).toMatchObject({ message: 'Segue', mediaName: 'CNIS-Maria.txt', mediaType: 'document' });
    await tiago.post(`/chats/${chat.id}/messages/${sent.body.id}/reaction`, { emoji: '👍' });
    expect((await messagesOf(renata, chat.id)).find(({ id }) => id === sent.body.id)?.reactions).toEqual([
      { userId: tiago.id, emoji: '👍', name: 'Tiago Nunes' },
    ]);
    const hits = async (person: Person, term: string) =>
      (await person.get<{ records: ChatMessageView[] }>(`/chats-search?searchParam=${encodeURIComponent(term)}`)).body
        .records;
    expect((await hits(renata, 'procuracao')).map(({ mediaName }) => mediaName)).toEqual(['Procuração.txt']);
    expect(await hits(await company.person('admin', 'De fora'), 'procuracao')).toEqual([]);
  });

  it('A reaction is one emoji of a person: another replaces it, an empty one takes it back, and a word is none', async () => {
    const message = await say(marina, chat.id, 'Ganhamos!');
    const react = (person: Person, emoji: string) =>
      person.post<ChatMessageView>(`/chats/${chat.id}/messages/${message.id}/reaction`, { emoji });
    await Promise.all([react(tiago, '👍'), react(renata, '❤️'), react(paulo, '👍')]);
    await react(renata, '👍');
    const shown = async () =>
      (await messagesOf(marina, chat.id))
        .find(({ id }) => id === message.id)
        ?.reactions.map(({ userId, emoji }) => `${userId} ${emoji}`)
        .toSorted();
    expect(await shown()).toEqual([paulo, renata, tiago].map(({ id }) => `${id} 👍`).toSorted());
    await react(renata, '');
    expect(await shown()).toEqual([paulo, tiago].map(({ id }) => `${id} 👍`).toSorted());
    for (const none of ['ok', '👍👍', '<b>']) expect([none, (await react(renata, none)).status]).toEqual([none, 400]);
  });

  it('A search in one chat finds only there, newest first, page by page', async () => {
    const [own, other] = [
      await makeChat(paulo, [marina], { title: 'Acervo' }),
      await makeChat(paulo, [marina], { title: 'Outro' }),
    ];
    await say(marina, other.id, 'petição de fora');
    for (let at = 1; at <= 35; at += 1) await say(at % 2 ? marina : paulo, own.id, `Petição ${at}`);
    const found = async (before?: number) =>
      (
        await marina.get<{ records: ChatMessageView[]; hasMore: boolean }>(
          `/chats-search?searchParam=peticao&chatId=${own.id}${before === undefined ? '' : `&before=${before}`}`,
        )
      ).body;
    const first = await found();
    expect(first.records.map(({ message }) => message)).toEqual(
      Array.from({ length: 30 }, (_none, at) => `Petição ${35 - at}`),
    );
    const rest = await found(first.records.at(-1)?.id);
    expect([first.hasMore, rest.hasMore]).toEqual([true, false]);
    expect(rest.records.map(({ message }) => message)).toEqual([5, 4, 3, 2, 1].map((at) => `Petição ${at}`));
  });

  it('Files of the whole chat are listed and counted, page by page, without deleted ones and those before one joined', async () => {
    const own = await makeChat(paulo, [marina], { title: 'Arquivo' });
    const attach = async (name: string) =>
      (
        await paulo.post<ChatMessageView>(
          `/chats/${own.id}/messages`,
          formOf({ body: '' }, [{ name, type: 'text/plain', content: name }]),
        )
      ).body;
    const all = [];
    for (let at = 1; at <= 32; at += 1) all.push(await attach(`${at}.txt`));
    await paulo.delete(`/chats/${own.id}/messages/${all[30]?.id}`);
    type Shared = { files: ChatMessageView[]; hasMore: boolean; fileCount: number };
    const shared = async (person: Person, query = '') =>
      (await person.get<Shared>(`/chats/${own.id}/shared${query}`)).body;
    const first = await shared(marina);
    expect([first.fileCount, first.hasMore, first.files[0]?.mediaName, first.files[1]?.mediaName]).toEqual([
      31,
      true,
      '32.txt',
      '30.txt',
    ]);
    const rest = await shared(marina, `?beforeSeq=${first.files.at(-1)?.seq}`);
    expect([rest.hasMore, rest.files.map(({ mediaName }) => mediaName)]).toEqual([false, ['1.txt']]);
    await paulo.put(`/chats/${own.id}`, { users: [marina.id, tiago.id] });
    expect(await shared(tiago)).toMatchObject({ files: [], fileCount: 0 });
  });

  it('Everybody sees messages, typing and who has seen, live, also under the specified room names', async () => {
    const [live, other] = [await renata.live(), await marina.live()];
    await live.join(personRoom, { userId: renata.id });
    await live.join(chatRoom, { chatId: chat.id });
    await other.join(chatRoom, { chatId: chat.id });
    const sent = await say(marina, chat.id, 'Ao vivo');
    await live.receives('message', ({ message }) => (message as ChatMessageView).id === sent.id);
    await other.send(chatRoom, { chatId: chat.id }, 'typing', { state: 'typing' });
    await live.receives('typing', ({ userId }) => userId === marina.id);
    await renata.post(`/chats/${chat.id}/read`, { userId: renata.id });
    await other.receives('seen', ({ userId, readSeq }) => userId === renata.id && readSeq === sent.seq);
    await live.receives('read', ({ chatId }) => chatId === chat.id);
    expect(await unreadOf(renata, chat.id)).toBe(0);
  });
});
