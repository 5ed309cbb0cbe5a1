import type { BinaryNode, KeyPair } from 'baileys';
import { Curve } from 'baileys';
import type { Bundle } from './person.ts';
import { host } from './person.ts';
import type { ClientWire } from './wire.ts';

/** A company's telephone, and the one device linked to it. */
export class Account {
  readonly number: string;
  readonly key: KeyPair = Curve.generateKeyPair();
  /** Counts up with every device that was linked; 0: none ever was. */
  device = 0;
  isLinked = false;
  wire: ClientWire | undefined;
  bundle: Omit<Bundle, 'preKey'> | undefined;
  preKeys: { keyId: number; publicKey: Uint8Array }[] = [];
  /** What the device has not confirmed: it comes again with the next login, as often as it takes. */
  readonly waiting = new Map<string, BinaryNode>();
  logins = 0;
  /** The version that the device said it was, at its last login. */
  version = '';

  constructor(number: string) {
    this.number = number;
  }

  get lid(): string {
    return `9${this.number}`;
  }
  /** As people's telephones address it. */
  get address(): string {
    return `${this.number}@${host}`;
  }
  get jid(): string {
    return `${this.number}:${this.device}@${host}`;
  }

  /** The device got it. */
  confirm(kind: string, id: string | undefined): void {
    if (id !== undefined) this.waiting.delete(`${kind}/${id}`);
  }
  hand(kind: string, node: BinaryNode): void {
    this.waiting.set(`${kind}/${node.attrs['id'] ?? ''}`, node);
    this.wire?.send(node);
  }
}
