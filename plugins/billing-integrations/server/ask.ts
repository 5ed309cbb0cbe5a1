import type { Scope } from '@balcao/sdk/server';

const maxBytes = 2_000_000;
const patienceMs = 10_000;

/** The address as super users write it: with or without `https://`, with or without a slash behind. */
export const baseOf = (written: string): string => {
  const text = written.trim().replace(/\/+$/, '');
  return /^https?:\/\//i.test(text) ? text : `https://${text}`;
};

interface Asked {
  method?: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: object;
}

/**
 * One call of a billing system. Its address is the platform's own word, and often lies in a private network. Redirects
 * are not followed: they would carry what proves who we are.
 */
export const ask = async (url: string, { method = 'GET', headers, body }: Asked, scope: Scope): Promise<string> => {
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
    if (size > maxBytes) throw new Error('the answer is too long');
    parts.push(part);
  }
  const text = Buffer.concat(parts).toString('utf8');
  if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}: ${text.slice(0, 200)}`);
  return text;
};

/** `99.90`, `1.234,50` or a number. */
export const centsOf = (value: string | number): number => {
  const text = String(value).trim();
  const plain = text.includes(',') ? text.replaceAll('.', '').replace(',', '.') : text;
  const cents = Math.round(Number(plain) * 100);
  if (!Number.isSafeInteger(cents)) throw new Error(`"${text.slice(0, 40)}" is no amount`);
  return cents;
};

/** Nothing, a blank and a null are all nothing. */
export const some = (text: string | null | undefined): string | null => text?.trim() || null;
export const lineOf = (text: string | null | undefined): string | null => some(text?.replaceAll(/\D/g, ''));
export const linkOf = (text: string | null | undefined): string | null =>
  text && /^https?:\/\//.test(text) && URL.canParse(text) ? text : null;
