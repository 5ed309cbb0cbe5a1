import { createHash, randomBytes } from 'node:crypto';

export const newNonce = (): string => randomBytes(16).toString('base64');

/** Origins besides the page's own. */
export interface PageOrigins {
  socketOrigin: string;
  /** Origins such as `https://player.example` that pages of plugins may show in a frame. */
  frames: readonly string[];
}
const httpsOrigin = /^https:\/\/[a-z0-9.-]+(:\d+)?$/;

/**
 * Returns the content security policy of the page. Scripts come from this origin only. `inline` are the texts of the
 * scripts in the page itself, each allowed by its hash: the import map, and the one that requests the session. Styles
 * of the style engine carry the nonce. No string ever becomes code.
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
    // Only these two policies may turn an address into a worker's code, and each of them knows the files it may use.
    `trusted-types service-worker worker`,
  ].join('; ');
}

/** Policy of the service worker: it fetches from this origin and loads nothing besides itself. */
export const workerPolicy = "default-src 'none'; connect-src 'self'";

/** Headers of every answer of the browser part. */
export const commonHeaders: Readonly<Record<string, string>> = { 'X-Content-Type-Options': 'nosniff' };

/**
 * Returns the headers of the page itself; browsers ignore them on anything else. `site`: the request's `Sec-Fetch-Site`,
 * which tells who led the person here.
 *
 * A page of another site that opens this one loses its hold on the window. Pages that a person opens directly have no
 * opener and get no such policy, because Chromium uses no compiled code of former visits on a page that starts a new
 * group of windows: the first screen would take twice as long. Browsers that do not tell get the policy.
 */
export const pageHeaders = (site: string): Readonly<Record<string, string>> => ({
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': 'microphone=(self), camera=(), geolocation=(), payment=(), usb=()',
  ...(site === 'none' || site === 'same-origin'
    ? {}
    : // Sign-in windows of other services must be able to answer the page that opened them.
      { 'Cross-Origin-Opener-Policy': 'same-origin-allow-popups' }),
});
