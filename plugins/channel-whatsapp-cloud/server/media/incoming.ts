import { sql, z, type Host, type Scope, type StoredFile } from '@balcao/sdk/server';
import { channelInbox, type InboundMessage } from '@balcao/connections/contract';
import { fetchIncoming } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { findAccount, type Account } from '../account/account.ts';
import { markDown } from '../connect.ts';
import { failureOfCode } from '../graph/failures.ts';
import { GraphError } from '../graph/graph.ts';
import type { WaitingMedia } from '../webhook/content.ts';
import { downloadMedia, MediaUnavailable } from './download.ts';

/** A message that is stored until its file is downloaded. */
interface StoredMessage {
  message: Omit<InboundMessage, 'sentAt'> & { sentAt: string };
  media: WaitingMedia;
}

/** Meta stores a customer’s file for seven days: the download is tried until then, in the end about once an hour. */
const storedMs = 7 * 86_400_000;
const pauseMs = (tries: number): number => Math.min(5_000 * 2 ** tries, 3_600_000) * (0.8 + Math.random() * 0.4);
const keyOf = (connectionId: number, externalId: string): string => `${connectionId}:${externalId}`;

/** Stores a message whose file is still at Meta: the call is answered once it is stored, and the file follows. */
export const storeIncoming = async (
  scope: Scope,
  connectionId: number,
  message: InboundMessage,
  media: WaitingMedia,
): Promise<void> => {
  const { externalId } = message;
  const stored: StoredMessage = { message: { ...message, sentAt: message.sentAt.toISOString() }, media };
  await scope.tx(async (inner) => {
    const fresh = await inner.sql.run(
      sql`insert into channel_whatsapp_cloud.incoming (connection_id, external_id, message)
          values (${connectionId}, ${externalId}, ${JSON.stringify(stored)}::jsonb) on conflict do nothing`,
    );
    if (fresh > 0)
      await inner.jobs.schedule(fetchIncoming, { connectionId, externalId }, { key: keyOf(connectionId, externalId) });
  });
};

/** Returns the file, or undefined if it is permanently unavailable. */
const fileOf = async (media: WaitingMedia, account: Account, scope: Scope): Promise<StoredFile | undefined> => {
  try {
    const { mime, body } = await downloadMedia(media.id, account, scope);
    return await scope.storage.store({ name: media.name, mime: media.mime || mime, body });
  } catch (error) {
    if (error instanceof MediaUnavailable) return undefined;
    if (!(error instanceof GraphError)) throw error;
    if (failureOfCode(error) === 'disconnected' && error.code !== 100)
      await markDown(scope, account.connectionId, error);
    // Expired, or deleted by the sender. Without a code the answer is the file host’s, which may have the file a moment
    // later.
    else if (error.code !== 0 && [400, 404, 410].includes(error.status)) return undefined;
    throw error;
  }
};

const handOn = async (
  scope: Scope,
  connectionId: number,
  { message, media }: StoredMessage,
  file: StoredFile | undefined,
): Promise<void> => {
  const unavailable = scope.t('inbound.fileLost', { name: media.name });
  const { fresh } = await scope.use(channelInbox).message(connectionId, {
    ...message,
    sentAt: new Date(message.sentAt),
    body: file ? message.body : [unavailable, message.body].filter(Boolean).join('\n'),
    ...(file && { media: { type: media.type, ...file } }),
  });
  // The file was downloaded twice, by a job that ended between the two steps.
  if (!fresh && file) await scope.storage.remove(file.path);
  await scope.sql.run(
    sql`update channel_whatsapp_cloud.incoming set message = null
         where connection_id = ${connectionId} and external_id = ${message.externalId}`,
  );
};

/** Deletes rows after the time in which Meta repeats a call. */
export const deleteFetched = (scope: Scope): Promise<number> =>
  scope.sql.run(
    sql`delete from channel_whatsapp_cloud.incoming where message is null and created_at < now() - interval '9 days'`,
  );

const tryAgain = async (scope: Scope, connectionId: number, externalId: string, tries: number): Promise<void> => {
  await scope.sql.run(
    sql`update channel_whatsapp_cloud.incoming set tries = ${tries + 1} where connection_id = ${connectionId} and external_id = ${externalId}`,
  );
  const at = new Date(Date.now() + pauseMs(tries));
  await scope.jobs.schedule(fetchIncoming, { connectionId, externalId }, { at, key: keyOf(connectionId, externalId) });
};

/** Tries at once to download the files that wait for a connection: it is connected again. */
export const fetchWaiting = async (scope: Scope, connectionId: number): Promise<void> => {
  const rows = await scope.sql.rows<{ externalId: string }>(
    sql`select external_id as "externalId" from channel_whatsapp_cloud.incoming
         where connection_id = ${connectionId} and message is not null and tries > 0 order by created_at`,
  );
  for (const { externalId } of rows)
    await scope.jobs.schedule(fetchIncoming, { connectionId, externalId }, { key: keyOf(connectionId, externalId) });
};

/**
 * Registers the download of customers’ files. A file that cannot be had for seven days, however often it was tried, is
 * reported as lost in its message.
 */
export const incomingMedia = (host: Host<typeof manifest>): void => {
  host.job(fetchIncoming, {
    data: z.object({ connectionId: z.number(), externalId: z.string() }),
    handle: async ({ connectionId, externalId }, scope) => {
      const row = await scope.sql.one<{ message: StoredMessage; tries: number; createdAt: Date }>(
        sql`select message, tries, created_at as "createdAt" from channel_whatsapp_cloud.incoming
             where connection_id = ${connectionId} and external_id = ${externalId} and message is not null`,
      );
      const account = row && (await findAccount(scope, connectionId));
      if (!row || !account) return;
      let file: StoredFile | undefined;
      try {
        file = await fileOf(row.message.media, account, scope);
      } catch (error) {
        scope.log.info({ err: error, tries: row.tries }, 'download of a customer file was postponed');
        scope.signal.throwIfAborted();
        if (Date.now() - row.createdAt.getTime() < storedMs)
          return tryAgain(scope, connectionId, externalId, row.tries);
      }
      await handOn(scope, connectionId, row.message, file);
    },
  });
};
