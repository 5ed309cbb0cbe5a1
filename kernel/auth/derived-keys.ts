import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The salt of every derived key: changing it invalidates all sessions and signed links. */
const salt = 'balcao';

/** Derives a key of 32 bytes for one purpose, so that a signature for one purpose is invalid for any other. */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, purpose, 32));

/** Returns the HMAC-SHA-256 of a text. */
export const sign = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Compares in constant time, so that the duration tells nothing about the content. */
export const equalsInConstantTime = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && timingSafeEqual(a, b);
