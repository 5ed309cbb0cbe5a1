import type { Migration } from '@balcao/sdk/server';

/** Table of opaque public names, the last part of an address that others call. */
export const addressMigration: Migration = {
  name: '0008-address',
  sql: [
    `create table kernel.address (
       token text primary key,
       company_id int not null references kernel.company (id) on delete cascade,
       plugin text not null,
       ref text not null,
       created_at timestamptz not null default now(),
       unique (company_id, plugin, ref)
     )`,
  ],
};
