import type { Migration } from '@balcao/sdk/server';

export const fileMigration: Migration = {
  name: '0006-file',
  sql: [
    // What is stored of a company; the bytes lie on disk or in a bucket under `path`. anonymous: anybody on the internet
    // could have sent it; these share a part of the room. shared: the platform shows it to all companies. owner_gone: its
    // owner removed it, and it stays while somebody else refers to it.
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
    // How much room the files of a company take, all of them and the anonymous ones.
    `create index on kernel.file (company_id) include (size)`,
    `create index on kernel.file (company_id) include (size) where anonymous`,
    // Files that are to be removed when nobody uses them any more.
    `create index file_owner_gone on kernel.file (path) where owner_gone`,

    // Who refers to a file beside its owner. Every change of this takes the file's row first, so that a file is neither used
    // while it goes nor left behind.
    `create table kernel.file_use (
       path text not null references kernel.file (path) on delete cascade,
       company_id int not null references kernel.company (id) on delete cascade,
       holder text not null,
       primary key (path, holder)
     )`,
    // Deleting a company deletes its rows.
    `create index on kernel.file_use (company_id)`,
  ],
};
