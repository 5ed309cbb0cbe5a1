import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const version = 'v1';

/**
 * Encrypts stored values. `place` is bound into the ciphertext, so a value copied to another row cannot be decrypted
 * there.
 */
export class SecretBox {
  readonly #key: Buffer;

  /** `key` has 32 bytes. */
  constructor(key: Buffer) {
    this.#key = key;
  }

  /** Returns whether a value is encrypted: those stored before their key became a secret are not. */
  isSealed(stored: string): boolean {
    return stored.startsWith(`${version}.`) && stored.split('.').length === 4;
  }

  seal(text: string, place: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv(algorithm, this.#key, nonce).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return [version, nonce, cipher.getAuthTag(), sealed]
      .map((part) => (typeof part === 'string' ? part : part.toString('base64url')))
      .join('.');
  }

  /** Decrypts a value. Throws when the key is another one or the value was modified. */
  open(stored: string, place: string): string {
    const [found, nonce, tag, sealed] = stored.split('.');
    if (found !== version || nonce === undefined || tag === undefined || sealed === undefined)
      throw new Error('not a sealed value');
    const decipher = createDecipheriv(algorithm, this.#key, Buffer.from(nonce, 'base64url'), { authTagLength: 16 });
    decipher.setAAD(Buffer.from(place)).setAuthTag(Buffer.from(tag, 'base64url'));
    return Buffer.concat([decipher.update(Buffer.from(sealed, 'base64url')), decipher.final()]).toString('utf8');
  }
}
