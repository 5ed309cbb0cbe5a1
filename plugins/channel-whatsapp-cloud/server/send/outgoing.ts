import { sql, type Scope } from '@balcao/sdk/server';

/** Sending state of a message, besides the message itself. */
export interface Outgoing {
  mediaId: string | null;
  parts: number;
  externalId: string | null;
}

export const nothingYet: Outgoing = { mediaId: null, parts: 0, externalId: null };

export const findOutgoing = (scope: Scope, messageId: number): Promise<Outgoing | undefined> =>
  scope.sql.one<Outgoing>(
    sql`select media_id as "mediaId", parts, external_id as "externalId"
          from channel_whatsapp_cloud.outgoing where message_id = ${messageId}`,
  );

/** Stores that the file is at Meta: a retry need not upload it again. */
export const storeMediaId = (scope: Scope, connectionId: number, messageId: number, mediaId: string): Promise<number> =>
  scope.sql.run(
    sql`insert into channel_whatsapp_cloud.outgoing (connection_id, message_id, media_id) values (${connectionId}, ${messageId}, ${mediaId})
        on conflict (company_id, message_id) do update set media_id = excluded.media_id`,
  );

/** Stores that one part of a message in several parts was accepted. */
export const storePart = (
  scope: Scope,
  connectionId: number,
  messageId: number,
  parts: number,
  externalId: string,
): Promise<number> =>
  scope.sql.run(
    sql`insert into channel_whatsapp_cloud.outgoing as o (connection_id, message_id, parts, external_id)
        values (${connectionId}, ${messageId}, ${parts}, ${externalId})
        on conflict (company_id, message_id)
        do update set parts = greatest(o.parts, excluded.parts), external_id = coalesce(o.external_id, excluded.external_id)`,
  );

/** Deletes old rows: Meta stores a file for 30 days, and nothing is retried for longer. */
export const deleteOldSent = (scope: Scope): Promise<number> =>
  scope.sql.run(sql`delete from channel_whatsapp_cloud.outgoing where created_at < now() - interval '29 days'`);
