import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql, z, type Host, type Scope } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { readSetup, sourcesOf } from '../settings/setup.ts';
import { inAnyCompany } from './any-company.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The part of the address that only the sources know; it stays the same. */
const noticeKey = (scope: Scope): Promise<string> =>
  scope.secrets.once('notice-key', () => randomBytes(24).toString('base64url'));

/** Returns the path at which a source tells of news. */
export const noticePath = async (scope: Scope, source: string): Promise<string> =>
  `/api/legalProcessNotices/${source}/${await noticeKey(scope)}`;

const input = {
  params: z.object({ source: z.string().max(60), key: z.string().max(200) }),
  body: z.unknown(),
};

export const noticeRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/legalProcessNotices/:source/:key', {
    access: { public: 'A source of court cases tells that there is something new; it is asked what.' },
    rate: 600,
    summary: 'News of watched cases. Its content is not stored: the source is asked again.',
    input,
    // Whatever does not concern us is answered like the rest: a source would repeat it for hours.
    handle: async ({ params: { source, key }, headers, body }, scope): Promise<void> => {
      await inAnyCompany(scope, async (inner) => {
        if (!timingSafeEqual(digest(key), digest(await noticeKey(inner)))) return;
        const found = sourcesOf(inner).find(({ item }) => item.id === source);
        const settings = (await readSetup(inner)).providers[source];
        if (!found?.item.heard || !settings) return;
        const notices = await found
          .run((item) => item.heard?.({ headers, body }, settings) ?? [])
          .catch((error: unknown) => {
            inner.log.warn({ err: error, source }, 'a notice of a source could not be read');
            return [];
          });
        for (const { id, ref, request } of notices)
          await inner.sql.run(sql`select legal_process.hear(${source}, ${id}, ${ref}, ${request ?? null}::text)`);
      });
    },
  });
};
