import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { NotPublic, publicAddresses, type Address } from './public-address.ts';

export interface PublicRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** Bytes of the answer that are read. */
  maxBytes: number;
  /** Longer answers: cut there (the default), or given up. */
  longer?: 'cut' | 'refuse';
  /** How many redirects are followed, each checked as the first. Absent: none, and the answer is the redirect itself. */
  redirects?: number;
  /** For all of it, names and redirects too. Absent: 5 seconds. */
  timeoutMs?: number;
  /** https with a port of its own is allowed too. */
  ownPorts?: boolean;
  signal?: AbortSignal;
  /** Throws to give up before the answer's body is read. */
  check?(answer: Pick<PublicAnswer, 'url' | 'status' | 'headers'>): void;
}
export interface PublicAnswer {
  /** After redirects. */
  url: URL;
  status: number;
  headers: Readonly<http.IncomingHttpHeaders>;
  body: Buffer;
  /** It was longer than `maxBytes`. */
  isCut: boolean;
}

/** Connects to exactly the addresses that were checked: the name is not looked up a second time. */
const pinned =
  (addresses: readonly Address[]): LookupFunction =>
  (_host, options, done) => {
    const [first] = addresses;
    if (options.all) done(null, [...addresses]);
    else done(null, first?.address ?? '', first?.family ?? 4);
  };

const ask = (
  url: URL,
  addresses: readonly Address[],
  { method = 'GET', headers = {}, body }: PublicRequest,
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
          // Nothing is unpacked: what is small on the wire is small here.
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
  response: http.IncomingMessage,
  { maxBytes, longer = 'cut' }: PublicRequest,
): Promise<Pick<PublicAnswer, 'body' | 'isCut'>> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    if (size <= maxBytes) continue;
    if (longer === 'refuse') throw new Error('longer than it may be');
    break;
  }
  return { body: Buffer.concat(parts).subarray(0, maxBytes), isCut: size > maxBytes };
};

/**
 * Calls an address that somebody of a company named, from a server that stands in a private network: the host's
 * addresses are checked on every step, all of them must be public, and they are connected to as checked. Throws
 * `NotPublic` for others, and what the network throws. With NODE_ENV=development `localhost` counts as public.
 * @example
 * const { status } = await fetchPublic('https://example.com/hook', { method: 'POST', body: '{}', maxBytes: 16_384 });
 */
export const fetchPublic = async (address: string | URL, wanted: PublicRequest): Promise<PublicAnswer> => {
  const { redirects: most = 0, timeoutMs = 5_000, signal: stop } = wanted;
  const late = AbortSignal.timeout(timeoutMs);
  const signal = stop ? AbortSignal.any([stop, late]) : late;
  let url = new URL(address);
  for (let redirects = 0; ; redirects += 1) {
    if (url.username !== '' || url.password !== '') throw new NotPublic('names a user');
    const addresses = await publicAddresses(url, wanted.ownPorts);
    signal.throwIfAborted();
    const response = await ask(url, addresses, wanted, signal);
    try {
      const { statusCode: status = 0, headers } = response;
      if (most > 0 && status >= 300 && status < 400 && headers.location !== undefined) {
        if (redirects === most) throw new Error('too many redirects');
        url = new URL(headers.location, url);
        continue;
      }
      wanted.check?.({ url, status, headers });
      return { url, status, headers, ...(await bodyOf(response, wanted)) };
    } finally {
      response.destroy();
    }
  }
};
