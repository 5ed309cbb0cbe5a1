import type { BinaryNode, KeyPair } from 'baileys';
import { Curve } from 'baileys';
import type { Bundle } from './person.ts';
import { host } from './person.ts';
import type { ClientWire } from './wire.ts';

/** A company’s phone, and the one device linked to it. */
export class Account {
  readonly number: string;
  readonly key: KeyPair = Curve.generateKeyPair();
  /** Increases with every linked device; 0 for none. */
  device = 0;
  isLinked = false;
  wire: ClientWire | undefined;
  bundle: Omit<Bundle, 'preKey'> | undefined;
  preKeys: { keyId: number; publicKey: Uint8Array }[] = [];
  /** Messages that the device has not confirmed: they are sent again at every login. */
  readonly waiting = new Map<string, BinaryNode>();
  logins = 0;
  /** The version that the device reported at its last login. */
  version = '';

  constructor(number: string) {
    this.number = number;
  }

  get lid(): string {
    return `9${this.number}`;
  }
  /** The address under which people’s phones know it. */
  get address(): string {
    return `${this.number}@${host}`;
  }
  get jid(): string {
    return `${this.number}:${this.device}@${host}`;
  }

  /** Handles the device’s confirmation. */
  confirm(kind: string, id: string | undefined): void {
    if (id !== undefined) this.waiting.delete(`${kind}/${id}`);
  }
  hand(kind: string, node: BinaryNode): void {
    this.waiting.set(`${kind}/${node.attrs['id'] ?? ''}`, node);
    this.wire?.send(node);
  }
}
