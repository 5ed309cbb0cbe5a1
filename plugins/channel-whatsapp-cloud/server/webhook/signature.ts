import { createHmac, timingSafeEqual } from 'node:crypto';

/** As Meta signs: over the exact bytes, with the secret of the app. */
const signatureOf = (secret: string, raw: Uint8Array): string =>
  `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`;

const isSame = (given: string, right: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
};

export const isSigned = (secret: string, raw: Uint8Array, header: string | string[] | undefined): boolean =>
  // Without a secret anybody could sign.
  secret !== '' && typeof header === 'string' && isSame(header, signatureOf(secret, raw));

/** Meta proves the address with the word that the company typed there. */
export const isVerifyToken = (wanted: string, given: string | undefined): boolean =>
  wanted !== '' && given !== undefined && isSame(given, wanted);
