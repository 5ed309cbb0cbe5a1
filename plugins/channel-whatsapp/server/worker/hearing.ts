import { setTimeout as sleep } from 'node:timers/promises';
import {
  isJidBroadcast,
  isJidGroup,
  isJidNewsletter,
  jidNormalizedUser,
  proto,
  type WAMessage,
  type WASocket,
} from 'baileys';
import type { Presence } from '@balcao/connections/contract';
import type { Arrived, ToServer } from '../line/language.ts';
import { saidBy, type Said } from './content.ts';
import { download } from './files.ts';
import { fromJournal, inboundKind } from './journal.ts';
import { authorOf, chatOf, peerOf } from './peers.ts';

type Ask = <T>(question: ToServer) => Promise<T>;

const longestWaitMs = 15_000;

const milliseconds = (seconds: WAMessage['messageTimestamp']): number => Number(seconds ?? 0) * 1000 || Date.now();

const ackOf = new Map([
  [proto.WebMessageInfo.Status.SERVER_ACK, 1],
  [proto.WebMessageInfo.Status.DELIVERY_ACK, 2],
  [proto.WebMessageInfo.Status.READ, 3],
  [proto.WebMessageInfo.Status.PLAYED, 4],
] as const);
const presences: Record<string, Presence> = { composing: 'composing', recording: 'recording' };

/** Hands in what comes over one link: of each chat in its order, and each thing until it is stored. */
export class Hearing {
  readonly #socket: WASocket;
  readonly #ask: Ask;
  readonly #rejectsCalls: boolean;
  readonly #chats = new Map<string, Promise<void>>();
  readonly #groups = new Map<string, string>();
  readonly #watched = new Set<string>();
  #isOver = false;

  constructor(socket: WASocket, ask: Ask, rejectsCalls: boolean) {
    this.#socket = socket;
    this.#ask = ask;
    this.#rejectsCalls = rejectsCalls;
    const { ev } = socket;
    ev.on('messages.upsert', ({ messages }) => {
      for (const message of messages) this.hear(message);
    });
    ev.on('messages.update', (updates) => {
      for (const { key, update } of updates) if (key.fromMe) this.#ack(key.remoteJid ?? '', key.id ?? '', update);
    });
    ev.on('message-receipt.update', (receipts) => {
      for (const { key, receipt } of receipts)
        if (key.fromMe && key.id)
          this.#tell(key.remoteJid ?? '', { do: 'ack', id: key.id, ack: receipt.readTimestamp ? 3 : 2 });
    });
    ev.on('presence.update', ({ id, presences: states }) => void this.#presence(id, states).catch(() => undefined));
    ev.on('groups.update', (groups) => {
      for (const { id } of groups) if (id !== undefined) this.#groups.delete(id);
    });
    ev.on('call', (calls) => {
      for (const call of calls) if (call.status === 'offer') void this.#call(call).catch(() => undefined);
    });
  }

  /** What comes after this is left to the next link. */
  end(): void {
    this.#isOver = true;
  }

  /** What a former session deciphered and could not hand in any more. */
  async catchUp(me: { id: string; lid?: string }): Promise<void> {
    for (const text of await this.#ask<string[]>({ do: 'keys.all', kind: inboundKind })) {
      const message = await fromJournal(text, me).catch(() => undefined);
      if (message) this.hear(message);
    }
  }

  hear(message: WAMessage): void {
    const chat = message.key.remoteJid ?? '';
    // A receipt that came before its message was told of is merged into it.
    if (message.key.fromMe) this.#ack(chat, message.key.id ?? '', message);
    if (isJidBroadcast(chat) || isJidNewsletter(chat) || !message.message) return;
    const said = saidBy(message.message);
    this.#inTurn(chat, async () => {
      if (said.is !== 'nothing') await this.#handIn(message, said);
      const { id } = message.key;
      if (id)
        void this.#ask({ do: 'keys.set', rows: [{ kind: inboundKind, name: id, value: null }] }).catch(() => undefined);
    });
  }

  async #handIn(message: WAMessage, said: Exclude<Said, { is: 'nothing' }>): Promise<void> {
    const by = await this.#arrived(message);
    if (said.is !== 'message') {
      const { is, ...what } = said;
      await this.#stored({ do: is, ...what, by } as ToServer);
      return;
    }
    const { body, media: announced, data, quotedId, choice, missing } = said;
    const media = announced && (await download(announced));
    await this.#stored({
      do: 'message',
      message: {
        ...by,
        body,
        ...(media && { media }),
        ...(data && { data }),
        ...(quotedId && { quotedId }),
        ...(choice && { choice }),
        ...(announced && !media ? { missing: 'media' } : missing && { missing }),
      },
    });
    this.#watch(message.key.remoteJid ?? '');
  }

  async #arrived({ key, pushName, messageTimestamp }: WAMessage): Promise<Arrived> {
    const { lidMapping } = this.#socket.signalRepository;
    const chat = key.remoteJid ?? '';
    const isGroup = isJidGroup(chat);
    return {
      id: key.id ?? '',
      chat: isGroup ? {} : await chatOf(lidMapping, key),
      ...(isGroup && { group: { id: chat.slice(0, chat.indexOf('@')), name: await this.#subject(chat) } }),
      from: await authorOf(lidMapping, key),
      fromMe: key.fromMe ?? false,
      name: pushName ?? '',
      at: milliseconds(messageTimestamp),
    };
  }

  async #subject(group: string): Promise<string> {
    const known = this.#groups.get(group);
    if (known !== undefined) return known;
    const { subject = '' } = await this.#socket.groupMetadata(group).catch(() => ({ subject: '' }));
    if (subject !== '') this.#groups.set(group, subject);
    return subject;
  }

  /** A refusal is no tick: whoever sends waits for it. */
  #ack(chat: string, id: string, { status }: Partial<WAMessage>): void {
    const ack = ackOf.get(status as never);
    if (id !== '' && ack !== undefined) this.#tell(chat, { do: 'ack', id, ack });
  }

  async #presence(chat: string, states: Record<string, { lastKnownPresence: string }>): Promise<void> {
    if (isJidGroup(chat)) return;
    const from = await peerOf(this.#socket.signalRepository.lidMapping, chat);
    for (const { lastKnownPresence } of Object.values(states))
      await this.#ask({ do: 'presence', from, state: presences[lastKnownPresence] ?? 'paused' });
  }

  async #call({ id, from, isGroup }: { id: string; from: string; isGroup?: boolean }): Promise<void> {
    if (!this.#rejectsCalls || isGroup) return;
    await this.#socket.rejectCall(id, from);
    await this.#ask({ do: 'call', from: await peerOf(this.#socket.signalRepository.lidMapping, from) });
  }

  /** Nobody is told when somebody types without having asked for it. */
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

  /** Until the server has it: a database that is away for a minute loses nothing. */
  async #stored(question: ToServer): Promise<void> {
    for (let wait = 500; !this.#isOver; wait = Math.min(wait * 2, longestWaitMs)) {
      try {
        await this.#ask(question);
        return;
      } catch (error) {
        const { status } = error as { status?: unknown };
        // What the server refuses once it refuses always.
        if (typeof status === 'number' && status >= 400 && status < 500) return;
        await sleep(wait);
      }
    }
    throw new Error('the link is over');
  }
}
