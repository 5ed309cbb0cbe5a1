import type { Migration } from '@balcao/sdk/server';

export const fileMigration: Migration = {
  name: '0006-file',
  sql: [
    // Files of a company; the bytes are on disk or in a bucket under `path`. anonymous: sent by the public; these
    // share a part of the quota. shared: the platform shows it to all companies. owner_gone: its owner removed it,
    // and it stays while others refer to it.
    `create table kernel.file (
       path text primary key,
       company_id int not null references kernel.company (id) on delete cascade,
       name text not null,
       mime text not null,
       size bigint not null,
       anonymous boolean not null default false,
       shared boolean not null default false,
       owner_gone boolean not null default false,
       created_at timestamptz not null default now()
     )`,
    // Sums the size of a company's files, all of them and the anonymous ones.
    `create index on kernel.file (company_id) include (size)`,
    `create index on kernel.file (company_id) include (size) where anonymous`,
    // Finds files that must be removed when they are unused.
    `create index file_owner_gone on kernel.file (path) where owner_gone`,

    // References to a file besides its owner's. Every change locks the file's row first, so that a file is neither
    // used while it is being removed nor left behind.
    `create table kernel.file_use (
       path text not null references kernel.file (path) on delete cascade,
       company_id int not null references kernel.company (id) on delete cascade,
       holder text not null,
       primary key (path, holder)
     )`,
    // Deletes the rows of a deleted company.
    `create index on kernel.file_use (company_id)`,
  ],
};
