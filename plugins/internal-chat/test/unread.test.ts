import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LiveClient, Person, TestCompany, TestHost } from '@balcao/testing';
import { personRoom, type ChatMessageView } from '../contract.ts';
import { chatOf, companyOf, makeChat, messagesOf, say, startOffice, unreadOf } from './office.ts';

let host: TestHost;
let company: TestCompany;
let paulo: Person;
let marina: Person;

beforeAll(async () => {
  host = await startOffice();
  company = await companyOf(host);
  paulo = company.admin;
  marina = await company.person('user', 'Marina Alves');
});
afterAll(() => host.close());

const badge = async (person: Person) => (await person.get<{ chats: number; mentions: number }>('/chats-unread')).body;

it('A late answer of an older window never makes read messages unread again', async () => {
  const chat = await makeChat(paulo, [marina]);
  const [first, , third] = [
    await say(paulo, chat.id, '1'),
    await say(paulo, chat.id, '2'),
    await say(paulo, chat.id, '3'),
  ];
  await Promise.all([
    marina.post(`/chats/${chat.id}/read`, { seq: third.seq }),
    marina.post(`/chats/${chat.id}/read`, { seq: first.seq }),
  ]);
  await marina.post(`/chats/${chat.id}/read`, { seq: first.seq });
  expect(await unreadOf(marina, chat.id)).toBe(0);
  await marina.post(`/chats/${chat.id}/read`, { seq: 9_000_000 });
  await say(paulo, chat.id, '4');
  expect(await unreadOf(marina, chat.id)).toBe(1);
});

it('A deleted message is unread for nobody, and counts again when the deletion is undone', async () => {
  const chat = await makeChat(paulo, [marina]);
  await say(paulo, chat.id, 'fica');
  const message = await say(paulo, chat.id, `@[${marina.id}] sai`);
  const counts = async () => [(await chatOf(marina, chat.id)).unreads, (await chatOf(marina, chat.id)).mentionedIn];
  expect(await counts()).toEqual([2, 1]);
  await paulo.delete(`/chats/${chat.id}/messages/${message.id}`);
  expect(await counts()).toEqual([1, 0]);
  expect((await chatOf(marina, chat.id)).lastMessage).toBe('fica');
  await paulo.post(`/chats/${chat.id}/messages/${message.id}/restore`);
  expect(await counts()).toEqual([2, 1]);
  expect(await unreadOf(paulo, chat.id)).toBe(0);
});

it('A muted chat counts in its row, and in the badge only where it mentions the person', async () => {
  const reader = await company.person('user', 'Carla Prado');
  const chat = await makeChat(paulo, [reader]);
  await reader.put(`/chats/${chat.id}/mute`, { isMuted: true });
  await say(paulo, chat.id, 'silêncio');
  expect([await unreadOf(reader, chat.id), await badge(reader)]).toEqual([1, { chats: 0, mentions: 0 }]);
  await say(paulo, chat.id, `@[${reader.id}] olhe`);
  expect(await badge(reader)).toEqual({ chats: 1, mentions: 1 });
  await reader.put(`/chats/${chat.id}/mute`, { isMuted: false });
  expect([await unreadOf(reader, chat.id), await badge(reader)]).toEqual([2, { chats: 1, mentions: 1 }]);
});

/** A person's window: what it received live, completed by what it missed while it was away. */
class Window {
  readonly person: Person;
  readonly chatId: number;
  readonly seen = new Map<number, number>();
  live: LiveClient | undefined;
  constructor(person: Person, chatId: number) {
    this.person = person;
    this.chatId = chatId;
  }
  async connect(): Promise<void> {
    const live = await this.person.live();
    await live.join(personRoom, { userId: this.person.id });
    // Only then may it be disconnected: nobody answers the join of a closed socket.
    this.live = live;
  }
  take(messages: readonly Pick<ChatMessageView, 'seq' | 'id'>[]): void {
    for (const { seq, id } of messages) this.seen.set(seq, id);
  }
  disconnect(): void {
    this.live?.close();
    this.takeReceived();
    this.live = undefined;
  }
  takeReceived(): void {
    const received = this.live?.received.filter(({ event }) => event === 'message') ?? [];
    this.take(received.map(({ data }) => data['message'] as ChatMessageView));
  }
  get endOfOrder(): number {
    let end = 0;
    while (this.seen.has(end + 1)) end += 1;
    return end;
  }
  async heal(): Promise<void> {
    for (;;) {
      const { body } = await this.person.get<{ records: ChatMessageView[]; hasMore: boolean }>(
        `/chats/${this.chatId}/messages?afterSeq=${this.endOfOrder}`,
      );
      this.take(body.records);
      if (!body.hasMore) return;
    }
  }
}

const people = Number(process.env['CHAT_PEOPLE'] ?? 12);
const rate = Number(process.env['CHAT_RATE'] ?? 50);
const seconds = Number(process.env['CHAT_SECONDS'] ?? 3);

it('A crowd that writes at once while its people disconnect reads one order, with exact unread counts', async () => {
  const crowd: Person[] = [paulo];
  while (crowd.length < people) crowd.push(await company.person('user', `Pessoa ${crowd.length}`));
  const chat = await makeChat(paulo, crowd.slice(1), { title: 'Plantão' });
  const windows = crowd.map((person) => new Window(person, chat.id));
  await Promise.all(windows.map((window) => window.connect()));
  const unread = new Map<number, number>();
  const total = rate * seconds;
  const pending: Promise<void>[] = [];
  let failed = 0;
  for (let at = 0; at < total; at += 1) {
    const author = crowd[(at * 7) % crowd.length] ?? paulo;
    pending.push(
      say(author, chat.id, `Mensagem ${at}`, { clientId: `c${at}` }).then(
        () => undefined,
        () => void (failed += 1),
      ),
    );
    const away = windows[(at * 5) % windows.length];
    if (at % 9 === 0 && away?.live) away.disconnect();
    if (at % 9 === 4)
      pending.push(
        ...windows
          .filter(({ live }) => !live)
          .slice(0, 1)
          .map((window) => window.connect()),
      );
    // The messages of a second are spread over it, as people write them.
    if (at % rate === rate - 1) await new Promise((resolve) => setTimeout(resolve, 100));
    if (pending.length > 60) await Promise.all(pending.splice(0));
  }
  await Promise.all(pending);
  expect(failed).toBe(0);
  for (const window of windows) {
    window.takeReceived();
    await window.heal();
  }
  const stored = windows[0];
  const order = (window: Window): string =>
    [...window.seen]
      .toSorted(([one], [other]) => one - other)
      .map(([seq, id]) => `${seq}:${id}`)
      .join();
  expect(stored?.endOfOrder).toBe(total + 1);
  expect(new Set(windows.map(order)).size).toBe(1);

  const all = await Promise.all(
    crowd.map(async (person) => {
      const read = Math.floor((person.id % 10) * (total / 10));
      await Promise.all([
        person.post(`/chats/${chat.id}/read`, { seq: read }),
        person.post(`/chats/${chat.id}/read`, { seq: Math.floor(read / 2) }),
      ]);
      return person;
    }),
  );
  const authors = new Map<number, number[]>();
  for (let after = 0; ;) {
    const page = await messagesOf(paulo, chat.id, `?afterSeq=${after}`);
    for (const { seq, senderId, system } of page)
      if (!system) authors.set(senderId ?? 0, [...(authors.get(senderId ?? 0) ?? []), seq]);
    after = page.at(-1)?.seq ?? after;
    if (page.length === 0) break;
  }
  for (const person of all) {
    const { readSeq, unreads } = await chatOf(person, chat.id);
    const others = [...authors].filter(([author]) => author !== person.id).flatMap(([, list]) => list);
    unread.set(person.id, Math.min(100, others.filter((seq) => seq > readSeq).length));
    expect([person.id, unreads]).toEqual([person.id, unread.get(person.id)]);
  }
}, 600_000);
