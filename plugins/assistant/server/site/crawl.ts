import robots from 'robots-parser';
import { fetchPublic, NotPublic } from '@balcao/sdk/server';
import type { Block } from '../files/blocks.ts';
import { readPage } from '../files/html-text.ts';
import { Unreadable } from '../files/read-file.ts';

// Its types declare a default export, which the module, being CommonJS, is itself.
const robotsParser = robots as unknown as typeof robots.default;

/** Name by which sites can address this reader in their robots.txt. */
export const readerName = 'BalcaoBot';
const headers = { 'user-agent': `${readerName}/1.0`, accept: 'text/html' };
const maxBytes = 2 * 1024 * 1024;
export const maxPages = 60;
const maxDelaySeconds = 5;

export interface SitePage {
  /** Address of the link, which may lead on to another: it names the page from one reading to the next. */
  link: string;
  /** Address of the page itself. */
  url: string;
  title: string;
  blocks: Block[];
}

/** The page is not there, or not for everybody. */
const goneStatuses: ReadonlySet<number> = new Set([401, 403, 404, 410, 451]);

/** Pages that gave nothing, by the addresses of their links. */
export interface Missed {
  /** They no longer exist, are no pages of this site any more, or are not for everybody. */
  gone: string[];
  /** They could not be read today. */
  failed: string[];
}

interface Rules {
  allows(url: string): boolean;
  delayMs: number;
}

/** The site's robots.txt: missing, everything is allowed; failing, nothing is, as search engines treat it. */
const rulesOf = async (origin: string, signal: AbortSignal): Promise<Rules> => {
  const address = `${origin}/robots.txt`;
  const { status, body } = await fetchPublic(address, {
    headers: { ...headers, accept: 'text/plain' },
    maxBytes: 512 * 1024,
    redirects: 3,
    timeoutMs: 10_000,
    signal,
  });
  if (status >= 500) throw new Unreadable('robots');
  const file = robotsParser(address, status === 200 ? body.toString('utf8') : '');
  return {
    allows: (url) => file.isAllowed(url, readerName) !== false,
    delayMs: Math.min(file.getCrawlDelay(readerName) ?? 0, maxDelaySeconds) * 1000,
  };
};

/** Without the fragment, and without a final slash, so that one page is read once. */
const keyOf = (url: URL): string => {
  const plain = new URL(url);
  plain.hash = '';
  return plain.href.replace(/\/$/, '');
};

const isPage = ({ pathname }: URL): boolean => !/\.(?!html?$|php$|aspx?$)[a-z0-9]{2,5}$/i.test(pathname);

const waitFor = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });

/**
 * Reads the pages of a site from an address on, following its links within the same host, breadth first. Yields each
 * page with the number of known ones, and adds the others to `missed`. Throws `Unreadable` when the first page cannot
 * be read.
 */
export async function* crawl(
  start: string,
  signal: AbortSignal,
  missed: Missed = { gone: [], failed: [] },
): AsyncGenerator<{ page: SitePage; known: number }, void> {
  const first = URL.parse(start);
  if (!first) throw new Unreadable('address');
  let rules: Rules;
  try {
    rules = await rulesOf(first.origin, signal);
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw new Unreadable(error instanceof NotPublic ? 'address' : 'site', error);
  }
  if (!rules.allows(first.href)) throw new Unreadable('robots');
  let { host } = first;
  const known = new Set([keyOf(first)]);
  /** Several links may lead to one page. */
  const found = new Set<string>();
  const waiting = [first];
  let read = 0;
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    signal.throwIfAborted();
    if (read > 0 && rules.delayMs > 0) await waitFor(rules.delayMs, signal);
    const isFirst = read === 0;
    read += 1;
    try {
      const {
        status,
        headers: answered,
        body,
        url,
      } = await fetchPublic(next, {
        headers,
        maxBytes,
        redirects: 3,
        timeoutMs: 15_000,
        signal,
      });
      if (status !== 200 || !/html/.test(String(answered['content-type']))) {
        if (isFirst) throw new Unreadable('site');
        (status === 200 || goneStatuses.has(status) ? missed.gone : missed.failed).push(keyOf(next));
        continue;
      }
      if (url.host !== host) {
        // The address without www leads to the one with it; any other page of another host is not this site's.
        if (!isFirst) {
          missed.gone.push(keyOf(next));
          continue;
        }
        host = url.host;
        rules = await rulesOf(url.origin, signal);
        if (!rules.allows(url.href)) throw new Unreadable('robots');
      }
      const page = readPage(body.toString('utf8'), url);
      for (const link of page.links) {
        const target = URL.parse(link);
        if (!target || target.host !== host || !/^https?:$/.test(target.protocol) || !isPage(target)) continue;
        if (known.size >= maxPages || known.has(keyOf(target))) continue;
        if (!rules.allows(target.href)) {
          missed.gone.push(keyOf(target));
          continue;
        }
        known.add(keyOf(target));
        waiting.push(target);
      }
      if (page.isHidden) missed.gone.push(keyOf(next));
      else if (!found.has(keyOf(url))) {
        found.add(keyOf(url));
        yield {
          page: { link: keyOf(next), url: keyOf(url), title: page.title, blocks: page.blocks },
          known: known.size,
        };
      }
    } catch (error) {
      if (signal.aborted) throw error;
      // One page that fails does not lose the others.
      if (isFirst) throw error instanceof Unreadable ? error : new Unreadable('site', error);
      missed.failed.push(keyOf(next));
    }
  }
}
