import type { Migration } from '@balcao/sdk/server';

/**
 * Who gave fields of rows their values, so that somebody whose form is older can be told. The person counts only while
 * the field still holds that value; names are read when they are asked for. No plugin reads or writes the table.
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
    // Old rows are removed by their age.
    `create index row_editors_at on kernel.row_editors (company_id, at)`,
  ],
};
