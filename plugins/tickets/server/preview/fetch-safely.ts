import { fetchPublic } from '@balcao/sdk/server';

const maxRedirects = 4;
const wholeMs = 5_000;

export interface Fetched {
  /** The address after redirects. */
  url: URL;
  type: string;
  body: Buffer;
}

interface FetchOptions {
  /** Required beginning of the content type. */
  type: string;
  maxBytes: number;
  /** Handling of a longer body: cut it or throw. */
  longer: 'cut' | 'refuse';
}

/**
 * Fetches a page or a picture of the public internet within five seconds. It goes on when the caller is gone, because
 * others may wait for the same address. Throws when there is none.
 */
export const fetchSafely = async (address: string, options: FetchOptions): Promise<Fetched> => {
  const { type, maxBytes, longer } = options;
  const { url, headers, body } = await fetchPublic(address, {
    headers: {
      accept: `${type.endsWith('/') ? `${type}*` : type},*/*;q=0.1`,
      'user-agent': 'Mozilla/5.0 (compatible; BalcaoLinkPreview/1.0)',
    },
    maxBytes,
    longer,
    redirects: maxRedirects,
    timeoutMs: wholeMs,
    check: (answer) => {
      if (answer.status !== 200) throw new Error(`the page answered ${answer.status}`);
      if (!answer.headers['content-type']?.toLowerCase().startsWith(type))
        throw new Error('the content has another type');
      if ((answer.headers['content-encoding'] ?? 'identity') !== 'identity')
        throw new Error('the content is compressed');
    },
  });
  return { url, type: headers['content-type']?.toLowerCase() ?? '', body };
};
