import {
  isJidGroup,
  jidDecode,
  jidNormalizedUser,
  proto,
  type BinaryNode,
  type WAMessageKey,
  type WASocket,
} from 'baileys';
import { channelError } from '@balcao/connections/contract';
import type { Presence } from '@balcao/connections/contract';
import type { Jid, Outgoing, ToServer } from '../connection/worker-protocol.ts';
import { PendingAcks } from './pending-acks.ts';
import { sentKind } from './socket.ts';
import { GroupTicks } from './group-ticks.ts';
import { contentOf, quoting, textBeside } from './outgoing-content.ts';
import { refusal } from './refusals.ts';

type Request = <T>(question: ToServer) => Promise<T>;

const down = (): Error => channelError('disconnected', 'no-link');

/** Sends everything that the company writes over one socket. */
export class Outbound {
  readonly #socket: WASocket;
  readonly #request: Request;
  readonly #pendingAcks = new PendingAcks();
  /** Numbers by their spelling on WhatsApp. */
  readonly #jids = new Map<string, Jid>();
  readonly #groupTicks: GroupTicks;
  #isClosed = false;

  constructor(socket: WASocket, request: Request) {
    this.#socket = socket;
    this.#request = request;
    this.#groupTicks = new GroupTicks(socket, request);
    socket.ws.on('CB:ack,class:message', ({ attrs }: BinaryNode) => {
      const { id = '', error } = attrs;
      if (error === undefined) this.#pendingAcks.acknowledge(id);
      else this.#pendingAcks.refuse(id, refusal(error));
    });
  }

  end(): void {
    this.#isClosed = true;
    this.#pendingAcks.end(down());
  }

  async send(message: Outgoing): Promise<void> {
    const to = await this.#resolve(message.to);
    const addressed = { ...message, to };
    // Without it the message never shows more than one tick, but the message matters more.
    if (isJidGroup(to)) await this.#groupTicks.beforeSend(message.id, to).catch(() => undefined);
    const me = jidNormalizedUser(this.#socket.user?.id ?? '');
    await this.#sendContent(message.id, to, contentOf(addressed), quoting(addressed, me));
    const words = textBeside(message);
    if (words !== '') await this.#sendContent(`${message.id.slice(0, -1)}T`, to, { text: words, linkPreview: null });
  }

  async react(target: string, fromMe: boolean, emoji: string, to: Jid): Promise<void> {
    await this.#sendContent(undefined, to, { react: { text: emoji, key: this.#key(target, fromMe, to) } });
  }
  async edit(target: string, body: string, to: Jid): Promise<void> {
    await this.#sendContent(undefined, to, { text: body, linkPreview: null, edit: this.#key(target, true, to) });
  }
  async revoke(target: string, to: Jid): Promise<void> {
    await this.#sendContent(undefined, to, { delete: this.#key(target, true, to) });
  }

  async read(ids: readonly string[], to: Jid): Promise<void> {
    this.#assertUp();
    if (isJidGroup(to)) await this.#groupTicks.read(ids, to);
    else await this.#socket.readMessages(ids.map((id) => this.#key(id, false, to)));
  }

  async presence(state: Presence, to: Jid): Promise<void> {
    this.#assertUp();
    await this.#socket.sendPresenceUpdate(state, to);
  }

  async check(number: string): Promise<{ exists: boolean; value: string }> {
    this.#assertUp();
    const [found] = (await this.#socket.onWhatsApp(number)) ?? [];
    if (!found?.exists) return { exists: false, value: number };
    this.#jids.set(number, jidNormalizedUser(found.jid));
    return { exists: true, value: jidDecode(found.jid)?.user ?? number };
  }

  /** Returns WhatsApp’s spelling of the number: some have a digit less there than people dial. */
  async #resolve(to: Jid): Promise<Jid> {
    if (!to.endsWith('@s.whatsapp.net')) return to;
    const number = to.slice(0, to.indexOf('@'));
    const known = this.#jids.get(number);
    if (known !== undefined) return known;
    if (!(await this.#answered(this.check(number))).exists) throw channelError('invalid-contact', 'no-whatsapp');
    return this.#jids.get(number) ?? to;
  }

  #key(id: string, fromMe: boolean, to: Jid): WAMessageKey {
    return { remoteJid: to, id, fromMe };
  }

  #assertUp(): void {
    if (this.#isClosed || !this.#socket.ws.isOpen) throw down();
  }

  /** Reports a failure while the socket is closed as a disconnection, not as the message’s fault. */
  async #answered<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (this.#isClosed || !this.#socket.ws.isOpen) throw down();
      throw error;
    }
  }

  async #sendContent(
    id: string | undefined,
    to: Jid,
    content: Parameters<WASocket['sendMessage']>[1],
    options: Parameters<WASocket['sendMessage']>[2] = {},
  ): Promise<void> {
    this.#assertUp();
    const messageId = id ?? this.#newId();
    const { acknowledged, forget } = this.#pendingAcks.waitFor(messageId);
    try {
      const sent = await this.#answered(this.#socket.sendMessage(to, content, { ...options, messageId }));
      if (id !== undefined && sent?.message) this.#store(id, sent.message);
      await acknowledged;
    } finally {
      forget();
    }
  }

  #newId(): string {
    return `3EB0${crypto.randomUUID().replaceAll('-', '').slice(0, 18).toUpperCase()}`;
  }

  #store(id: string, message: proto.IMessage): void {
    const value = Buffer.from(proto.Message.encode(message).finish()).toString('base64');
    void this.#request({ do: 'keys.set', rows: [{ kind: sentKind, name: id, value }] }).catch(() => undefined);
  }
}
