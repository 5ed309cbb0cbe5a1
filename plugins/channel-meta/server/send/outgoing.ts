import { sql, type Scope } from '@balcao/sdk/server';

/** One request of a message: a text over Meta’s limit and a file with a caption need several. */
export interface OutgoingPart {
  messageId: number;
  part: number;
  parts: number;
  /** Null until Meta has answered or its echo has arrived. */
  mid: string | null;
  attachmentId: string | null;
}
export interface NewPart {
  connectionId: number;
  messageId: number;
  part: number;
  parts: number;
  person: string;
  body: string;
}

const columns = sql`message_id::float8 as "messageId", part, parts, mid, attachment_id as "attachmentId"`;

export const partsSent = (scope: Scope, messageId: number): Promise<OutgoingPart[]> =>
  scope.sql.rows<OutgoingPart>(
    sql`select ${columns} from channel_meta.outgoing where message_id = ${messageId} order by part`,
  );

/** Stores a request before it is made: its echo may arrive before the answer, or instead of it. */
export const storeStarted = (scope: Scope, one: NewPart): Promise<number> =>
  scope.sql.run(
    sql`insert into channel_meta.outgoing (message_id, part, parts, connection_id, person, body)
        values (${one.messageId}, ${one.part}, ${one.parts}, ${one.connectionId}, ${one.person}, ${one.body})
        on conflict (company_id, message_id, part) do update
           set started_at = clock_timestamp(), body = excluded.body, parts = excluded.parts`,
  );

/** Deletes a request that Meta refused: nothing is on its way any more. */
export const deleteStarted = (scope: Scope, messageId: number, part: number): Promise<number> =>
  scope.sql.run(
    sql`delete from channel_meta.outgoing where message_id = ${messageId} and part = ${part} and mid is null and attachment_id is null`,
  );

export const storeAttachment = (scope: Scope, messageId: number, part: number, attachmentId: string): Promise<number> =>
  scope.sql.run(
    sql`update channel_meta.outgoing set attachment_id = ${attachmentId} where message_id = ${messageId} and part = ${part}`,
  );

/** Stores Meta’s id of a request. Undefined: the connection has no such request. */
export const storeMid = (
  scope: Scope,
  connectionId: number,
  { messageId, part }: Pick<OutgoingPart, 'messageId' | 'part'>,
  mid: string,
): Promise<OutgoingPart | undefined> =>
  scope.sql.one<OutgoingPart>(
    sql`update channel_meta.outgoing set mid = coalesce(mid, ${mid})
         where message_id = ${messageId} and part = ${part} and connection_id = ${connectionId} returning ${columns}`,
  );

export const partOfMid = (
  scope: Scope,
  connectionId: number,
  mid: string,
): Promise<(OutgoingPart & { person: string; startedAt: Date }) | undefined> =>
  scope.sql.one(
    sql`select ${columns}, person, started_at as "startedAt" from channel_meta.outgoing
         where connection_id = ${connectionId} and mid = ${mid}`,
  );

/** Returns the requests to a person that have no answer yet. */
export const openParts = (
  scope: Scope,
  connectionId: number,
  person: string,
  seconds: number,
): Promise<(OutgoingPart & { body: string })[]> =>
  scope.sql.rows(
    sql`select ${columns}, body from channel_meta.outgoing
         where connection_id = ${connectionId} and person = ${person} and mid is null
           and started_at > clock_timestamp() - make_interval(secs => ${seconds})`,
  );

/** Deletes rows after the time in which Meta reports anything about a message. */
export const deleteOldSent = (scope: Scope): Promise<number> =>
  scope.sql.run(sql`delete from channel_meta.outgoing where started_at < now() - interval '30 days'`);
