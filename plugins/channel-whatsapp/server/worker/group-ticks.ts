import { jidNormalizedUser, type WASocket } from 'baileys';
import type { Jid, NetworkPerson, ToServer } from '../connection/worker-protocol.ts';
import { personOf } from './address-map.ts';

type Request = <T>(question: ToServer) => Promise<T>;

/**
 * Key kind of the pending receipts of a message that was sent to a group. A worker stores nothing but keys, so receipts
 * and authors are among them.
 */
const groupSentKind = 'group-sent';
/** Key kind of the authors of a group’s messages, who get the read receipts; written with each received message. */
export const authorKind = 'author';

interface Missing {
  delivered: string[];
  read: string[];
}

/** Identifies a member: the number, or WhatsApp’s private id (LID) of somebody whose number is hidden. */
const memberIdOf = ({ phone, lid }: NetworkPerson): string => phone ?? lid ?? '';

/**
 * Computes ticks in groups as a phone does: two grey ones when every member has the message, two blue ones when everybody
 * has read it. Also sends the read receipts of a group’s messages to their authors.
 */
export class GroupTicks {
  readonly #socket: WASocket;
  readonly #request: Request;
  /** The other members of a group, until somebody joins or leaves. */
  readonly #members = new Map<Jid, string[]>();

  constructor(socket: WASocket, request: Request) {
    this.#socket = socket;
    this.#request = request;
    socket.ev.on('group-participants.update', ({ id }) => this.#members.delete(id));
  }

  /** Stores the members before a message is sent, because receipts may arrive immediately. */
  async beforeSend(id: string, group: Jid): Promise<void> {
    const others = this.#members.get(group) ?? (await this.#othersIn(group));
    this.#members.set(group, others);
    await this.#store(id, { delivered: others, read: others });
  }

  /**
   * Stores a member’s receipt. Returns the ack of the message by all members (2: delivered, 3: read), or undefined while
   * some are missing. The caller handles the receipts of a chat one after another.
   */
  async receive(id: string, member: Jid, isRead: boolean): Promise<2 | 3 | undefined> {
    const found = await this.#request<Record<string, string>>({ do: 'keys.get', kind: groupSentKind, names: [id] });
    const text = found[id];
    if (text === undefined) return undefined;
    const missing = JSON.parse(text) as Missing;
    const memberId = await this.#memberIdOf(member);
    const without = (names: string[]): string[] => names.filter((one) => one !== memberId);
    const remaining = { delivered: without(missing.delivered), read: isRead ? without(missing.read) : missing.read };
    await this.#store(id, remaining);
    if (remaining.read.length === 0) return 3;
    return remaining.delivered.length === 0 ? 2 : undefined;
  }

  /** Sends read receipts to the authors of these messages. */
  async read(ids: readonly string[], group: Jid): Promise<void> {
    const authors = await this.#request<Record<string, string>>({ do: 'keys.get', kind: authorKind, names: [...ids] });
    const keys = Object.entries(authors).map(([id, participant]) => ({
      remoteJid: group,
      id,
      participant,
      fromMe: false,
    }));
    if (keys.length > 0) await this.#socket.readMessages(keys);
  }

  async #othersIn(group: Jid): Promise<string[]> {
    const { participants } = await this.#socket.groupMetadata(group);
    const me = await this.#memberIdOf(this.#socket.user?.id, this.#socket.user?.lid);
    const names = await Promise.all(
      participants.map(({ id: jid, lid, phoneNumber }) => this.#memberIdOf(jid, lid, phoneNumber)),
    );
    return [...new Set(names)].filter((name) => name !== '' && name !== me);
  }

  async #memberIdOf(...jids: (string | null | undefined)[]): Promise<string> {
    const { lidMapping } = this.#socket.signalRepository;
    return memberIdOf(await personOf(lidMapping, ...jids.map((jid) => (jid ? jidNormalizedUser(jid) : jid))));
  }

  async #store(id: string, missing: Missing): Promise<void> {
    const isDone = missing.read.length === 0;
    const value = isDone ? null : JSON.stringify(missing);
    await this.#request({ do: 'keys.set', rows: [{ kind: groupSentKind, name: id, value }] });
  }
}
