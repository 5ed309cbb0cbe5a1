import { jidNormalizedUser, type WASocket } from 'baileys';
import type { Jid, NetworkPerson, ToServer } from '../connection/worker-protocol.ts';
import { personOf } from './address-map.ts';

type Request = <T>(question: ToServer) => Promise<T>;

/** Key kind of the pending receipts of a message that was sent to a group. */
const groupSentKind = 'group-sent';
/** Key kind of the authors of a group’s messages, who get the read receipts. */
export const authorKind = 'author';

interface Missing {
  delivered: string[];
  read: string[];
}

const nameOf = ({ phone, lid }: NetworkPerson): string => phone ?? lid ?? '';

/**
 * Computes ticks in groups as a phone does: two when every member has the message, blue ones when everybody has read
 * it.
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
  async sending(id: string, group: Jid): Promise<void> {
    const others = this.#members.get(group) ?? (await this.#othersIn(group));
    this.#members.set(group, others);
    await this.#store(id, { delivered: others, read: others });
  }

  /** Stores a member’s receipt. Returns the ack of the message by all members, or undefined while some are missing. */
  async receive(id: string, member: Jid, isRead: boolean): Promise<2 | 3 | undefined> {
    const found = await this.#request<Record<string, string>>({ do: 'keys.get', kind: groupSentKind, names: [id] });
    const text = found[id];
    if (text === undefined) return undefined;
    const missing = JSON.parse(text) as Missing;
    const name = await this.#nameOf(member);
    const without = (names: string[]): string[] => names.filter((one) => one !== name);
    const left = { delivered: without(missing.delivered), read: isRead ? without(missing.read) : missing.read };
    await this.#store(id, left);
    if (left.read.length === 0) return 3;
    return left.delivered.length === 0 ? 2 : undefined;
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
    const me = await this.#nameOf(this.#socket.user?.id, this.#socket.user?.lid);
    const names = await Promise.all(
      participants.map(({ id: jid, lid, phoneNumber }) => this.#nameOf(jid, lid, phoneNumber)),
    );
    return [...new Set(names)].filter((name) => name !== '' && name !== me);
  }

  async #nameOf(...jids: (string | null | undefined)[]): Promise<string> {
    const { lidMapping } = this.#socket.signalRepository;
    return nameOf(await personOf(lidMapping, ...jids.map((jid) => (jid ? jidNormalizedUser(jid) : jid))));
  }

  async #store(id: string, missing: Missing): Promise<void> {
    const isDone = missing.read.length === 0;
    const value = isDone ? null : JSON.stringify(missing);
    await this.#request({ do: 'keys.set', rows: [{ kind: groupSentKind, name: id, value }] });
  }
}
