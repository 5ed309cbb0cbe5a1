import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  generateSignalPubKey,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  jidNormalizedUser,
  type BinaryNode,
  type proto,
} from 'baileys';
import { WebSocketServer, type WebSocket } from 'ws';
import { Account } from './account.ts';
import { hush } from './hush.ts';
import { certificate } from './loopback-certificate.ts';
import { MediaServer } from './media-server.ts';
import { Certificates } from './noise.ts';
import { bundleOf, newRefs, pairSuccess, readCode } from './pairing.ts';
import { host, Person, type Bundle } from './person.ts';
import { answerTo, numberOf, type Group } from './queries.ts';
import { ClientWire } from './wire.ts';

/** A message of a company as it reached one telephone, deciphered there. */
export interface Reached {
  id: string;
  /** The company's number. */
  from: string;
  /** The customer's, or the group's id. */
  to: string;
  message: proto.Message;
}

const now = (): string => String(Math.floor(Date.now() / 1000));

const receiptTypes = { delivered: undefined, read: 'read', played: 'played' } as const;

/**
 * WhatsApp on this computer, as far as a linked device meets it: handshake, linking, real encryption at both ends, files,
 * receipts, groups, removal of the device, and links that break. It keeps what a device has not confirmed, and takes each
 * message of a device once by its id.
 */
export class WhatsAppNetwork {
  readonly media = new MediaServer();
  readonly reached: Reached[] = [];
  /** Receipts that devices sent to people: ids with their kind. */
  readonly receipts: { number: string; id: string; type: string }[] = [];
  /** Presences and typing that devices sent. */
  readonly states: { to: string; state: string }[] = [];
  /** What customers could not decipher. They do not ask for it again, as telephones do. */
  readonly undecipherable: string[] = [];
  readonly groups = new Map<string, Group>();
  readonly #certificates = new Certificates();
  readonly #accounts = new Map<string, Account>();
  readonly #people = new Map<string, Person>();
  readonly #codes = new Map<string, { wire: ClientWire; payload: proto.ClientPayload }>();
  readonly #taken = new Set<string>();
  /** How customers' telephones send a message again that a device asks for. */
  readonly #written = new Map<string, () => Promise<void>>();
  readonly #wires = new Set<ClientWire>();
  #server!: WebSocketServer;
  #next = 1;
  #unhush: () => void = () => undefined;
  /** Drops the link of a device instead of confirming a message, so many times: it was taken, and the device cannot know. */
  losesConfirmations = 0;
  /** Takes so many messages of devices for nobody, and says so. */
  refusals = 0;
  /** Numbers whose devices may not come back for now. */
  readonly barred = new Set<string>();

  async listen(): Promise<void> {
    this.#unhush = hush();
    await this.media.listen();
    this.#server = new WebSocketServer({ host: '127.0.0.1', port: 0, path: '/ws/chat' });
    this.#server.on('connection', (socket) => this.#connected(socket));
    await once(this.#server, 'listening');
  }
  close(): void {
    for (const wire of this.#wires) wire.cut();
    for (const person of this.#people.values()) person.close();
    this.#server.close();
    this.media.close();
    this.#unhush();
  }

  /** For `WHATSAPP_WEB_SIMULATOR`. */
  get seam(): string {
    const { port } = this.#server.address() as AddressInfo;
    const root = Buffer.from(this.#certificates.root.public).toString('hex');
    return JSON.stringify({ url: `ws://127.0.0.1:${port}/ws/chat`, root, ca: certificate });
  }

  person(number: string): Person {
    const person = this.#people.get(number) ?? new Person(number);
    this.#people.set(number, person);
    return person;
  }
  account(number: string): Account {
    const account = this.#accounts.get(number) ?? new Account(number);
    this.#accounts.set(number, account);
    return account;
  }

  /** The company's telephone reads the code on the screen. */
  scan(code: string, number: string): void {
    const { ref, identity, secret } = readCode(code);
    const pending = this.#codes.get(ref);
    if (!pending) throw new Error('nobody shows this code');
    const account = this.account(number);
    account.device += 1;
    account.isLinked = true;
    account.preKeys = [];
    account.waiting.clear();
    account.bundle = bundleOf(pending.payload);
    const content = pairSuccess(account, identity, secret);
    pending.wire.send(this.#iq({ type: 'set' }, [{ tag: 'pair-success', attrs: {}, content }]));
  }

  /** The telephone removes the device from its list. */
  removeDevice(number: string): void {
    const account = this.account(number);
    account.isLinked = false;
    const conflict = { tag: 'conflict', attrs: { type: 'device_removed' } };
    account.wire?.send({ tag: 'stream:error', attrs: { code: '401' }, content: [conflict] });
    account.wire?.close();
  }

  /** The link breaks without a word. */
  cut(number: string): void {
    const account = this.account(number);
    account.wire?.cut();
    account.wire = undefined;
  }
  isUp(number: string): boolean {
    const { wire, preKeys } = this.account(number);
    return wire !== undefined && preKeys.length > 0;
  }

  /** A customer writes to the company. The id of the message. */
  async write(
    from: string,
    to: string,
    message: proto.IMessage,
    { id = this.newId(), at = new Date() }: { id?: string; at?: Date } = {},
  ): Promise<string> {
    const account = this.account(to);
    const person = this.person(from);
    const bring = async (): Promise<void> => {
      const { type, ciphertext } = await person.encrypt(account.address, () => this.#bundleFor(account), message);
      account.hand('message', {
        tag: 'message',
        attrs: {
          id,
          type: message.conversation || message.extendedTextMessage ? 'text' : 'media',
          t: String(Math.floor(at.getTime() / 1000)),
          notify: person.name,
          from: person.jid,
          ...(!person.hidesNumber && { sender_lid: `${person.lid}@lid` }),
        },
        content: [{ tag: 'enc', attrs: { v: '2', type }, content: ciphertext }],
      });
    };
    this.#written.set(id, bring);
    await bring();
    return id;
  }

  /** The company writes on its own telephone, which tells its linked device. */
  async writeAsCompany(number: string, to: string, message: proto.IMessage): Promise<string> {
    const account = this.account(number);
    const id = this.newId();
    const telephone = this.person(`${number}0`);
    const { type, ciphertext } = await telephone.encrypt(account.address, () => this.#bundleFor(account), {
      deviceSentMessage: { destinationJid: this.person(to).jid, message },
    });
    account.hand('message', {
      tag: 'message',
      attrs: { id, type: 'text', t: now(), from: account.address, recipient: this.person(to).jid },
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
    const first = await person.encrypt(account.address, () => this.#bundleFor(account), {
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

  /** A customer's telephone tells how far a message of the company came. */
  tell(how: keyof typeof receiptTypes, { id, from, to }: Pick<Reached, 'id' | 'from' | 'to'>): void {
    const type = receiptTypes[how];
    const person = this.person(to);
    this.account(from).hand(`receipt-${how}`, {
      tag: 'receipt',
      attrs: { from: person.jid, id, t: now(), ...(type && { type }) },
    });
  }

  types(from: string, to: string, state: 'composing' | 'paused'): void {
    const attrs = { from: this.person(from).jid };
    this.account(to).wire?.send({ tag: 'chatstate', attrs, content: [{ tag: state, attrs: {} }] });
  }

  newId(): string {
    this.#next += 1;
    return `3A${Date.now().toString(16).toUpperCase()}${String(this.#next).padStart(6, '0')}`;
  }

  #iq(attrs: Record<string, string>, content?: BinaryNode[]): BinaryNode {
    this.#next += 1;
    return { tag: 'iq', attrs: { from: host, id: String(this.#next), ...attrs }, ...(content && { content }) };
  }

  #bundleFor({ bundle, preKeys }: Account): Bundle {
    if (!bundle) throw new Error('no device is linked');
    const preKey = preKeys.shift();
    const { keyId, publicKey, signature } = bundle.signedPreKey;
    return {
      registrationId: bundle.registrationId,
      identityKey: generateSignalPubKey(bundle.identityKey),
      signedPreKey: { keyId, publicKey: generateSignalPubKey(publicKey), signature },
      ...(preKey && { preKey: { keyId: preKey.keyId, publicKey: generateSignalPubKey(preKey.publicKey) } }),
    };
  }

  #connected(socket: WebSocket): void {
    let account: Account | undefined;
    const wire: ClientWire = new ClientWire(socket, this.#certificates, {
      payload: (payload) => {
        if (payload.devicePairingData) this.#showCodes(wire, payload);
        else account = this.#logIn(wire, payload);
      },
      node: (node) => this.#heard(node, wire, account),
      gone: () => {
        this.#wires.delete(wire);
        if (account?.wire === wire) account.wire = undefined;
      },
    });
    this.#wires.add(wire);
  }

  #showCodes(wire: ClientWire, payload: proto.ClientPayload): void {
    const refs = newRefs();
    for (const ref of refs) this.#codes.set(ref, { wire, payload });
    const content = refs.map((ref) => ({ tag: 'ref', attrs: {}, content: Buffer.from(ref) }));
    wire.send(this.#iq({ type: 'set', xmlns: 'md' }, [{ tag: 'pair-device', attrs: {}, content }]));
  }

  #logIn(wire: ClientWire, { username, device }: proto.ClientPayload): Account | undefined {
    const account = this.#accounts.get(String(username));
    if (this.barred.has(String(username))) {
      wire.cut();
      return undefined;
    }
    if (!account?.isLinked || account.device !== device) {
      wire.send({ tag: 'failure', attrs: { reason: '401', location: 'simulated' } });
      wire.close();
      return undefined;
    }
    if (account.wire) {
      const conflict = { tag: 'conflict', attrs: { type: 'replaced' } };
      account.wire.send({ tag: 'stream:error', attrs: {}, content: [conflict] });
      account.wire.close();
    }
    account.wire = wire;
    account.logins += 1;
    const lid = `${account.lid}:${account.device}@lid`;
    wire.send({
      tag: 'success',
      attrs: { t: now(), props: '2', companion_enc_static: '', lid, display_name: 'Empresa' },
    });
    const missed = [...account.waiting.values()];
    for (const node of missed) wire.send({ ...node, attrs: { ...node.attrs, offline: '1' } });
    const offline = { tag: 'offline', attrs: { count: String(missed.length) } };
    wire.send({ tag: 'ib', attrs: { from: host }, content: [offline] });
    return account;
  }

  async #heard(node: BinaryNode, wire: ClientWire, account: Account | undefined): Promise<void> {
    const { id, to, type } = node.attrs;
    if (node.tag === 'iq') {
      if (type === 'result') {
        if (getBinaryNodeChild(node, 'pair-device-sign')) {
          wire.send({ tag: 'stream:error', attrs: { code: '515' } });
          wire.close();
        }
        return;
      }
      if (getBinaryNodeChild(node, 'remove-companion-device') && account) {
        account.isLinked = false;
        return;
      }
      const content = account ? await answerTo(node, account, this.#directory) : [];
      wire.send(this.#iq({ type: 'result', id: id ?? '' }, content));
      return;
    }
    if (!account) return;
    if (node.tag === 'message') await this.#carry(node, wire, account);
    else if (node.tag === 'receipt') {
      account.confirm('message', id);
      if (type === 'retry') await this.#written.get(id ?? '')?.();
      this.receipts.push({ number: numberOf(to ?? ''), id: id ?? '', type: type ?? 'delivered' });
      for (const { attrs } of getBinaryNodeChildren(getBinaryNodeChild(node, 'list'), 'item'))
        this.receipts.push({ number: numberOf(to ?? ''), id: attrs['id'] ?? '', type: type ?? 'delivered' });
      wire.send({ tag: 'ack', attrs: { class: 'receipt', id: id ?? '', from: to ?? host, ...(type && { type }) } });
    } else if (node.tag === 'ack') {
      if (node.attrs['class'] === 'message') account.confirm('message', id);
      if (node.attrs['class'] === 'receipt')
        for (const how of Object.keys(receiptTypes)) account.confirm(`receipt-${how}`, id);
    } else if (node.tag === 'chatstate' || node.tag === 'presence') {
      const child = Array.isArray(node.content) ? node.content[0] : undefined;
      const state = child?.attrs['media'] === 'audio' ? 'recording' : (child?.tag ?? type ?? '');
      this.states.push({ to: numberOf(to ?? ''), state });
    }
  }

  get #directory() {
    return { person: (number: string) => this.person(number), groups: this.groups, mediaHost: this.media.host };
  }

  /** Takes a message of a device and brings it to every telephone it is for, unless it was taken before. */
  async #carry(node: BinaryNode, wire: ClientWire, account: Account): Promise<void> {
    const { id = '', to = '' } = node.attrs;
    const error = this.#refusal(to);
    if (error !== undefined) {
      wire.send({ tag: 'ack', attrs: { class: 'message', id, from: to, t: now(), error } });
      return;
    }
    const key = `${account.number}/${id}`;
    if (!this.#taken.has(key)) {
      this.#taken.add(key);
      await this.#bring(node, account);
    }
    if (this.losesConfirmations > 0) {
      this.losesConfirmations -= 1;
      wire.cut();
      if (account.wire === wire) account.wire = undefined;
      return;
    }
    wire.send({ tag: 'ack', attrs: { class: 'message', id, from: to, t: now() } });
  }

  #refusal(to: string): string | undefined {
    if (this.refusals > 0) {
      this.refusals -= 1;
      return '479';
    }
    return !to.endsWith('@g.us') && this.person(numberOf(to)).isAbsent ? '404' : undefined;
  }

  async #bring(node: BinaryNode, account: Account): Promise<void> {
    const { id = '', to = '' } = node.attrs;
    const forOne = (getBinaryNodeChildren(getBinaryNodeChild(node, 'participants'), 'to') ?? []).map(
      (child) => [child.attrs['jid'] ?? '', getBinaryNodeChild(child, 'enc')] as const,
    );
    const direct = getBinaryNodeChild(node, 'enc');
    const isGroup = to.endsWith('@g.us');
    const all = isGroup || !direct ? forOne : [[to, direct] as const, ...forOne];
    for (const [jid, enc] of all) {
      const number = numberOf(jidNormalizedUser(jid));
      if (!enc || number === account.number) continue;
      const message = await this.#read(number, account, enc);
      if (isGroup && message?.senderKeyDistributionMessage)
        await this.person(number).learnSenderKey(account.address, message.senderKeyDistributionMessage);
      else if (message) this.reached.push({ id, from: account.number, to: number, message });
    }
    if (!isGroup || !direct) return;
    const group = to.slice(0, to.indexOf('@'));
    const reader = this.groups.get(group)?.members.find((number) => number !== account.number) ?? '';
    const message = await this.person(reader).decryptFromGroup(to, account.address, direct.content as Uint8Array);
    this.reached.push({ id, from: account.number, to: group, message });
  }

  async #read(number: string, account: Account, enc: BinaryNode): Promise<proto.Message | undefined> {
    try {
      return await this.person(number).decrypt(account.address, enc.attrs['type'] ?? '', enc.content as Uint8Array);
    } catch (error) {
      this.undecipherable.push(`${number}: ${String(error)}`);
      return undefined;
    }
  }
}
