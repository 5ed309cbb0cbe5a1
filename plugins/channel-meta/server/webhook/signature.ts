import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signs as Meta does: the exact bytes, with the app’s secret. */
const signatureOf = (secret: string, raw: Uint8Array): string =>
  `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`;

const isSame = (given: string, right: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
};

export const isSigned = (secret: string, raw: Uint8Array, header: string | string[] | undefined): boolean =>
  // With an empty secret anybody could sign.
  secret !== '' && typeof header === 'string' && isSame(header, signatureOf(secret, raw));

/** Compares the verify token that the company entered at Meta. */
export const isVerifyToken = (expected: string, given: string | undefined): boolean =>
  expected !== '' && given !== undefined && isSame(given, expected);
