import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** One secret, a key for each purpose: what is signed for one never passes for another. */
export const keyFor = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'balcao', purpose, 32));

export const sign = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Equal, without telling by the time how much of it is. */
export const same = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b);
