import type { Migration } from '@balcao/sdk/server';

/**
 * Sessions that plugins want, whichever node has them, and questions to the node that has one. No plugin's login reads
 * either.
 */
export const sessionMigration: Migration = {
  name: '0015-plugin-session',
  sql: [
    `create table kernel.session_wanted (
       company_id int not null references kernel.company (id) on delete cascade,
       plugin text not null,
       session text not null,
       name text not null,
       primary key (company_id, plugin, session, name)
     )`,
    // What nobody answered within minutes is of no use to anybody: it need not survive a crash of the database.
    `create unlogged table kernel.session_call (
       id uuid primary key,
       lease text not null,
       question jsonb not null,
       taken boolean not null default false,
       answer jsonb,
       asked_at timestamptz not null default now()
     )`,
  ],
};
