import type { Migration } from '@balcao/sdk/server';

/** Table of messages, deleted when they are old; the texts are removed once a message was sent. */
export const mailMigration: Migration = {
  name: '0007-mail',
  sql: [
    `create table kernel.mail (
       id bigint generated always as identity primary key,
       company_id int references kernel.company (id) on delete cascade,
       recipient text not null,
       subject text not null,
       text text,
       html text,
       status text not null check (status in ('kept', 'waiting', 'sent', 'failed')),
       attempts int not null default 0,
       next_at timestamptz not null default now(),
       last_error text,
       created_at timestamptz not null default now(),
       sent_at timestamptz
     )`,
    // Finds the mail that is due.
    `create index on kernel.mail (next_at) where status = 'waiting'`,
    // Finds the messages of a company.
    `create index on kernel.mail (company_id)`,
  ],
};
