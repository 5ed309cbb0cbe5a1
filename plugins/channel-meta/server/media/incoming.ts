import { sql, z, type Host, type Scope, type StoredFile } from '@balcao/sdk/server';
import { channelInbox, mediaTypeOf, type InboundMessage, type Media } from '@balcao/connections/contract';
import { fetchIncoming } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import type { WaitingMedia } from '../webhook/content.ts';
import { MediaUnavailable, openMedia } from './download.ts';

/** A message that is stored until its files are downloaded. */
interface StoredMessage {
  message: Omit<InboundMessage, 'sentAt'> & { sentAt: string };
  medias: WaitingMedia[];
}

/** The links expire within days, so this many attempts are made, at growing intervals. */
const maxTries = 12;
const pauseMs = (tries: number): number => Math.min(5_000 * 2 ** tries, 6 * 3_600_000) * (0.8 + Math.random() * 0.4);
const keyOf = (connectionId: number, mid: string): string => `${connectionId}:${mid}`;

/** Stores a message whose files are still at Meta: the call is answered once it is stored, and the files follow. */
export const storeIncoming = async (
  scope: Scope,
  connectionId: number,
  message: InboundMessage,
  medias: WaitingMedia[],
): Promise<void> => {
  const mid = message.externalId;
  const stored: StoredMessage = { message: { ...message, sentAt: message.sentAt.toISOString() }, medias };
  await scope.tx(async (inner) => {
    const fresh = await inner.sql.run(
      sql`insert into channel_meta.incoming (connection_id, mid, message)
          values (${connectionId}, ${mid}, ${JSON.stringify(stored)}::jsonb) on conflict do nothing`,
    );
    if (fresh > 0) await inner.jobs.schedule(fetchIncoming, { connectionId, mid }, { key: keyOf(connectionId, mid) });
  });
};

interface Fetched {
  files: Media[];
  lost: WaitingMedia[];
}

const remove = async (scope: Scope, files: readonly StoredFile[]): Promise<void> => {
  for (const { path } of files) await scope.storage.remove(path);
};

/** Downloads all files of a message; throws when one may be available later. */
const fetchAll = async (medias: readonly WaitingMedia[], scope: Scope): Promise<Fetched> => {
  const fetched: Fetched = { files: [], lost: [] };
  try {
    for (const media of medias) {
      try {
        const { mime, body } = await openMedia(media.url, scope.signal);
        const file = await scope.storage.store({ name: media.name, mime, body });
        // The type is that of the content, whatever the event says; a sticker stays one.
        const type = media.type === 'sticker' && file.mime.startsWith('image/') ? 'sticker' : mediaTypeOf(file.mime);
        fetched.files.push({ ...file, type: media.type === 'document' ? 'document' : type });
      } catch (error) {
        if (!(error instanceof MediaUnavailable)) throw error;
        fetched.lost.push(media);
      }
    }
  } catch (error) {
    await remove(scope, fetched.files);
    throw error;
  }
  return fetched;
};

const handOn = async (
  scope: Scope,
  connectionId: number,
  { message }: StoredMessage,
  { files, lost }: Fetched,
): Promise<void> => {
  const lines = lost.map(({ name }) => scope.t('inbound.fileLost', { name }));
  const { fresh } = await scope.use(channelInbox).message(connectionId, {
    ...message,
    sentAt: new Date(message.sentAt),
    body: [message.body, ...lines].filter(Boolean).join('\n'),
    ...(files.length > 0 && { medias: files }),
  });
  // The files were downloaded twice, by a job that ended between the two steps.
  if (!fresh) await remove(scope, files);
  await scope.sql.run(
    sql`update channel_meta.incoming set message = null where connection_id = ${connectionId} and mid = ${message.externalId}`,
  );
};

/** Deletes rows after the time in which Meta repeats a call. */
export const deleteFetched = (scope: Scope): Promise<number> =>
  scope.sql.run(
    sql`delete from channel_meta.incoming where message is null and created_at < now() - interval '9 days'`,
  );

const tryAgain = async (scope: Scope, connectionId: number, mid: string, tries: number): Promise<void> => {
  await scope.sql.run(
    sql`update channel_meta.incoming set tries = ${tries + 1} where connection_id = ${connectionId} and mid = ${mid}`,
  );
  const at = new Date(Date.now() + pauseMs(tries));
  await scope.jobs.schedule(fetchIncoming, { connectionId, mid }, { at, key: keyOf(connectionId, mid) });
};

/** Registers the download of customers’ files. */
export const incomingMedia = (host: Host<typeof manifest>): void => {
  host.job(fetchIncoming, {
    data: z.object({ connectionId: z.number(), mid: z.string() }),
    handle: async ({ connectionId, mid }, scope) => {
      const row = await scope.sql.one<{ message: StoredMessage; tries: number }>(
        sql`select message, tries from channel_meta.incoming
             where connection_id = ${connectionId} and mid = ${mid} and message is not null`,
      );
      if (!row) return;
      let fetched: Fetched = { files: [], lost: row.message.medias };
      try {
        fetched = await fetchAll(row.message.medias, scope);
      } catch (error) {
        scope.log.info({ err: error, tries: row.tries }, 'download of a customer file was postponed');
        if (row.tries < maxTries) return tryAgain(scope, connectionId, mid, row.tries);
      }
      await handOn(scope, connectionId, row.message, fetched);
    },
  });
};
