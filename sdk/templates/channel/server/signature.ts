import { createHmac, timingSafeEqual } from 'node:crypto';

/** Older than this, a signed request may be one that somebody recorded. */
const freshSeconds = 300;

/** The signature that the gateway sends: over the time and the exact bytes. */
export const signatureOf = (secret: string, timestamp: string, raw: Uint8Array): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(raw).digest('hex');

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Whether a request is the gateway's own, and of now. */
export function isGenuine(secret: string, headers: Headers, raw: Uint8Array): boolean {
  const timestamp = headers['x-gateway-timestamp'];
  const given = headers['x-gateway-signature'];
  // Without a secret anybody could sign.
  if (secret === '' || typeof timestamp !== 'string' || typeof given !== 'string') return false;
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > freshSeconds) return false;
  const right = Buffer.from(signatureOf(secret, timestamp, raw));
  const sent = Buffer.from(given);
  return sent.length === right.length && timingSafeEqual(sent, right);
}
