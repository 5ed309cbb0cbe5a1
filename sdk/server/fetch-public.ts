import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { NotPublic, publicAddresses, type Address } from './public-address.ts';

export interface PublicRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** Maximum number of body bytes that are read. */
  maxBytes: number;
  /** Treatment of a longer body: truncated (the default), or an error. */
  longer?: 'cut' | 'refuse';
  /**
   * Maximum number of redirects; each target is checked like the first. Absent: none, and the redirect itself is
   * returned.
   */
  redirects?: number;
  /** Limit of the whole call in milliseconds, including name resolution and redirects. Absent: 5 seconds. */
  timeoutMs?: number;
  /** Allows https on a port other than 443. */
  ownPorts?: boolean;
  signal?: AbortSignal;
  /** Throws to abort before the body is read. */
  check?(answer: Pick<PublicAnswer, 'url' | 'status' | 'headers'>): void;
}
export interface PublicAnswer {
  /** The final address after redirects. */
  url: URL;
  status: number;
  headers: Readonly<http.IncomingHttpHeaders>;
  body: Buffer;
  /** True if the body was longer than `maxBytes`. */
  isCut: boolean;
}

/** Connects to exactly the addresses that were checked, without a second name resolution. */
const pinned =
  (addresses: readonly Address[]): LookupFunction =>
  (_host, options, done) => {
    const [first] = addresses;
    if (options.all) done(null, [...addresses]);
    else done(null, first?.address ?? '', first?.family ?? 4);
  };

const request = (
  url: URL,
  addresses: readonly Address[],
  { method = 'GET', headers = {}, body }: Pick<PublicRequest, 'method' | 'headers' | 'body'>,
  signal: AbortSignal,
): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    request(
      url,
      {
        method,
        lookup: pinned(addresses),
        agent: false,
        signal,
        maxHeaderSize: 16_384,
        headers: {
          // No encoding is accepted, so that `maxBytes` limits the decoded size too.
          'accept-encoding': 'identity',
          ...headers,
          ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
        },
      },
      resolve,
    )
      .on('error', reject)
      .end(body);
  });

const bodyOf = async (
  body: AsyncIterable<Buffer>,
  { maxBytes, longer = 'cut' }: PublicRequest,
): Promise<Pick<PublicAnswer, 'body' | 'isCut'>> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    parts.push(part);
    size += part.length;
    if (size <= maxBytes) continue;
    if (longer === 'refuse') throw new Error('longer than it may be');
    break;
  }
  return { body: Buffer.concat(parts).subarray(0, maxBytes), isCut: size > maxBytes };
};

/** Name resolution cannot be stopped, so that it is not waited for any longer. */
const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });

/** A response whose body has not been read. */
export interface PublicStream extends Pick<PublicAnswer, 'url' | 'status' | 'headers'> {
  /** Can be read once, and is not limited in size. */
  body: AsyncIterable<Buffer>;
  /** Ends the connection. Call it in the end, whether the body was read or not. */
  close(): void;
}
type Opening = Omit<PublicRequest, 'maxBytes' | 'longer' | 'timeoutMs'> & { signal: AbortSignal };

/**
 * Calls an address as `fetchPublic` does and returns the response with its body unread, for answers that arrive piece
 * by piece. `signal` limits the whole call, reading included.
 * @example
 * const response = await openPublic('https://example.com/events', { signal: AbortSignal.timeout(60_000) });
 * try {
 *   for await (const piece of response.body) await handle(piece);
 * } finally {
 *   response.close();
 * }
 */
export const openPublic = async (address: string | URL, wanted: Opening): Promise<PublicStream> => {
  const { redirects: maxRedirects = 0, signal } = wanted;
  let url = new URL(address);
  for (let redirects = 0; ; redirects += 1) {
    if (url.username !== '' || url.password !== '') throw new NotPublic('names a user');
    const addresses = await unlessAborted(publicAddresses(url, wanted.ownPorts), signal);
    const response = await request(url, addresses, wanted, signal);
    const { statusCode: status = 0, headers } = response;
    const close = (): void => void response.destroy();
    try {
      if (maxRedirects > 0 && status >= 300 && status < 400 && headers.location !== undefined) {
        if (redirects === maxRedirects) throw new Error('too many redirects');
        close();
        url = new URL(headers.location, url);
        continue;
      }
      wanted.check?.({ url, status, headers });
      return { url, status, headers, body: response, close };
    } catch (error) {
      close();
      throw error;
    }
  }
};

/**
 * Calls an address entered by a person of a company, from a server in a private network. The host's addresses are
 * checked at every redirect, all must be public, and the connection uses the checked addresses. Throws `NotPublic` for
 * others, and errors of the network as they are. With NODE_ENV=development `localhost` counts as public.
 * @example
 * const { status } = await fetchPublic('https://example.com/hook', { method: 'POST', body: '{}', maxBytes: 16_384 });
 */
export const fetchPublic = async (address: string | URL, wanted: PublicRequest): Promise<PublicAnswer> => {
  const { timeoutMs = 5_000, signal: stop } = wanted;
  const late = AbortSignal.timeout(timeoutMs);
  const signal = stop ? AbortSignal.any([stop, late]) : late;
  const { url, status, headers, body, close } = await openPublic(address, { ...wanted, signal });
  try {
    return { url, status, headers, ...(await bodyOf(body, wanted)) };
  } finally {
    close();
  }
};
