import { createHmac, timingSafeEqual } from 'node:crypto';

const isSame = (given: string, right: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/**
 * Returns true if Meta signed a webhook call: `header` is the value of `x-hub-signature-256`, and `raw` the exact bytes
 * of the body. Compares in constant time; an empty secret never fits, or anybody could sign. Source: Meta’s Webhooks
 * documentation, “Validating Payloads” (developers.facebook.com/docs/graph-api/webhooks/getting-started).
 */
export const isSignedByMeta = (secret: string, raw: Uint8Array, header: string | string[] | undefined): boolean =>
  secret !== '' &&
  typeof header === 'string' &&
  isSame(header, `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`);

/**
 * Returns true if a verification request of Meta (`hub.verify_token`) carries the expected token. Compares in constant
 * time; an empty expected token never fits. Source: Meta’s Webhooks documentation, “Verification Requests”.
 */
export const isMetaVerifyToken = (expected: string, given: string | undefined): boolean =>
  expected !== '' && given !== undefined && isSame(given, expected);
