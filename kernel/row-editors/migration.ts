import type { Migration } from '@balcao/sdk/server';

/**
 * Table of who set fields of rows, so that somebody with an older form can be told. A person counts only while the
 * field still has that value; names are read when they are shown. No plugin reads or writes the table.
 */
export const rowEditorsMigration: Migration = {
  name: '0018-row-editors',
  sql: [
    `create table kernel.row_editors (
       company_id int not null references kernel.company (id) on delete cascade,
       "table" text not null,
       row_id text not null,
       fields jsonb not null,
       at timestamptz not null default now(),
       primary key (company_id, "table", row_id)
     )`,
    // Finds old rows, which are removed.
    `create index row_editors_at on kernel.row_editors (company_id, at)`,
  ],
};
