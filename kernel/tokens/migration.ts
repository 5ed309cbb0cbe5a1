import type { Migration } from '@balcao/sdk/server';

/**
 * Table of tokens of programs that act for a company. Tokens are long and random, so a plain hash is enough: none is
 * read back, and one step in the index finds its owner. Plugins reach the table by functions alone, each in its own
 * company.
 */
export const tokenMigration: Migration = {
  name: '0016-token',
  sql: [
    `create table kernel.token (
       hash bytea primary key,
       company_id int not null references kernel.company (id) on delete cascade,
       plugin text not null,
       ref text not null,
       created_at timestamptz not null default now(),
       used_at timestamptz,
       unique (company_id, plugin, ref)
     )`,
  ],
};
