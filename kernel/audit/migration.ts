import type { Migration } from '@balcao/sdk/server';

/**
 * Table of what people did. No plugin reads or writes it: entries are written by `kernel.audit_here` in the
 * transaction of the change itself, and the changes of one request in several transactions are one entry. A trigger
 * collects rows of audited tables in a variable of the transaction, with their former and new values.
 */
export const auditMigration: Migration = {
  name: '0010-audit',
  sql: [
    // Rows without a company are the platform's own log. Actions of a super user outside their company are stored
    // there and in the log of the company concerned, never in the log of the company that the super user's account
    // belongs to.
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
    // Reads a company's log, newest first, as a whole and by person.
    `create index audit_newest on kernel.audit (company_id, id desc)`,
    `create index audit_person on kernel.audit (company_id, user_id, id desc)`,
    // Reads a period of the log, and finds entries past their retention.
    `create index audit_at on kernel.audit (company_id, at)`,
    `create index audit_search on kernel.audit using gin (company_id, search public.gin_trgm_ops)`,
    // Reads the platform's log, newest first.
    `create index audit_platform on kernel.audit (id desc) where company_id is null`,
  ],
};

/** Records the rows that audited requests change in a table. For other requests it costs one comparison. */
export function auditTrigger(table: string): string {
  return `create or replace trigger audit after insert or update or delete on ${table}
    for each row when (current_setting('app.audit', true) = 'on') execute function kernel.record_change()`;
}
