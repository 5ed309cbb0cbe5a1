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
import type { PastWanted, ToServer } from '../line/language.ts';
import { Arrival } from './arrival.ts';
import { saidBy, type Said } from './content.ts';
import { authorKind, GroupTicks } from './group-ticks.ts';
import { History } from './history.ts';
import { fromJournal, inboundKind } from './journal.ts';
import { peerOf } from './address-map.ts';
import { Pictures } from './pictures.ts';

type Ask = <T>(question: ToServer) => Promise<T>;

const longestWaitMs = 15_000;
/** The queue of history parts, beside those of the chats. */
const past = 'past';

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
  readonly #ask: Ask;
  readonly #arrival: Arrival;
  readonly #pictures: Pictures;
  readonly #groupTicks: GroupTicks;
  readonly history: History;
  readonly #chats = new Map<string, Promise<void>>();
  readonly #watched = new Set<string>();
  #isOver = false;

  constructor(socket: WASocket, ask: Ask, wanted: PastWanted | null) {
    this.#socket = socket;
    this.#ask = ask;
    this.#arrival = new Arrival(socket);
    this.#pictures = new Pictures(socket, ask);
    this.#groupTicks = new GroupTicks(socket, ask);
    this.history = new History(socket, ask, this.#arrival, wanted);
    const { ev } = socket;
    ev.on('messages.upsert', ({ messages }) => {
      for (const message of messages) this.hear(message);
    });
    ev.on('messages.update', (updates) => {
      for (const { key, update } of updates) if (key.fromMe) this.#ack(key.remoteJid ?? '', key.id ?? '', update);
    });
    ev.on('message-receipt.update', (receipts) => {
      for (const { key, receipt } of receipts) if (key.fromMe) this.#groupReceipt(key, receipt);
    });
    ev.on('contacts.upsert', (contacts) => this.#inTurn(past, () => this.history.people(contacts)));
    ev.on('presence.update', ({ id, presences: states }) => void this.#presence(id, states).catch(() => undefined));
    ev.on('call', (calls) => {
      for (const call of calls) if (call.status === 'offer') void this.#call(call).catch(() => undefined);
    });
  }

  /** Leaves later messages to the next socket. */
  end(): void {
    this.#isOver = true;
    this.history.end();
    this.#pictures.end();
  }

  /** Delivers messages that an earlier session deciphered and could not deliver any more. */
  async catchUp(me: { id: string; lid?: string }): Promise<void> {
    for (const text of await this.#ask<string[]>({ do: 'keys.all', kind: inboundKind })) {
      const message = await fromJournal(text, me).catch(() => undefined);
      if (message) this.hear(message);
    }
  }

  hear(message: WAMessage): void {
    const chat = message.key.remoteJid ?? '';
    // A receipt that arrived before its message is merged into it.
    if (message.key.fromMe) this.#ack(chat, message.key.id ?? '', message);
    if (isJidBroadcast(chat) || isJidNewsletter(chat) || !message.message) return;
    if (this.history.announces(message)) return this.#inTurn(past, () => this.#takePast(message));
    const said = saidBy(message.message);
    this.#inTurn(chat, async () => {
      if (said.is !== 'nothing') await this.#handIn(message, said);
      this.#done(message.key.id, isJidGroup(chat) ? message.key.participant : undefined);
    });
  }

  /** Removes a delivered message from the journal; of a group’s message the author is stored for read receipts. */
  #done(id: string | null | undefined, author?: string | null): void {
    if (!id) return;
    const rows = [{ kind: inboundKind, name: id, value: null as string | null }];
    if (author) rows.push({ kind: authorKind, name: id, value: author });
    void this.#ask({ do: 'keys.set', rows }).catch(() => undefined);
  }

  async #takePast(message: WAMessage): Promise<void> {
    if (await this.history.take(message)) this.#done(message.key.id);
  }

  async #handIn(message: WAMessage, said: Exclude<Said, { is: 'nothing' }>): Promise<void> {
    const by = await this.#arrival.of(message);
    if (said.is === 'message') await this.#stored({ do: 'message', message: await this.#arrival.whole(by, said) });
    else {
      const { is, ...what } = said;
      await this.#stored({ do: is, ...what, by } as ToServer);
    }
    const chat = message.key.remoteJid ?? '';
    this.#watch(chat);
    this.#pictures.look(chat);
  }

  /** An error is no receipt: the sender handles it. */
  #ack(chat: string, id: string, { status }: Partial<WAMessage>): void {
    const ack = ackOf.get(status as never);
    if (id !== '' && ack !== undefined) this.#tell(chat, { do: 'ack', id, ack });
  }

  #groupReceipt({ remoteJid, id }: WAMessageKey, { userJid, readTimestamp }: proto.IUserReceipt): void {
    if (!id || !userJid) return;
    this.#inTurn(remoteJid ?? '', async () => {
      const ack = await this.#groupTicks.heard(id, userJid, Boolean(readTimestamp));
      if (ack !== undefined) await this.#stored({ do: 'ack', id, ack });
    });
  }

  async #presence(chat: string, states: Record<string, { lastKnownPresence: string }>): Promise<void> {
    if (isJidGroup(chat)) return;
    const from = await peerOf(this.#socket.signalRepository.lidMapping, chat);
    for (const { lastKnownPresence } of Object.values(states))
      await this.#ask({ do: 'presence', from, state: presences[lastKnownPresence] ?? 'paused' });
  }

  async #call({ id, from, callerPn, isGroup }: WACallEvent): Promise<void> {
    if (isGroup) return;
    const caller = await peerOf(this.#socket.signalRepository.lidMapping, from, callerPn);
    const isRefused = await this.#ask({ do: 'call', from: caller });
    if (isRefused === true) await this.#socket.rejectCall(id, from);
  }

  /** Typing indicators are only sent to subscribers. */
  #watch(chat: string): void {
    if (this.#watched.has(chat) || isJidGroup(chat)) return;
    if (this.#watched.size > 5_000) this.#watched.clear();
    this.#watched.add(chat);
    void this.#socket.presenceSubscribe(jidNormalizedUser(chat)).catch(() => undefined);
  }

  #tell(chat: string, question: ToServer): void {
    this.#inTurn(chat, async () => void (await this.#stored(question)));
  }

  #inTurn(chat: string, work: () => Promise<void>): void {
    const turn = (this.#chats.get(chat) ?? Promise.resolve()).then(work).catch(() => undefined);
    this.#chats.set(chat, turn);
    void turn.then(() => this.#chats.get(chat) === turn && this.#chats.delete(chat));
  }

  /** Retries until the server has stored it: a database that is away for a minute loses nothing. */
  async #stored(question: ToServer): Promise<void> {
    for (let wait = 500; !this.#isOver; wait = Math.min(wait * 2, longestWaitMs)) {
      try {
        await this.#ask(question);
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
