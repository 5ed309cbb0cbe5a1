import type { BinaryNode, proto } from 'baileys';
import type { Account } from './account.ts';
import { historyBlob, type HistoryChat } from './history.ts';
import { People } from './people.ts';
import { host } from './person.ts';

/** A message of a company as it reached one phone, deciphered there. */
export interface Reached {
  id: string;
  /** The company’s number. */
  from: string;
  /** The customer’s number, or the group’s id. */
  to: string;
  message: proto.Message;
}

const receiptTypes = { delivered: undefined, read: 'read', played: 'played' } as const;
/** The receipt of a message. */
export type ReceiptKind = keyof typeof receiptTypes;
export const receiptKinds = Object.keys(receiptTypes) as ReceiptKind[];

export const now = (): string => String(Math.floor(Date.now() / 1000));
const seconds = (at: Date): string => String(Math.floor(at.getTime() / 1000));

/** Actions of people on their phones, customers and the company alike. */
export class Telephones extends People {
  /** Repeats a message of a customer’s phone that a device requests again. */
  protected readonly written = new Map<string, () => Promise<void>>();

  /** A customer writes to the company. Returns the id of the message. */
  async write(
    from: string,
    to: string,
    message: proto.IMessage,
    { id = this.newId(), at = new Date() }: { id?: string; at?: Date } = {},
  ): Promise<string> {
    const account = this.account(to);
    const person = this.person(from);
    const bring = async (): Promise<void> => {
      const { type, ciphertext } = await person.encrypt(account.address, () => this.bundleFor(account), message);
      account.hand('message', {
        tag: 'message',
        attrs: {
          id,
          type: message.conversation || message.extendedTextMessage ? 'text' : 'media',
          t: seconds(at),
          notify: person.name,
          from: person.jid,
          ...(!person.hidesNumber && { sender_lid: `${person.lid}@lid` }),
        },
        content: [{ tag: 'enc', attrs: { v: '2', type }, content: ciphertext }],
      });
    };
    this.written.set(id, bring);
    await bring();
    return id;
  }

  /** The company writes on its own phone, which informs its linked device. */
  async writeAsCompany(number: string, to: string, message: proto.IMessage): Promise<string> {
    const recipient = this.person(to).jid;
    const inside = { deviceSentMessage: { destinationJid: recipient, message } };
    return this.#notifyDevice(this.account(number), inside, { type: 'text', recipient });
  }

  /**
   * The company’s phone sends its device a part of the history from before it was linked: as a file on the media
   * server, or, with `inline`, inside the message. Returns the path of the file; the server fails its first `failing`
   * requests, breaks off in the middle of `breaking` responses, and does not have it if it `isForgotten`.
   */
  async sendHistory(
    number: string,
    chats: readonly HistoryChat[],
    {
      type = 2,
      progress = 100,
      part = 0,
      inline = false,
      failing = 0,
      breaking = 0,
      isForgotten = false,
    }: {
      type?: proto.HistorySync.HistorySyncType;
      progress?: number;
      part?: number;
      inline?: boolean;
      failing?: number;
      breaking?: number;
      isForgotten?: boolean;
    } = {},
  ): Promise<string> {
    const packed = historyBlob(chats, type, progress, part);
    const file = inline ? undefined : this.media.layHistory(packed);
    const path = file?.directPath ?? '';
    if (failing > 0) this.media.failingAt.set(path, failing);
    if (breaking > 0) this.media.breakingAt.set(path, breaking);
    if (isForgotten) this.media.forget(path);
    const historySyncNotification = {
      ...(file ?? { initialHistBootstrapInlinePayload: packed }),
      syncType: type as number,
      chunkOrder: part,
      progress,
    };
    const inside = { protocolMessage: { type: 5, historySyncNotification } };
    await this.#notifyDevice(this.account(number), inside, { type: 'text', category: 'peer' });
    return path;
  }

  async #notifyDevice(account: Account, message: proto.IMessage, attrs: Record<string, string>): Promise<string> {
    const id = this.newId();
    const telephone = this.person(`${account.number}0`);
    const { type, ciphertext } = await telephone.encrypt(account.address, () => this.bundleFor(account), message);
    account.hand('message', {
      tag: 'message',
      attrs: { id, t: now(), from: account.address, ...attrs },
      content: [{ tag: 'enc', attrs: { v: '2', type }, content: ciphertext }],
    });
    return id;
  }

  /** A member writes into a group that the company is in. */
  async writeToGroup(from: string, to: string, group: string, message: proto.IMessage): Promise<string> {
    const account = this.account(to);
    const person = this.person(from);
    const id = this.newId();
    const jid = `${group}@g.us`;
    const { ciphertext, senderKeyDistributionMessage } = await person.encryptForGroup(jid, message);
    const key = { groupId: jid, axolotlSenderKeyDistributionMessage: senderKeyDistributionMessage };
    const first = await person.encrypt(account.address, () => this.bundleFor(account), {
      senderKeyDistributionMessage: key,
    });
    account.hand('message', {
      tag: 'message',
      attrs: {
        id,
        type: 'text',
        t: now(),
        notify: person.name,
        from: jid,
        participant: person.jid,
        ...(!person.hidesNumber && { participant_lid: `${person.lid}@lid` }),
      },
      content: [
        { tag: 'enc', attrs: { v: '2', type: first.type }, content: first.ciphertext },
        { tag: 'enc', attrs: { v: '2', type: 'skmsg' }, content: ciphertext },
      ],
    });
    return id;
  }

  /** A customer’s phone sends a receipt for a message of the company; a member’s phone sends one to the group. */
  sendReceipt(how: ReceiptKind, { id, from, to }: Pick<Reached, 'id' | 'from' | 'to'>, member?: string): void {
    const type = receiptTypes[how];
    const chat = member === undefined ? this.person(to).jid : `${to}@g.us`;
    this.account(from).hand(`receipt-${how}${member ?? ''}`, {
      tag: 'receipt',
      attrs: {
        from: chat,
        id,
        t: now(),
        ...(member !== undefined && { participant: this.person(member).jid }),
        ...(type && { type }),
      },
    });
  }

  types(from: string, to: string, state: 'composing' | 'paused'): void {
    const attrs = { from: this.person(from).jid };
    this.account(to).wire?.send({ tag: 'chatstate', attrs, content: [{ tag: state, attrs: {} }] });
  }

  /** A customer calls. Returns the id of the call. */
  call(from: string, to: string): string {
    const id = this.newId();
    const { jid } = this.person(from);
    const offer: BinaryNode = {
      tag: 'offer',
      attrs: { 'call-id': id, 'call-creator': jid, caller_pn: `${from}@${host}` },
      content: [{ tag: 'audio', attrs: { enc: 'opus', rate: '16000' } }],
    };
    this.account(to).wire?.send({ tag: 'call', attrs: { id: this.newId(), from: jid, t: now() }, content: [offer] });
    return id;
  }

  /** A customer changes or removes their picture; companies that know the customer are notified. */
  async showPicture(number: string, picture: Uint8Array | undefined): Promise<void> {
    const person = this.person(number);
    person.picture = picture && { id: this.newId(), path: this.media.show(picture) };
    for (const account of this.accounts.values())
      account.wire?.send({
        tag: 'notification',
        attrs: { id: this.newId(), type: 'picture', from: person.jid, t: now() },
        content: [{ tag: picture ? 'set' : 'delete', attrs: { ...(person.picture && { id: person.picture.id }) } }],
      });
  }
}
