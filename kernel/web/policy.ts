import { createHash, randomBytes } from 'node:crypto';

export const newNonce = (): string => randomBytes(16).toString('base64');

/** Origins besides the page's own. */
export interface PageOrigins {
  socketOrigin: string;
  /** `https://player.example`: what pages of plugins may show in a frame. */
  frames: readonly string[];
}
const httpsOrigin = /^https:\/\/[a-z0-9.-]+(:\d+)?$/;

/**
 * What the page may do. Scripts come from this origin only. `inline` are the texts of those that stand in the page
 * itself, each allowed by its hash: the import map, and what asks for the session. Styles that the style engine makes
 * carry the nonce. No string ever becomes code.
 */
export function contentSecurityPolicy(
  inline: readonly string[],
  nonce: string,
  { socketOrigin, frames }: PageOrigins,
): string {
  const hashes = inline.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return [
    `default-src 'none'`,
    `script-src 'self' ${hashes.join(' ')}`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:`,
    `media-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self' ${socketOrigin} blob:`,
    `worker-src 'self' blob:`,
    `manifest-src 'self'`,
    `frame-src 'self' blob: ${[...new Set(frames)].filter((origin) => httpsOrigin.test(origin)).join(' ')}`.trim(),
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `object-src 'none'`,
    `require-trusted-types-for 'script'`,
    // An address becomes a worker's code only by one of these two, each of which knows whose files those are.
    `trusted-types service-worker worker`,
  ].join('; ');
}

/** What the service worker may do: it fetches from this origin and loads nothing besides itself. */
export const workerPolicy = "default-src 'none'; connect-src 'self'";

/** For every answer of the browser part. */
export const commonHeaders: Readonly<Record<string, string>> = { 'X-Content-Type-Options': 'nosniff' };

/** For the page itself; browsers read them on nothing else. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Referrer-Policy': 'same-origin',
  // Sign-in windows of other services must be able to answer the page that opened them.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Permissions-Policy': 'microphone=(self), camera=(), geolocation=(), payment=(), usb=()',
};
