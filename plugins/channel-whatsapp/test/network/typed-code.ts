import { randomBytes } from 'node:crypto';
import {
  aesDecryptCTR,
  aesDecryptGCM,
  aesEncryptCTR,
  Curve,
  derivePairingCodeKey,
  getBinaryNodeChild,
  getBinaryNodeChildBuffer,
  hkdf,
  type BinaryNode,
  type proto,
} from 'baileys';
import type { Account } from './account.ts';
import type { ClientWire } from './wire.ts';

const bytesOf = (node: BinaryNode | undefined, tag: string): Buffer =>
  Buffer.from(getBinaryNodeChildBuffer(node, tag) ?? []);

/** A device that waits for its code to be typed into a phone. */
export interface Asking {
  wire: ClientWire;
  payload: proto.ClientPayload;
  ref: Buffer;
  /** The device’s ephemeral key, encrypted by the code. */
  wrapped: Buffer;
}

export const askingOf = (node: BinaryNode, wire: ClientWire, payload: proto.ClientPayload): Asking => ({
  wire,
  payload,
  ref: randomBytes(16),
  wrapped: bytesOf(
    getBinaryNodeChild(node, 'link_code_companion_reg'),
    'link_code_pairing_wrapped_companion_ephemeral_pub',
  ),
});

/** The phone’s side: it knows the code because somebody typed it, and otherwise only what was sent in plain. */
export class TypedCode {
  readonly #account: Account;
  readonly #ephemeral = Curve.generateKeyPair();
  readonly #asking: Asking;
  #theirs: Buffer = Buffer.alloc(0);

  constructor(account: Account, asking: Asking) {
    this.#account = account;
    this.#asking = asking;
  }

  /** Returns the phone’s message after the code was typed. */
  async hello(code: string): Promise<BinaryNode> {
    const { wrapped, ref } = this.#asking;
    const key = await derivePairingCodeKey(code, wrapped.subarray(0, 32));
    this.#theirs = aesDecryptCTR(wrapped.subarray(48, 80), key, wrapped.subarray(32, 48));
    const [salt, iv] = [randomBytes(32), randomBytes(16)];
    const own = aesEncryptCTR(Buffer.from(this.#ephemeral.public), await derivePairingCodeKey(code, salt), iv);
    const part = (tag: string, content: Uint8Array): BinaryNode => ({ tag, attrs: {}, content });
    return {
      tag: 'link_code_companion_reg',
      attrs: { stage: 'primary_hello' },
      content: [
        part('link_code_pairing_ref', ref),
        part('primary_identity_pub', this.#account.key.public),
        part('link_code_pairing_wrapped_primary_ephemeral_pub', Buffer.concat([salt, iv, own])),
      ],
    };
  }

  /** Reads the device’s response: its identity, and the shared secret. Throws when the code was a different one. */
  finish(node: BinaryNode): { identity: Buffer; secret: Buffer } {
    const answer = getBinaryNodeChild(node, 'link_code_companion_reg');
    const identity = bytesOf(answer, 'companion_identity_public');
    const bundle = bytesOf(answer, 'link_code_pairing_wrapped_key_bundle');
    const shared = Curve.sharedKey(this.#ephemeral.private, this.#theirs);
    const info = 'link_code_pairing_key_bundle_encryption_key';
    const key = Buffer.from(hkdf(Buffer.from(shared), 32, { salt: bundle.subarray(0, 32), info }));
    const plain = aesDecryptGCM(bundle.subarray(44), key, bundle.subarray(32, 44), Buffer.alloc(0));
    if (!plain.subarray(0, 32).equals(identity)) throw new Error('another device answered');
    const both = Curve.sharedKey(this.#account.key.private, identity);
    const secret = Buffer.from(hkdf(Buffer.concat([shared, both, plain.subarray(64)]), 32, { info: 'adv_secret' }));
    return { identity, secret };
  }
}
