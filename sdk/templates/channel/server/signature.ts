import { createHmac, timingSafeEqual } from 'node:crypto';

/** Maximum age of a signed request in seconds; an older one may be a recorded copy. */
const freshSeconds = 300;

/** Returns the signature of a request, over the time and the exact bytes. */
export const signatureOf = (secret: string, timestamp: string, raw: Uint8Array): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(raw).digest('hex');

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Returns true if a request is signed by the gateway and recent. */
export function isGenuine(secret: string, headers: Headers, raw: Uint8Array): boolean {
  const timestamp = headers['x-gateway-timestamp'];
  const given = headers['x-gateway-signature'];
  // With an empty secret anybody could sign.
  if (secret === '' || typeof timestamp !== 'string' || typeof given !== 'string') return false;
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > freshSeconds) return false;
  const right = Buffer.from(signatureOf(secret, timestamp, raw));
  const sent = Buffer.from(given);
  return sent.length === right.length && timingSafeEqual(sent, right);
}
