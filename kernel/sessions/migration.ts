import type { Migration } from '@balcao/sdk/server';

/** Tables of the sessions that plugins request, and of calls to the node that has one. No plugin's login reads them. */
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
    // A call that is not answered within minutes is of no use any more, so it need not survive a crash of the
    // database.
    `create unlogged table kernel.session_call (
       id uuid primary key,
       lease text not null,
       question jsonb not null,
       is_accepted boolean not null default false,
       answer jsonb,
       asked_at timestamptz not null default now()
     )`,
  ],
};
