import type { Migration } from '@balcao/sdk/server';

/**
 * What people did. No plugin reads or writes the table: entries come by `kernel.note_here`, in the transaction of the
 * change itself, and what a request changed in several transactions is one entry. Rows of audited tables are gathered
 * by a trigger in a variable of the transaction, with what they were and what they became.
 */
export const auditMigration: Migration = {
  name: '0010-audit',
  sql: [
    // Rows without a company are the platform's own log. What a super user does outside their company goes there and to the
    // log of the company it concerns, never to the log of the company that the super user's account belongs to.
    `create table kernel.audit (
       id bigint generated always as identity primary key,
       company_id int references kernel.company (id) on delete cascade,
       concerns int,
       at timestamptz not null default clock_timestamp(),
       request text not null,
       user_id int,
       user_name text not null,
       super boolean not null,
       ip text not null,
       user_agent text not null,
       plugin text not null,
       action text not null,
       subject text not null,
       detail jsonb not null,
       changes jsonb not null,
       search text not null,
       unique nulls not distinct (company_id, request)
     )`,
    // A company's log, the newest first: all of it, and what one person did.
    `create index audit_newest on kernel.audit (company_id, id desc)`,
    `create index audit_person on kernel.audit (company_id, user_id, id desc)`,
    // A time of the log, and what is too old to be kept.
    `create index audit_at on kernel.audit (company_id, at)`,
    `create index audit_search on kernel.audit using gin (company_id, search public.gin_trgm_ops)`,
    // The platform's log, the newest first.
    `create index audit_platform on kernel.audit (id desc) where company_id is null`,
  ],
};

/** Remembers the rows that recorded requests change in a table; costs all others one comparison. */
export function auditTrigger(table: string): string {
  return `create or replace trigger audit after insert or update or delete on ${table}
    for each row when (current_setting('app.trail', true) = 'on') execute function kernel.keep_change()`;
}
