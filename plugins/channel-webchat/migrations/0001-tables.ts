import type { Migration } from '@balcao/sdk/server';

export const tables: Migration = {
  name: '0001-tables',
  sql: [
    `create table channel_webchat.site (
       company_id int not null default kernel.current_company(),
       connection_id int not null,
       secret text not null,
       allowed_origins text[] not null default '{}',
       title text not null,
       color text not null default '#803b83' check (color ~ '^#[0-9a-f]{6}$'),
       greeting text not null default '',
       ask_name boolean not null default true,
       primary key (company_id, connection_id),
       foreign key (company_id, connection_id) references connections.connection (company_id, id) on delete cascade)`,

    `create table channel_webchat.visitor (
       id bigint generated always as identity primary key,
       company_id int not null default kernel.current_company(),
       connection_id int not null,
       public_id text not null,
       name text not null,
       is_closed boolean not null default false,
       created_at timestamptz not null default now(),
       last_seen_at timestamptz not null default now(),
       read_at timestamptz,
       unique (company_id, public_id),
       foreign key (company_id, connection_id) references connections.connection (company_id, id) on delete cascade)`,
    // The number of new visitors of a site in the last minutes.
    `create index visitor_newest on channel_webchat.visitor (company_id, connection_id, created_at)`,
  ],
};
