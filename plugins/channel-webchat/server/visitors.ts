import { randomBytes } from 'node:crypto';
import { AppError, sql, type Scope } from '@balcao/sdk/server';
import type { Identity } from '@balcao/connections/contract';
import { channelId } from '../contract.ts';

export interface Visitor {
  id: number;
  connectionId: number;
  publicId: string;
  name: string;
  readAt: Date | null;
  /** The conversation was closed, and none has started since. */
  isClosed: boolean;
}

const columns = sql`id, connection_id as "connectionId", public_id as "publicId", name, read_at as "readAt",
    is_closed as "isClosed"`;

export const identityOf = (connectionId: number, publicId: string): Identity => ({
  channel: channelId,
  scope: String(connectionId),
  kind: 'web',
  value: publicId,
});

/** Limits of new visitors of one site: above what any shop has, to stop floods of fictitious ones. */
const newVisitorLimits = [
  { max: 60, seconds: 60 },
  { max: 1000, seconds: 3600 },
];

/**
 * Throws 429 ERR_TOO_MANY_REQUESTS while a site has too many new visitors. Serialised, or concurrent calls would pass
 * the limit.
 */
const refuseFlood = async (scope: Scope, connectionId: number): Promise<void> => {
  await scope.sql.run(sql`select from channel_webchat.site where connection_id = ${connectionId} for no key update`);
  for (const { max, seconds } of newVisitorLimits) {
    const row = await scope.sql.one<{ wait: number }>(
      sql`select ceil(extract(epoch from created_at - now()) + ${seconds})::int as wait from channel_webchat.visitor
           where connection_id = ${connectionId} order by created_at desc offset ${max - 1} limit 1`,
    );
    if (row && row.wait > 0) throw new AppError(429, 'ERR_TOO_MANY_REQUESTS', { context: { retryAfter: row.wait } });
  }
};

/** Creates a visitor. Known visitors are not limited. */
export const newVisitor = async (scope: Scope, connectionId: number, name: string | undefined): Promise<Visitor> => {
  const publicId = randomBytes(16).toString('base64url');
  const shown = name ?? scope.t('visitor.unnamed', { code: publicId.replace(/[\W_]/g, '').slice(0, 4).toUpperCase() });
  const made = await scope.tx(async (inner) => {
    await refuseFlood(inner, connectionId);
    return inner.sql.one<Visitor>(
      sql`insert into channel_webchat.visitor (connection_id, public_id, name) values (${connectionId}, ${publicId}, ${shown}) returning ${columns}`,
    );
  });
  if (!made) throw new Error('the visitor was not stored');
  return made;
};

export const findVisitor = (scope: Scope, publicId: string): Promise<Visitor | undefined> =>
  scope.sql.one<Visitor>(sql`select ${columns} from channel_webchat.visitor where public_id = ${publicId}`);

/** Stores that the visitor returned, possibly with another name. */
export const seen = async (scope: Scope, visitor: Visitor, name: string | undefined): Promise<Visitor> => {
  await scope.sql.run(
    sql`update channel_webchat.visitor set last_seen_at = now(), name = coalesce(${name ?? null}, name) where id = ${visitor.id}`,
  );
  return { ...visitor, name: name ?? visitor.name };
};

/** Stores that the company has read until `at`. Never decreases. */
export const readUntil = async (scope: Scope, publicId: string, at: Date): Promise<void> => {
  await scope.sql.run(
    sql`update channel_webchat.visitor set read_at = greatest(read_at, ${at}::timestamptz) where public_id = ${publicId}`,
  );
};

/** Stores if the visitor’s conversation is closed. Returns false if that was stored already. */
export const noteClosed = async (scope: Scope, publicId: string, isClosed: boolean): Promise<boolean> => {
  const changed = await scope.sql.one(
    sql`update channel_webchat.visitor set is_closed = ${isClosed} where public_id = ${publicId} and is_closed <> ${isClosed} returning 1`,
  );
  return changed !== undefined;
};
