import { createHash } from 'node:crypto';
import { sql, type Scope } from '@balcao/sdk/server';
import { fetchSafely } from './fetch-safely.ts';
import { smallPicture } from './small-picture.ts';

export interface LinkPreview {
  url: string;
  title: string;
  description: string;
  site: string;
  /** Path of the stored picture, like `mediaUrl` of a message. */
  image?: string;
}

interface CachedPage {
  url: string;
  title: string | null;
  description: string;
  site: string;
  imagePath: string | null;
  isFresh: boolean;
}

const pageBytes = 524_288;
const pictureBytes = 3_145_728;
/** Maximum number of pages fetched at the same time on this node: a chat full of links must not use all its sockets. */
const maxAtOnce = 8;

const hashOf = (url: string): string => createHash('sha256').update(url).digest('hex');

const cached = (scope: Scope, url: string): Promise<CachedPage | undefined> =>
  scope.sql.one<CachedPage>(sql`
    select url, title, description, site, image_path as "imagePath",
           fetched_at > now() - case when title is null then interval '1 hour' else interval '7 days' end as "isFresh"
      from tickets.link_preview where url_hash = ${hashOf(url)}`);

const shown = (scope: Scope, { url, title, description, site, imagePath }: CachedPage): LinkPreview | undefined =>
  title === null
    ? undefined
    : { url, title, description, site, ...(imagePath !== null && { image: scope.storage.url(imagePath) }) };

const pictureOf = async (scope: Scope, image: string | undefined, page: URL): Promise<string | null> => {
  const url = image === undefined ? undefined : URL.parse(image, page);
  if (!url) return null;
  try {
    const { body } = await fetchSafely(url.href, { type: 'image/', maxBytes: pictureBytes, longer: 'refuse' });
    return (await scope.storage.store({ name: 'link.webp', body: await smallPicture(body) })).path;
  } catch {
    return null;
  }
};

/** Fetches a page; the title is null when it does not answer or has none. */
const fetchPage = async (scope: Scope, url: string): Promise<Omit<CachedPage, 'isFresh'>> => {
  const nothing = { url, title: null, description: '', site: '', imagePath: null };
  try {
    const page = await fetchSafely(url, { type: 'text/html', maxBytes: pageBytes, longer: 'cut' });
    // Loaded with the first page: the table of HTML entities is large.
    const { pageFacts, pageText } = await import('./page-facts.ts');
    const facts = pageFacts(pageText(page.body, page.type));
    if (!facts) return nothing;
    const { title, description, image } = facts;
    const site = facts.site || page.url.hostname.replace(/^www\./, '');
    return { url, title, description, site, imagePath: await pictureOf(scope, image, page.url) };
  } catch {
    // Unreachable, not public, or of another type: the message is shown without a preview, and the page is not fetched
    // again for a while.
    return nothing;
  }
};

const store = async (
  scope: Scope,
  { url, title, description, site, imagePath }: Omit<CachedPage, 'isFresh'>,
): Promise<void> => {
  const before = await scope.tx(async ({ sql: database }) => {
    const old = await database.one<{ path: string | null }>(
      sql`select image_path as path from tickets.link_preview where url_hash = ${hashOf(url)} for update`,
    );
    await database.run(
      sql`insert into tickets.link_preview (url_hash, url, title, description, site, image_path)
          values (${hashOf(url)}, ${url}, ${title}, ${description}, ${site}, ${imagePath})
          on conflict (company_id, url_hash) do update set title = excluded.title, description = excluded.description,
            site = excluded.site, image_path = excluded.image_path, fetched_at = now()`,
    );
    return old?.path ?? null;
  });
  if (before !== null) await scope.storage.remove(before);
};

/** Longest wait for a free slot; after that the message is shown without a preview. */
const maxWaitMs = 20_000;

const underWay = new Map<string, Promise<LinkPreview | undefined>>();

/** Waits for a free slot; false when there was none in time. */
const acquireSlot = async (key: string, stop: AbortSignal): Promise<boolean> => {
  const until = Date.now() + maxWaitMs;
  while (underWay.size >= maxAtOnce && !underWay.has(key)) {
    if (stop.aborted || Date.now() > until) return false;
    await Promise.race(underWay.values()).catch(() => undefined);
  }
  return true;
};

const fetchAndKeep = async (scope: Scope, url: string): Promise<LinkPreview | undefined> => {
  const found = await fetchPage(scope, url);
  await store(scope, found);
  return shown(scope, { ...found, isFresh: true });
};

/** Returns the metadata of a linked page, fetched and cached by the server; undefined when it has none. */
export const previewOf = async (scope: Scope, url: string): Promise<LinkPreview | undefined> => {
  const known = await cached(scope, url);
  if (known?.isFresh) return shown(scope, known);
  const key = `${scope.company.id} ${url}`;
  if (!(await acquireSlot(key, scope.signal))) return known && shown(scope, known);
  const running = underWay.get(key);
  if (running) return running;
  const work = fetchAndKeep(scope, url).finally(() => underWay.delete(key));
  underWay.set(key, work);
  return work;
};

/** Deletes previews that were fetched more than a month ago, with their pictures. */
export const deleteOldPreviews = async (scope: Scope): Promise<void> => {
  const gone = await scope.sql.rows<{ path: string | null }>(
    sql`delete from tickets.link_preview where fetched_at < now() - interval '30 days' returning image_path as path`,
  );
  for (const { path } of gone) if (path !== null) await scope.storage.remove(path);
};
