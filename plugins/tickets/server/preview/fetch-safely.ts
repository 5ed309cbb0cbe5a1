import { fetchPublic } from '@balcao/sdk/server';

const maxRedirects = 4;
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

/**
 * A page or a picture of the public internet. Five seconds for all of it, even where whoever asked went away: others wait
 * for the same. Throws when there is none.
 */
export const fetchSafely = async (address: string, wanted: Wanted): Promise<Fetched> => {
  const { type, maxBytes, longer } = wanted;
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
      if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
      if (!answer.headers['content-type']?.toLowerCase().startsWith(type)) throw new Error('of another type');
      if ((answer.headers['content-encoding'] ?? 'identity') !== 'identity') throw new Error('packed');
    },
  });
  return { url, type: headers['content-type']?.toLowerCase() ?? '', body };
};
