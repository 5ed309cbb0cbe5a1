import type { Scope } from '@balcao/sdk/server';

const maxBytes = 2_000_000;
const patienceMs = 10_000;

/** Normalises an address as super users enter it: with or without `https://`, with or without a trailing slash. */
export const baseOf = (written: string): string => {
  const text = written.trim().replace(/\/+$/, '');
  return /^https?:\/\//i.test(text) ? text : `https://${text}`;
};

interface CallOptions {
  method?: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: object;
}

/**
 * Sends one request to a billing system. The address comes from the platform and is often in a private network.
 * Redirects are not followed, because they would forward the credentials.
 */
export const callBillingSystem = async (
  url: string,
  { method = 'GET', headers, body }: CallOptions,
  scope: Scope,
): Promise<string> => {
  const response = await fetch(url, {
    method,
    headers: { accept: 'application/json', ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.any([scope.signal, AbortSignal.timeout(patienceMs)]),
  });
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > maxBytes) throw new Error('the response of the billing system is too long');
    parts.push(part);
  }
  const text = Buffer.concat(parts).toString('utf8');
  if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}: ${text.slice(0, 200)}`);
  return text;
};

/** Parses `99.90`, `1.234,50` or a number. */
export const centsOf = (value: string | number): number => {
  const text = String(value).trim();
  const plain = text.includes(',') ? text.replaceAll('.', '').replace(',', '.') : text;
  const cents = Math.round(Number(plain) * 100);
  if (!Number.isSafeInteger(cents)) throw new Error(`"${text.slice(0, 40)}" is not an amount`);
  return cents;
};

/** Returns null for an empty or blank text. */
export const textOrNull = (text: string | null | undefined): string | null => text?.trim() || null;
export const lineOf = (text: string | null | undefined): string | null => textOrNull(text?.replaceAll(/\D/g, ''));
export const linkOf = (text: string | null | undefined): string | null =>
  text && /^https?:\/\//.test(text) && URL.canParse(text) ? text : null;
