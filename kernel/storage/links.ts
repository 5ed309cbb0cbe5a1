import { equalsInConstantTime, sign } from '../auth/derived-keys.ts';

const signature = (key: Buffer, name: string, expires: number): Buffer => sign(key, `${name}|${expires}`);

/** Returns an address of one file that works without a session until it expires. */
export function signedLink(key: Buffer, name: string, seconds: number): string {
  const expires = Math.floor(Date.now() / 1000 + seconds);
  return `/public/${name}?s=${signature(key, name, expires).toString('base64url')}&e=${expires}`;
}

export function isSignedLink(key: Buffer, name: string, given: { s: string; e: string }): boolean {
  const expires = Number(given.e);
  if (!/^\d{1,12}$/.test(given.e) || expires < Date.now() / 1000) return false;
  return equalsInConstantTime(Buffer.from(given.s, 'base64url'), signature(key, name, expires));
}
