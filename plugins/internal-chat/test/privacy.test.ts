import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import { notificationsRoom } from '@balcao/notifications/contract';
import { tickets } from '@balcao/tickets/contract';
import {
  chatRoom,
  fileRoom,
  personRoom,
  purgeJob,
  type ChatMessageView,
  type ChatView,
  type SharedTicket,
} from '../contract.ts';
import { indexesOf } from '../../../scripts/test/due-indexes.ts';
import { companiesDue, dueNow } from '../../../scripts/test/due-jobs.ts';
import { purge, purgeDue } from '../server/purge.ts';
import { companyOf, formOf, makeChat, messagesOf, say, startOffice, type Failure } from './office.ts';

let host: TestHost;
let company: TestCompany;
let paulo: Person;
let marina: Person;
let outsider: Person;
let stranger: Person;
let chat: ChatView;
let withFile: ChatMessageView;

beforeAll(async () => {
  host = await startOffice();
  company = await companyOf(host);
  paulo = company.admin;
  marina = await company.person('user', 'Marina Alves');
  outsider = await company.person('admin', 'De fora');
  stranger = (await companyOf(host)).admin;
  chat = await makeChat(paulo, [marina]);
  const form = formOf({ body: 'Sigiloso' }, [{ name: 'acordo.txt', type: 'text/plain', content: 'valores' }]);
  withFile = (await marina.post<ChatMessageView>(`/chats/${chat.id}/messages`, form)).body;
});
afterAll(() => host.close());

const fetchFile = async (person: Person, path: string | null): Promise<number> =>
  (await fetch(`${host.url}${path ?? ''}?t=${encodeURIComponent(person.mediaToken)}`)).status;

it('Nobody outside a chat reads, changes or learns anything of it, of the same company or of another', async () => {
  const at = `/chats/${chat.id}`;
  for (const person of [outsider, stranger]) {
    const answers = await Promise.all([
      person.get<Failure>(at),
      person.get<Failure>(`/chats/${chat.uuid}`),
      person.get<Failure>(`${at}/messages`),
      person.get<Failure>(`${at}/shared`),
      person.get<Failure>(`${at}/messages?beforeSeq=9`),
      person.get<Failure>(`${at}/messages?afterSeq=0`),
      person.post<Failure>(`${at}/messages`, { message: 'x' }),
      person.post<Failure>(
        `${at}/messages`,
        formOf({ body: 'x', fromMe: 'true' }, [{ name: 'a.txt', type: 'text/plain', content: 'a' }]),
      ),
      person.post<Failure>(`${at}/read`),
      person.put<Failure>(at, { title: 'x' }),
      person.delete<Failure>(at),
      person.post<Failure>(`${at}/restore`),
      person.post<Failure>(`${at}/leave`),
      person.put<Failure>(`${at}/mute`, { isMuted: true }),
      person.put<Failure>(`${at}/messages/${withFile.id}`, { message: 'x' }),
      person.delete<Failure>(`${at}/messages/${withFile.id}`),
      person.post<Failure>(`${at}/messages/${withFile.id}/restore`),
      person.post<Failure>(`${at}/messages/${withFile.id}/reaction`, { emoji: '👍' }),
    ]);
    expect(answers.map(({ status, body }) => `${status} ${body.error}`)).toEqual(
      answers.map(() => '404 ERR_NO_CHAT_FOUND'),
    );
    for (const list of [
      '/chats',
      '/chats?searchParam=marina',
      '/chats-search?searchParam=sigiloso',
      '/chats-search?searchParam=acordo',
      `/chats-search?searchParam=sigiloso&chatId=${chat.id}`,
    ])
      expect((await person.get<{ records: object[] }>(list)).body.records, list).toEqual([]);
    expect((await person.get('/chats-unread')).body).toEqual({ chats: 0, mentions: 0 });
  }
  const colleagues = (await stranger.get<{ id: number }[]>('/chats-people')).body.map(({ id }) => id);
  expect(colleagues).not.toContain(marina.id);
  const own = await makeChat(stranger, [await (await companyOf(host)).person()]).catch((error: Error) => error.message);
  expect(own).toContain('ERR_NO_USER_FOUND');
});

it('A message of another chat is neither quoted nor changed by its number', async () => {
  const other = await makeChat(paulo, [outsider], { title: 'Outra' });
  const quoted = await outsider.post<Failure>(`/chats/${other.id}/messages`, {
    message: 'x',
    quotedMessageId: withFile.id,
  });
  expect([quoted.status, quoted.body.error]).toEqual([404, 'ERR_NO_CHAT_MESSAGE_FOUND']);
  const moved = await outsider.delete<Failure>(`/chats/${other.id}/messages/${withFile.id}`);
  expect([moved.status, moved.body.error]).toEqual([404, 'ERR_NO_CHAT_MESSAGE_FOUND']);
});

it('The rooms of a chat, its files and another person are closed', async () => {
  for (const person of [outsider, stranger]) {
    const live = await person.live();
    expect(await live.join(chatRoom, { chatId: chat.id })).toMatchObject({ error: 'ERR_NO_PERMISSION' });
    expect(await live.join(personRoom, { userId: marina.id })).toMatchObject({ error: 'ERR_NO_PERMISSION' });
    expect(await live.join(fileRoom, { key: chat.uuid })).toMatchObject({ error: 'ERR_NO_PERMISSION' });
    expect(await live.send(chatRoom, { chatId: chat.id }, 'typing', { state: 'typing' })).toHaveProperty('error');
  }
});

it('The address of a file opens for members alone, and no longer once its message is deleted', async () => {
  expect(await fetchFile(marina, withFile.mediaUrl)).toBe(200);
  expect(await fetchFile(outsider, withFile.mediaUrl)).toBe(404);
  expect(await fetchFile(stranger, withFile.mediaUrl)).toBe(404);
  await marina.delete(`/chats/${chat.id}/messages/${withFile.id}`);
  expect(await fetchFile(paulo, withFile.mediaUrl)).toBe(404);
  await marina.post(`/chats/${chat.id}/messages/${withFile.id}/restore`);
  expect(await fetchFile(paulo, withFile.mediaUrl)).toBe(200);
});

it('A person who is removed loses messages, files and live rooms at once', async () => {
  const tiago = await company.person('user', 'Tiago Nunes');
  await paulo.put(`/chats/${chat.id}`, { users: [marina.id, tiago.id], sharesPast: true });
  expect(await fetchFile(tiago, withFile.mediaUrl)).toBe(200);
  const live = await tiago.live();
  await live.join(personRoom, { userId: tiago.id });
  await live.join(chatRoom, { chatId: chat.id });
  await live.join(notificationsRoom, { userId: tiago.id });
  await say(paulo, chat.id, 'Ainda com o Tiago');
  await paulo.put(`/chats/${chat.id}`, { users: [marina.id] });
  await live.receives('withdrawn', ({ tag }) => tag === `chat:${chat.id}`);
  await live.receives('gone', ({ chatId }) => chatId === chat.id);
  expect(await fetchFile(tiago, withFile.mediaUrl)).toBe(404);
  expect((await tiago.get<Failure>(`/chats/${chat.id}/messages`)).status).toBe(404);
  const after = await say(marina, chat.id, 'Sem o Tiago');
  const witness = await marina.live();
  await witness.join(chatRoom, { chatId: chat.id });
  expect(await live.join(chatRoom, { chatId: chat.id })).toMatchObject({ error: 'ERR_NO_PERMISSION' });
  expect(live.received.some(({ data }) => (data['message'] as ChatMessageView | undefined)?.id === after.id)).toBe(
    false,
  );
});

it('The notification of a deleted message disappears with it, and that of an older one stays', async () => {
  const live = await marina.live();
  await live.join(notificationsRoom, { userId: marina.id });
  const group = await makeChat(paulo, [marina], { title: 'Engano' });
  const [older, newest] = [await say(paulo, group.id, 'Fica'), await say(paulo, group.id, 'Não era para cá')];
  const withdrawn = () =>
    live.received.filter(({ event, data }) => event === 'withdrawn' && data['tag'] === `chat:${group.id}`);
  await paulo.delete(`/chats/${group.id}/messages/${older.id}`);
  await paulo.delete(`/chats/${group.id}/messages/${newest.id}`);
  await live.receives('withdrawn', ({ tag }) => tag === `chat:${group.id}`);
  expect(withdrawn()).toHaveLength(1);
  const last = await say(paulo, group.id, 'Também não');
  await paulo.put(`/chats/${group.id}`, { title: 'Sem engano' });
  await paulo.delete(`/chats/${group.id}/messages/${last.id}`);
  await expect.poll(() => withdrawn().length).toBe(2);
});

it('What was deleted is gone for good once it cannot be undone, text and file', async () => {
  const form = formOf({ body: 'Apague' }, [{ name: 'errado.txt', type: 'text/plain', content: 'errado' }]);
  const sent = (await marina.post<ChatMessageView>(`/chats/${chat.id}/messages`, form)).body;
  await marina.delete(`/chats/${chat.id}/messages/${sent.id}`);
  const scope = company.scope('internal-chat');
  await scope.sql.run(sql`
    update internal_chat.message set deleted_at = now() - interval '5 minutes' where id = ${sent.id}`);
  await purge(scope);
  const late = await marina.post<Failure>(`/chats/${chat.id}/messages/${sent.id}/restore`);
  expect([late.status, late.body.error]).toEqual([403, 'ERR_UNDO_OVER']);
  const row = await scope.sql.one<object>(
    sql`select body, media_path from internal_chat.message where id = ${sent.id}`,
  );
  expect(row).toEqual({ body: '', media_path: null });
  await expect(scope.storage.read(sent.mediaUrl?.replace('/public/', '') ?? '')).rejects.toThrow('ERR_NO_FILE_FOUND');
});

it('The job removes deleted messages and chats in the companies that have some, and in those only', async () => {
  const other = await companyOf(host);
  const colleague = await other.person();
  const [kept, gone] = [await makeChat(other.admin, [colleague]), await makeChat(other.admin, [colleague])];
  const sent = await say(other.admin, kept.id, 'Apague');
  const { sql: database } = other.scope('internal-chat');
  const isDue = async () => (await companiesDue(host, purgeDue)).includes(other.id);
  const byJob = (isDone: () => Promise<boolean>) =>
    eventually(async () => {
      await dueNow(host, purgeJob);
      return isDone();
    });
  await other.admin.delete(`/chats/${kept.id}/messages/${sent.id}`);
  expect(await isDue()).toBe(false);
  await database.run(
    sql`update internal_chat.message set deleted_at = now() - interval '5 minutes' where id = ${sent.id}`,
  );
  await byJob(
    async () =>
      (await database.one<{ body: string }>(sql`select body from internal_chat.message where id = ${sent.id}`))
        ?.body === '',
  );
  expect(await isDue()).toBe(false);
  await other.admin.delete(`/chats/${gone.id}`);
  expect(await isDue()).toBe(false);
  await database.run(
    sql`update internal_chat.chat set deleted_at = now() - interval '5 minutes' where id = ${gone.id}`,
  );
  await byJob(async () => !(await database.one(sql`select 1 from internal_chat.chat where id = ${gone.id}`)));
  expect(await isDue()).toBe(false);
  expect(await indexesOf(host, purgeDue)).toEqual(['message_deleted', 'chat_deleted']);
});

it('A conversation with a customer is shared only by people who may open it, and read only by those', async () => {
  const queue = (await paulo.post<{ id: number }>('/queue', { name: 'Cível', color: '#4e8ce6' })).body.id;
  const line = await company.scope('tickets').sql.one<{ id: number }>(sql`
    insert into connections.connection (name, channel, status) values ('Recepção', 'test', 'CONNECTED') returning id`);
  const contact = await paulo.post<{ id: number }>('/contacts', { name: 'Maria Aparecida', number: '5511950010001' });
  const ticket = await company.scope('tickets').sql.one<{ id: number }>(sql`
    insert into tickets.ticket (status, contact_id, whatsapp_id, channel, queue_id)
    values ('open', ${contact.body.id}, ${line?.id ?? 0}, 'test', ${queue}) returning id`);
  const ticketId = ticket?.id ?? 0;
  expect(await company.scope('internal-chat').find(tickets)?.find(ticketId)).toBeDefined();
  const refused = await marina.post<Failure>(`/chats/${chat.id}/messages`, { message: '', ticketId });
  expect(refused.status).toBe(403);
  await say(paulo, chat.id, 'Falta assinar', { ticketId });
  expect((await messagesOf(marina, chat.id)).at(-1)).toMatchObject({ ticketId });
  const card = async (person: Person) => (await person.get<SharedTicket[]>(`/chats-tickets?ids=${ticketId}`)).body;
  expect(await card(paulo)).toMatchObject([{ isVisible: true, contact: { name: 'Maria Aparecida' } }]);
  expect(await card(marina)).toEqual([{ id: ticketId, isVisible: false }]);
  expect(await card(stranger)).toEqual([{ id: ticketId, isVisible: false }]);
});

it('Clients of the specified protocol join chats by their names, and only their own', async () => {
  const [own, other] = [await marina.live(), await outsider.live()];
  const name = `company-${company.id}-chat-${chat.id}`;
  expect(await own.emit(name)).toEqual({ ok: true });
  expect(await own.emit(`company-${company.id}-chat`)).toEqual({ ok: true });
  expect(await other.emit(name)).toHaveProperty('error');
  const sent = await say(paulo, chat.id, 'Pelo nome publicado');
  await own.receives(
    name,
    ({ action, newMessage }) => action === 'new-message' && (newMessage as ChatMessageView).id === sent.id,
  );
  const personal = (person: Person) => `company-${company.id}-chat-user-${person.id}`;
  expect(await own.emit(personal(marina))).toEqual({ ok: true });
  expect(await other.emit(personal(marina))).toHaveProperty('error');
  await paulo.put(`/chats/${chat.id}`, { title: 'Renomeada' });
  await own.receives(
    personal(marina),
    ({ action, record }) => action === 'update' && (record as { id: number }).id === chat.id,
  );
  const closed = await makeChat(paulo, [marina], { title: 'Passageira' });
  await paulo.delete(`/chats/${closed.id}`);
  await own.receives(`company-${company.id}-chat`, ({ action, id }) => action === 'delete' && id === closed.id);
});
