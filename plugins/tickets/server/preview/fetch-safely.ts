import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { NotPublic, publicAddresses, type Address } from './public-address.ts';

const mostRedirects = 4;
const wholeMs = 5_000;

export interface Fetched {
  /** After redirects. */
  url: URL;
  type: string;
  body: Buffer;
}

interface Wanted {
  /** What the answer's type must begin with. */
  type: string;
  maxBytes: number;
  /** Longer answers: cut there, or given up. */
  longer: 'cut' | 'refuse';
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
  type: string,
  signal: AbortSignal,
): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    request(
      url,
      {
        lookup: pinned(addresses),
        agent: false,
        signal,
        maxHeaderSize: 16_384,
        headers: {
          accept: `${type.endsWith('/') ? `${type}*` : type},*/*;q=0.1`,
          // Nothing is unpacked: what is small on the wire is small here.
          'accept-encoding': 'identity',
          'user-agent': 'Mozilla/5.0 (compatible; BalcaoLinkPreview/1.0)',
        },
      },
      resolve,
    )
      .on('error', reject)
      .end();
  });

const bodyOf = async (response: http.IncomingMessage, { maxBytes, longer }: Wanted): Promise<Buffer> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    if (size <= maxBytes) continue;
    if (longer === 'refuse') throw new Error('longer than it may be');
    break;
  }
  return Buffer.concat(parts).subarray(0, maxBytes);
};

/**
 * A page or a picture of the public internet, for a server that stands in a private one: the host's addresses are checked
 * on every step of a redirect, and connected to as checked. Five seconds for all of it. Throws when there is none.
 */
export const fetchSafely = async (address: string, wanted: Wanted, stop: AbortSignal): Promise<Fetched> => {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(wholeMs)]);
  let url = new URL(address);
  for (let redirects = 0; ; redirects += 1) {
    const addresses = await publicAddresses(url);
    signal.throwIfAborted();
    const response = await ask(url, addresses, wanted.type, signal);
    try {
      const { statusCode = 0, headers } = response;
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
        if (redirects === mostRedirects) throw new Error('too many redirects');
        url = new URL(headers.location, url);
        if (url.username !== '' || url.password !== '') throw new NotPublic('names a user');
        continue;
      }
      const type = headers['content-type']?.toLowerCase() ?? '';
      if (statusCode !== 200) throw new Error(`answered ${statusCode}`);
      if (!type.startsWith(wanted.type)) throw new Error('of another type');
      if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new Error('packed');
      return { url, type, body: await bodyOf(response, wanted) };
    } finally {
      response.destroy();
    }
  }
};
