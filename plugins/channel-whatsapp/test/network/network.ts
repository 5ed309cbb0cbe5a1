import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { getBinaryNodeChild, getBinaryNodeChildren, type BinaryNode, type proto } from 'baileys';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Account } from './account.ts';
import { Delivery } from './delivery.ts';
import { muteEncryptionLibrary } from './mute-encryption-library.ts';
import { certificate } from './loopback-certificate.ts';
import { Certificates } from './noise.ts';
import { bundleOf, newRefs, pairSuccess, readCode } from './pairing.ts';
import { host } from './person.ts';
import { answerTo, numberOf } from './queries.ts';
import { now, receiptKinds } from './telephones.ts';
import { askingOf, TypedCode, type Asking } from './typed-code.ts';
import { ClientWire } from './wire.ts';

export type { Reached } from './telephones.ts';

/**
 * A simulated WhatsApp network on this computer, as far as a linked device uses it: handshake, linking, real encryption
 * at both ends, files, receipts, groups, history, pictures, calls, removal of the device, and broken sockets. It stores
 * what a device has not confirmed, and accepts each message of a device once by its id.
 */
export class WhatsAppNetwork extends Delivery {
  /** Receipts that devices sent to people: ids with their kind, and in groups the author of the message. */
  readonly receipts: { number: string; id: string; type: string; member?: string }[] = [];
  /** Presences and typing indicators that devices sent. */
  readonly states: { to: string; state: string }[] = [];
  /** Ids of calls that devices refused. */
  readonly refusedCalls: string[] = [];
  readonly #certificates = new Certificates();
  readonly #codes = new Map<string, { wire: ClientWire; payload: proto.ClientPayload }>();
  /** Devices that requested a code to type, by their number. */
  readonly #asking = new Map<string, Asking>();
  readonly #typed = new Map<string, TypedCode>();
  readonly #wires = new Set<ClientWire>();
  #server!: WebSocketServer;
  #unhush: () => void = () => undefined;
  /** Numbers whose devices cannot connect for now. */
  readonly barred = new Set<string>();
  /** Numbers whose devices are refused, with the reason’s number. */
  readonly refusedLogins = new Map<string, string>();

  async listen(): Promise<void> {
    this.#unhush = muteEncryptionLibrary();
    await this.media.listen();
    this.#server = new WebSocketServer({ host: '127.0.0.1', port: 0, path: '/ws/chat' });
    this.#server.on('connection', (socket) => this.#connected(socket));
    await once(this.#server, 'listening');
  }
  override close(): void {
    for (const wire of this.#wires) wire.cut();
    this.#server.close();
    super.close();
    this.#unhush();
  }

  /** The value of `WHATSAPP_WEB_SIMULATOR`. */
  get seam(): string {
    const { port } = this.#server.address() as AddressInfo;
    const root = Buffer.from(this.#certificates.root.public).toString('hex');
    return JSON.stringify({ url: `ws://127.0.0.1:${port}/ws/chat`, root, ca: certificate, files: this.media.host });
  }

  /** The company’s phone scans the code on the screen. */
  scan(code: string, number: string): void {
    const { ref, identity, secret } = readCode(code);
    const pending = this.#codes.get(ref);
    if (!pending) throw new Error('no device shows this code');
    this.#link(number, pending, identity, secret);
  }

  /** A person types the code into the company’s phone. */
  async type(code: string, number: string): Promise<void> {
    const asking = this.#asking.get(number);
    if (!asking) throw new Error('no device requested a code for this number');
    const typed = new TypedCode(this.account(number), asking);
    this.#typed.set(number, typed);
    const content = [await typed.hello(code)];
    const attrs = { id: this.newId(), type: 'link_code_companion_reg', from: host, t: now() };
    asking.wire.send({ tag: 'notification', attrs, content });
  }

  #link(
    number: string,
    { wire, payload }: { wire: ClientWire; payload: proto.ClientPayload },
    identity: Buffer,
    secret: Buffer,
  ): void {
    const account = this.account(number);
    account.device += 1;
    account.isLinked = true;
    account.preKeys = [];
    account.waiting.clear();
    account.bundle = bundleOf(payload);
    const content = pairSuccess(account, identity, secret);
    wire.send(this.#iq({ type: 'set' }, [{ tag: 'pair-success', attrs: {}, content }]));
  }

  /** The phone removes the device from its list. */
  removeDevice(number: string): void {
    const account = this.account(number);
    account.isLinked = false;
    const conflict = { tag: 'conflict', attrs: { type: 'device_removed' } };
    this.endStream(number, { code: '401' }, [conflict]);
  }
  /** The network closes the socket with a reason. */
  endStream(number: string, attrs: Record<string, string>, content: BinaryNode[] = []): void {
    const account = this.account(number);
    account.wire?.send({ tag: 'stream:error', attrs, content });
    account.wire?.close();
  }

  /** The socket breaks without a reason. */
  cut(number: string): void {
    const account = this.account(number);
    account.wire?.cut();
    account.wire = undefined;
  }
  isUp(number: string): boolean {
    const { wire, preKeys } = this.account(number);
    return wire !== undefined && preKeys.length > 0;
  }

  #iq(attrs: Record<string, string>, content?: BinaryNode[]): BinaryNode {
    return { tag: 'iq', attrs: { from: host, id: String(this.count()), ...attrs }, ...(content && { content }) };
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

  #logIn(wire: ClientWire, { username, device, userAgent }: proto.ClientPayload): Account | undefined {
    const account = this.accounts.get(String(username));
    if (this.barred.has(String(username))) {
      wire.cut();
      return undefined;
    }
    const isKnown = account?.isLinked && account.device === device;
    const reason = isKnown ? this.refusedLogins.get(account.number) : '401';
    if (!account || reason !== undefined) {
      wire.send({ tag: 'failure', attrs: { reason: reason ?? '401', location: 'simulated' } });
      wire.close();
      return undefined;
    }
    if (account.wire) this.endStream(account.number, {}, [{ tag: 'conflict', attrs: { type: 'replaced' } }]);
    account.wire = wire;
    account.logins += 1;
    const { primary, secondary, tertiary } = userAgent?.appVersion ?? {};
    account.version = [primary, secondary, tertiary].join('.');
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
    if (node.tag === 'iq') await this.#asked(node, wire, account);
    else if (!account) return;
    else if (node.tag === 'message') await this.deliver(node, wire, account);
    else if (node.tag === 'receipt') await this.#receipt(node, wire, account);
    else if (node.tag === 'ack') this.#confirmed(node, account);
    else if (node.tag === 'call') this.#callRefused(node, wire);
    else if (node.tag === 'chatstate' || node.tag === 'presence') {
      const child = Array.isArray(node.content) ? node.content[0] : undefined;
      const state = child?.attrs['media'] === 'audio' ? 'recording' : (child?.tag ?? node.attrs['type'] ?? '');
      this.states.push({ to: numberOf(node.attrs['to'] ?? ''), state });
    }
  }

  async #asked(node: BinaryNode, wire: ClientWire, account: Account | undefined): Promise<void> {
    const { id = '', type } = node.attrs;
    if (type === 'result') {
      if (!getBinaryNodeChild(node, 'pair-device-sign')) return;
      wire.send({ tag: 'stream:error', attrs: { code: '515' } });
      wire.close();
      return;
    }
    if (getBinaryNodeChild(node, 'remove-companion-device') && account) {
      account.isLinked = false;
      return;
    }
    const code = getBinaryNodeChild(node, 'link_code_companion_reg');
    const number = numberOf(code?.attrs['jid'] ?? '');
    if (code?.attrs['stage'] === 'companion_hello' && wire.payload)
      this.#asking.set(number, askingOf(node, wire, wire.payload));
    const content = account ? await answerTo(node, account, this.#directory) : [];
    wire.send(this.#iq({ type: 'result', id }, content));
    const asking = this.#asking.get(number);
    if (code?.attrs['stage'] !== 'companion_finish' || !asking) return;
    const { identity, secret } = this.#typed.get(number)?.finish(node) ?? {};
    if (identity && secret) this.#link(number, asking, identity, secret);
  }

  async #receipt(node: BinaryNode, wire: ClientWire, account: Account): Promise<void> {
    const { id = '', to = '', type, participant } = node.attrs;
    account.confirm('message', id);
    if (type === 'retry') await this.written.get(id)?.();
    const items = getBinaryNodeChildren(getBinaryNodeChild(node, 'list'), 'item').map(({ attrs }) => attrs['id'] ?? '');
    for (const one of [id, ...items])
      this.receipts.push({
        number: numberOf(to),
        id: one,
        type: type ?? 'delivered',
        ...(participant !== undefined && { member: numberOf(participant) }),
      });
    wire.send({ tag: 'ack', attrs: { class: 'receipt', id, from: to || host, ...(type && { type }) } });
  }

  #confirmed({ attrs }: BinaryNode, account: Account): void {
    const { id, class: kind, participant } = attrs;
    if (kind === 'message') account.confirm('message', id);
    if (kind !== 'receipt') return;
    const member = participant === undefined ? '' : numberOf(participant);
    for (const how of receiptKinds) account.confirm(`receipt-${how}${member}`, id);
  }

  #callRefused(node: BinaryNode, wire: ClientWire): void {
    const refusal = getBinaryNodeChild(node, 'reject');
    if (refusal) this.refusedCalls.push(refusal.attrs['call-id'] ?? '');
    wire.send({ tag: 'ack', attrs: { class: 'call', id: node.attrs['id'] ?? '', from: node.attrs['to'] ?? host } });
  }

  get #directory() {
    return { person: (number: string) => this.person(number), groups: this.groups, mediaHost: this.media.host };
  }
}
