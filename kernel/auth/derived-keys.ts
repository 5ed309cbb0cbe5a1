import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Derives a key for one purpose from the secret, so that a signature for one purpose is invalid for any other. */
export const keyFor = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'balcao', purpose, 32));

export const sign = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Compares in constant time, so that the duration tells nothing about the content. */
export const equalsInConstantTime = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && timingSafeEqual(a, b);
