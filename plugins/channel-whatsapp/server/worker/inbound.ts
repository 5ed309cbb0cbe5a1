import { setTimeout as sleep } from 'node:timers/promises';
import {
  isJidBroadcast,
  isJidGroup,
  isJidNewsletter,
  jidNormalizedUser,
  proto,
  type WACallEvent,
  type WAMessage,
  type WAMessageKey,
  type WASocket,
} from 'baileys';
import type { Presence } from '@balcao/connections/contract';
import type { HistoryPeriod, ToServer } from '../connection/worker-protocol.ts';
import { Arrival } from './arrival.ts';
import { contentOf, type MessageContent } from './content.ts';
import { authorKind, GroupTicks } from './group-ticks.ts';
import { History } from './history.ts';
import { fromJournal, inboundKind } from './journal.ts';
import { personOf } from './address-map.ts';
import { Pictures } from './pictures.ts';

type Request = <T>(question: ToServer) => Promise<T>;

const longestWaitMs = 15_000;
/** The queue of history parts, beside those of the chats. */
const historyQueue = 'history';

const ackOf = new Map([
  [proto.WebMessageInfo.Status.SERVER_ACK, 1],
  [proto.WebMessageInfo.Status.DELIVERY_ACK, 2],
  [proto.WebMessageInfo.Status.READ, 3],
  [proto.WebMessageInfo.Status.PLAYED, 4],
] as const);
const presences: Record<string, Presence> = { composing: 'composing', recording: 'recording' };

/** Delivers what one socket receives to the server: in order per chat, and retried until it is stored. */
export class Inbound {
  readonly #socket: WASocket;
  readonly #request: Request;
  readonly #arrival: Arrival;
  readonly #pictures: Pictures;
  readonly #groupTicks: GroupTicks;
  readonly history: History;
  readonly #queues = new Map<string, Promise<void>>();
  readonly #subscribed = new Set<string>();
  #isClosed = false;

  constructor(socket: WASocket, request: Request, period: HistoryPeriod | null) {
    this.#socket = socket;
    this.#request = request;
    this.#arrival = new Arrival(socket);
    this.#pictures = new Pictures(socket, request);
    this.#groupTicks = new GroupTicks(socket, request);
    this.history = new History(socket, request, this.#arrival, period);
    const { ev } = socket;
    ev.on('messages.upsert', ({ messages }) => {
      for (const message of messages) this.receive(message);
    });
    ev.on('messages.update', (updates) => {
      for (const { key, update } of updates) if (key.fromMe) this.#ack(key.remoteJid ?? '', key.id ?? '', update);
    });
    ev.on('message-receipt.update', (receipts) => {
      for (const { key, receipt } of receipts) if (key.fromMe) this.#groupReceipt(key, receipt);
    });
    ev.on('contacts.upsert', (contacts) => this.#inOrder(historyQueue, () => this.history.sendContacts(contacts)));
    ev.on('presence.update', ({ id, presences: states }) => void this.#presence(id, states).catch(() => undefined));
    ev.on('call', (calls) => {
      for (const call of calls) if (call.status === 'offer') void this.#call(call).catch(() => undefined);
    });
  }

  /** Leaves later messages to the next socket. */
  end(): void {
    this.#isClosed = true;
    this.history.stop();
    this.#pictures.end();
  }

  /** Delivers messages that an earlier session deciphered and could not deliver any more. */
  async catchUp(me: { id: string; lid?: string }): Promise<void> {
    for (const text of await this.#request<string[]>({ do: 'keys.all', kind: inboundKind })) {
      const message = await fromJournal(text, me).catch(() => undefined);
      if (message) this.receive(message);
    }
  }

  receive(message: WAMessage): void {
    const chat = message.key.remoteJid ?? '';
    // A receipt that arrived before its message is merged into it.
    if (message.key.fromMe) this.#ack(chat, message.key.id ?? '', message);
    if (isJidBroadcast(chat) || isJidNewsletter(chat) || !message.message) return;
    if (this.history.announces(message)) return this.#inOrder(historyQueue, () => this.#storeHistory(message));
    const content = contentOf(message.message);
    this.#inOrder(chat, async () => {
      if (content.is !== 'nothing') await this.#store(message, content);
      this.#removeFromJournal(message.key.id, isJidGroup(chat) ? message.key.participant : undefined);
    });
  }

  /** Removes a delivered message from the journal; of a group’s message the author is stored for read receipts. */
  #removeFromJournal(id: string | null | undefined, author?: string | null): void {
    if (!id) return;
    const rows = [{ kind: inboundKind, name: id, value: null as string | null }];
    if (author) rows.push({ kind: authorKind, name: id, value: author });
    void this.#request({ do: 'keys.set', rows }).catch(() => undefined);
  }

  async #storeHistory(message: WAMessage): Promise<void> {
    if (await this.history.storePart(message)) this.#removeFromJournal(message.key.id);
  }

  async #store(message: WAMessage, content: Exclude<MessageContent, { is: 'nothing' }>): Promise<void> {
    const by = await this.#arrival.of(message);
    if (content.is === 'message')
      await this.#deliverUntilStored({ do: 'message', message: await this.#arrival.withFile(by, content) });
    else {
      const { is, ...what } = content;
      await this.#deliverUntilStored({ do: is, ...what, by } as ToServer);
    }
    const chat = message.key.remoteJid ?? '';
    this.#subscribe(chat);
    this.#pictures.check(chat);
  }

  /** An error is no receipt: the sender handles it. */
  #ack(chat: string, id: string, { status }: Partial<WAMessage>): void {
    const ack = ackOf.get(status as never);
    if (id !== '' && ack !== undefined) this.#deliver(chat, { do: 'ack', id, ack });
  }

  #groupReceipt({ remoteJid, id }: WAMessageKey, { userJid, readTimestamp }: proto.IUserReceipt): void {
    if (!id || !userJid) return;
    this.#inOrder(remoteJid ?? '', async () => {
      const ack = await this.#groupTicks.receive(id, userJid, Boolean(readTimestamp));
      if (ack !== undefined) await this.#deliverUntilStored({ do: 'ack', id, ack });
    });
  }

  async #presence(chat: string, states: Record<string, { lastKnownPresence: string }>): Promise<void> {
    if (isJidGroup(chat)) return;
    const from = await personOf(this.#socket.signalRepository.lidMapping, chat);
    for (const { lastKnownPresence } of Object.values(states))
      await this.#request({ do: 'presence', from, state: presences[lastKnownPresence] ?? 'paused' });
  }

  async #call({ id, from, callerPn, isGroup }: WACallEvent): Promise<void> {
    if (isGroup) return;
    const caller = await personOf(this.#socket.signalRepository.lidMapping, from, callerPn);
    const isRefused = await this.#request({ do: 'call', from: caller });
    if (isRefused === true) await this.#socket.rejectCall(id, from);
  }

  /** Typing indicators are only sent to subscribers. */
  #subscribe(chat: string): void {
    if (this.#subscribed.has(chat) || isJidGroup(chat)) return;
    if (this.#subscribed.size > 5_000) this.#subscribed.clear();
    this.#subscribed.add(chat);
    void this.#socket.presenceSubscribe(jidNormalizedUser(chat)).catch(() => undefined);
  }

  #deliver(chat: string, question: ToServer): void {
    this.#inOrder(chat, async () => void (await this.#deliverUntilStored(question)));
  }

  #inOrder(chat: string, work: () => Promise<void>): void {
    const queue = (this.#queues.get(chat) ?? Promise.resolve()).then(work).catch(() => undefined);
    this.#queues.set(chat, queue);
    void queue.then(() => this.#queues.get(chat) === queue && this.#queues.delete(chat));
  }

  /** Retries until the server has stored it: a database that is away for a minute loses nothing. */
  async #deliverUntilStored(question: ToServer): Promise<void> {
    for (let wait = 500; !this.#isClosed; wait = Math.min(wait * 2, longestWaitMs)) {
      try {
        await this.#request(question);
        return;
      } catch (error) {
        const { status } = error as { status?: unknown };
        // A refusal of the server is permanent.
        if (typeof status === 'number' && status >= 400 && status < 500) return;
        await sleep(wait);
      }
    }
    throw new Error('the socket is closed');
  }
}
