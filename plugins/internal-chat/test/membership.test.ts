import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { Person, TestCompany, TestHost } from '@balcao/testing';
import { chatRoom, type ChatMessageView } from '../contract.ts';
import { seenOf } from '../client/data/seen.ts';
import { chatOf, companyOf, makeChat, messagesOf, say, startOffice, type Failure } from './office.ts';

let host: TestHost;
let company: TestCompany;
let paulo: Person;
const people: Person[] = [];

beforeAll(async () => {
  host = await startOffice();
  company = await companyOf(host);
  paulo = company.admin;
  for (let at = 1; at <= 24; at += 1) people.push(await company.person('user', `Pessoa ${at}`));
});
afterAll(() => host.close());

const person = (at: number): Person => {
  const found = people[at];
  if (!found) throw new Error(`there is no person ${at}`);
  return found;
};

describe('A group of 25 people', () => {
  /** Ids of the people who were notified of a message. */
  const notified = async (uuid: string, message: ChatMessageView): Promise<number[]> =>
    (
      await company.scope('notifications').sql.rows<{ id: number }>(sql`
        select user_id as id from notifications.notified where notice = ${`chat:${uuid}:${message.id}`} order by 1`)
    ).map(({ id }) => id);

  it('The first message after a line about the chat, or after a deleted message, notifies everybody who has nothing unread', async () => {
    const chat = await makeChat(paulo, people, { title: 'Toda a equipe' });
    const everybody = people.map(({ id }) => id).toSorted((one, other) => one - other);
    const first = await say(paulo, chat.id, 'Bom dia');
    expect(await notified(chat.uuid, first)).toEqual(everybody);
    const second = await say(paulo, chat.id, 'Reunião às 10h');
    expect(await notified(chat.uuid, second)).toEqual([]);
    for (const { id, seq } of [first, second]) {
      expect(seq).toBeGreaterThan(1);
      await paulo.delete(`/chats/${chat.id}/messages/${id}`);
    }
    const third = await say(paulo, chat.id, 'Reunião às 11h');
    expect(await notified(chat.uuid, third)).toEqual(everybody);
    await person(0).post(`/chats/${chat.id}/read`, {});
    await paulo.put(`/chats/${chat.id}`, { title: 'Equipe' });
    const fourth = await say(paulo, chat.id, 'Sala 2');
    expect(await notified(chat.uuid, fourth)).toEqual([person(0).id]);
  });
});

describe('People of a chat', () => {
  const idsOf = async (chatId: number): Promise<number[]> =>
    (await chatOf(paulo, chatId)).users.map(({ userId }) => userId).toSorted((one, other) => one - other);

  it('Who adds one person and removes another changes nobody else, whoever left or joined meanwhile', async () => {
    const chat = await makeChat(paulo, [person(0), person(1), person(2)], { title: 'Mutirão' });
    await person(1).post(`/chats/${chat.id}/leave`);
    await paulo.put(`/chats/${chat.id}`, { add: [person(3).id] });
    const change = await paulo.put(`/chats/${chat.id}`, { add: [person(4).id], remove: [person(2).id, person(5).id] });
    expect(change.status).toBe(200);
    expect(await idsOf(chat.id)).toEqual([paulo, person(0), person(3), person(4)].map(({ id }) => id));
    const lines = (await messagesOf(paulo, chat.id)).flatMap(({ system }) => (system ? [system] : []));
    expect(lines.slice(-3)).toMatchObject([
      { type: 'added', names: ['Pessoa 4'] },
      { type: 'added', names: ['Pessoa 5'] },
      { type: 'removed', names: ['Pessoa 3'] },
    ]);
    const none = await paulo.put<Failure>(`/chats/${chat.id}`, { remove: [0, 3, 4].map((at) => person(at).id) });
    expect([none.status, none.body.fields]).toEqual([400, { users: 'ERR_CHAT_NO_USERS' }]);
  });

  it('A message was seen only by people who were in the chat when it was written', async () => {
    const chat = await makeChat(paulo, [person(0), person(1)], { title: 'Prazos' });
    const message = await say(paulo, chat.id, 'Prazo dia 10');
    await person(0).post(`/chats/${chat.id}/read`, {});
    await paulo.put(`/chats/${chat.id}`, { add: [person(2).id], sharesPast: true });
    await paulo.put(`/chats/${chat.id}`, { add: [person(3).id] });
    const ids = async () => {
      const { seen, unseen } = seenOf(message, await chatOf(paulo, chat.id));
      return { seen: seen.map(({ userId }) => userId), unseen: unseen.map(({ userId }) => userId) };
    };
    expect(await ids()).toEqual({ seen: [person(0).id], unseen: [person(1).id] });
    // A person who was removed and comes back was not there in between.
    await paulo.put(`/chats/${chat.id}`, { remove: [person(1).id] });
    await paulo.put(`/chats/${chat.id}`, { add: [person(1).id] });
    expect(await ids()).toEqual({ seen: [person(0).id], unseen: [] });
  });
});

it('A person who is added to a group again joins the room of its open thread again', async () => {
  const [ana, rui] = [person(0), person(1)];
  const chat = await makeChat(paulo, [ana, rui], { title: 'Plantão' });
  const page = io(host.url, { transports: ['websocket'], reconnection: false, auth: { token: ana.token } });
  await new Promise((resolve) => page.once('connect', () => resolve(undefined)));
  const join = () => page.emitWithAck('join', { room: chatRoom.id, params: { chatId: chat.id } });
  expect(await join()).toEqual({ ok: true });
  const left = new Promise((resolve) => page.once('left', resolve));
  await paulo.put(`/chats/${chat.id}`, { remove: [ana.id] });
  await left;
  expect(await join()).toMatchObject({ error: expect.any(String) as string });
  const mayJoin = new Promise((resolve) => page.once('may-join', () => resolve(true)));
  await paulo.put(`/chats/${chat.id}`, { add: [ana.id] });
  expect(await mayJoin).toBe(true);
  expect(await join()).toEqual({ ok: true });
  page.close();
});
