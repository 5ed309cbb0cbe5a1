import { Secret, TOTP } from 'otpauth';

const period = 30;
const issuer = 'Balcão';

const totp = (secret: string, label: string): TOTP =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period });

/** 160 bits, as RFC 4226 recommends. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** Returns the address encoded in the picture. */
export const keyAddress = (secret: string, email: string): string => totp(secret, email).toString();

/**
 * Returns the half minute that a code belongs to, or undefined when it is wrong. The ones before and after are valid
 * too: clocks differ, and typing takes time.
 */
export const counterOf = (secret: string, code: string, now = Date.now()): number | undefined => {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = totp(secret, '').validate({ token: code, window: 1, timestamp: now });
  return delta === null ? undefined : Math.floor(now / 1000 / period) + delta;
};
