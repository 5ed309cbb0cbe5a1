import type { Migration } from '@balcao/sdk/server';

/** What is stored of a company; the bytes lie on disk or in a bucket under `path`. */
export const fileMigration: Migration = {
  name: '0016-file',
  sql: [
    `create table kernel.file (
       path text primary key,
       company_id int not null references kernel.company (id) on delete cascade,
       name text not null,
       mime text not null,
       size bigint not null,
       created_at timestamptz not null default now()
     )`,
    `create index on kernel.file (company_id) include (size)`,
  ],
};

/** Files that anybody on the internet could have sent, which share a part of the room. */
export const anonymousFileMigration: Migration = {
  name: '0035-anonymous-file',
  sql: [
    `alter table kernel.file add column anonymous boolean not null default false`,
    `create index on kernel.file (company_id) include (size) where anonymous`,
  ],
};
