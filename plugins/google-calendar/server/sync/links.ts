import { sql, type Scope } from '@balcao/sdk/server';
import type { Base } from '../wire/event-fields.ts';

/** An entry and the event that it is at Google. */
export interface Link {
  googleId: string;
  entryId: number;
  etag: string;
  base: Base;
  /** The version of the entry that is known at Google. */
  seenVersion: number;
  recurringId: string | null;
  isReadOnly: boolean;
  /** `removing`: its deletion at Google has begun; `hidden`: deleted here, and not the person's to delete there. */
  state: 'linked' | 'pushing' | 'kept' | 'removing' | 'hidden';
  /** The full sync that last saw it. */
  run: number;
}
/** An entry that may or may not have arrived at Google, and of which no common state is known. */
export const pushing = (googleId: string, entryId: number): Link => ({
  googleId,
  entryId,
  etag: '',
  base: {},
  seenVersion: 0,
  recurringId: null,
  isReadOnly: false,
  state: 'pushing',
  run: 0,
});
const columns = sql`google_id as "googleId", entry_id as "entryId", etag, base, seen_version as "seenVersion",
    recurring_id as "recurringId", is_read_only as "isReadOnly", state, run`;

/** Returns the links of events; of a series that was deleted as a whole, those of its events. */
export const linksOf = (
  scope: Scope,
  userId: number,
  ids: readonly string[],
  series: readonly string[] = [],
): Promise<Link[]> =>
  scope.sql.rows<Link>(
    sql`select ${columns} from google_calendar.link
         where user_id = ${userId} and (google_id = any(${[...ids]}::text[]) or recurring_id = any(${[...series]}::text[]))`,
  );
/** Returns the links that a full sync did not see. A hidden event of a former account is not looked for in this one. */
export const unseenLinks = (scope: Scope, userId: number, run: number): Promise<Link[]> =>
  scope.sql.rows<Link>(
    sql`select ${columns} from google_calendar.link
         where user_id = ${userId} and run < ${run}
           and (state = 'linked' or (state = 'hidden' and email = (select email from google_calendar.account where user_id = ${userId})))`,
  );

export const insertLinks = (scope: Scope, userId: number, links: readonly Link[]): Promise<number> =>
  scope.sql.run(
    sql`insert into google_calendar.link (user_id, email, google_id, entry_id, etag, base, seen_version, recurring_id, is_read_only, state, run)
        select ${userId}, (select email from google_calendar.account where user_id = ${userId}), "googleId", "entryId", etag, base, "seenVersion", "recurringId", "isReadOnly", state, run
          from jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
               as x ("googleId" text, "entryId" int, etag text, base jsonb, "seenVersion" int, "recurringId" text, "isReadOnly" boolean,
                     state text, run int)`,
  );
/** A link that is kept or hidden stays with the account that it was of: the present one may be another. */
export const updateLink = (scope: Scope, userId: number, link: Link): Promise<number> =>
  scope.sql.run(
    sql`update google_calendar.link
           set email = case when ${link.state} in ('kept', 'hidden') then email
                            else coalesce((select a.email from google_calendar.account a where a.user_id = ${userId}), email) end,
               entry_id = ${link.entryId}, etag = ${link.etag}, base = ${JSON.stringify(link.base)}::jsonb,
               seen_version = ${link.seenVersion}, recurring_id = ${link.recurringId}, is_read_only = ${link.isReadOnly},
               state = ${link.state}, run = ${link.run}
         where user_id = ${userId} and google_id = ${link.googleId}`,
  );
export const markSeen = (scope: Scope, userId: number, ids: readonly string[], run: number): Promise<number> =>
  scope.sql.run(
    sql`update google_calendar.link set run = ${run} where user_id = ${userId} and google_id = any(${[...ids]}::text[]) and run <> ${run}`,
  );
export const deleteLinks = (scope: Scope, userId: number, ids: readonly string[]): Promise<number> =>
  scope.sql.run(
    sql`delete from google_calendar.link where user_id = ${userId} and google_id = any(${[...ids]}::text[])`,
  );
