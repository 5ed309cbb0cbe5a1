import type { Migration } from '@balcao/sdk/server';

export const tables: Migration = {
  name: '0001-tables',
  sql: [
    `create table channel_meta.account (
       company_id int not null default kernel.current_company(),
       connection_id int not null,
       channel text not null check (channel in ('facebook', 'instagram')),
       page_id text not null,
       -- The Instagram account that belongs to the page; '' on Facebook.
       ig_id text not null default '',
       name text not null default '',
       username text not null default '',
       -- Encrypted.
       token text not null,
       issued_at timestamptz not null default now(),
       expires_at timestamptz,
       scopes text[] not null default '{}',
       -- Name and app-scoped id of the person who logged in.
       connected_as text not null default '',
       person_id text not null default '',
       own_app boolean not null default false,
       -- The site at which the person logged in, for links to files; '' if it is not known.
       site text not null default '',
       trouble text not null default '',
       heard_at timestamptz,
       primary key (company_id, connection_id),
       foreign key (company_id, connection_id) references connections.connection (company_id, id) on delete cascade)`,
    // An account is connected once in the installation: a second connection would receive every message again.
    `create unique index account_page on channel_meta.account (page_id) where channel = 'facebook'`,
    `create unique index account_instagram on channel_meta.account (ig_id) where channel = 'instagram'`,
    `create index on channel_meta.account (person_id) where person_id <> ''`,

    `create index on channel_meta.account (page_id)`,

    // Accounts of deleted connections, until their subscription at Meta has ended. No reference to the connection.
    `create table channel_meta.released (
       company_id int not null default kernel.current_company() references kernel.company (id) on delete cascade,
       connection_id int not null,
       page_id text not null,
       token text not null,
       own_app boolean not null,
       primary key (company_id, connection_id))`,

    // A login at Facebook: first its unguessable state, then the pages among which the person chooses.
    `create table channel_meta.login (
       company_id int not null default kernel.current_company() references kernel.company (id) on delete cascade,
       id text not null,
       user_id int not null,
       redirect_uri text not null,
       own_app boolean not null,
       -- Encrypted, with the tokens of the pages; '' before Meta has answered.
       pages text not null default '',
       created_at timestamptz not null default now(),
       primary key (company_id, id))`,

    // Requests of sent messages, one row for each part: what an echo or a receipt refers to.
    `create table channel_meta.outgoing (
       company_id int not null default kernel.current_company(),
       message_id bigint not null,
       part int not null,
       parts int not null,
       connection_id int not null,
       person text not null,
       body text not null,
       -- Id of the uploaded file at Meta, so that a retry does not upload it again.
       attachment_id text,
       -- Null until Meta has answered, or its echo has arrived.
       mid text,
       started_at timestamptz not null default clock_timestamp(),
       primary key (company_id, message_id, part),
       foreign key (company_id, connection_id) references connections.connection (company_id, id) on delete cascade)`,
    `create unique index on channel_meta.outgoing (company_id, connection_id, mid)`,
    `create index on channel_meta.outgoing (company_id, connection_id, person) where mid is null`,
    `create index on channel_meta.outgoing (company_id, started_at)`,

    // Messages whose files are still at Meta; a null 'message' means that they are stored, so a repeat is ignored.
    `create table channel_meta.incoming (
       company_id int not null default kernel.current_company(),
       connection_id int not null,
       mid text not null,
       message jsonb,
       tries int not null default 0,
       created_at timestamptz not null default now(),
       primary key (company_id, connection_id, mid),
       foreign key (company_id, connection_id) references connections.connection (company_id, id) on delete cascade)`,
    `create index on channel_meta.incoming (company_id, created_at)`,

    // Messages of Meta’s own inbox that arrived while one of ours to the same person had no answer yet.
    `create table channel_meta.held_echo (
       company_id int not null default kernel.current_company(),
       connection_id int not null,
       mid text not null,
       event jsonb not null,
       created_at timestamptz not null default now(),
       primary key (company_id, connection_id, mid),
       foreign key (company_id, connection_id) references connections.connection (company_id, id) on delete cascade)`,

    // Events of a company that could not be stored at once.
    `create table channel_meta.waiting (
       id bigint generated always as identity,
       company_id int not null default kernel.current_company() references kernel.company (id) on delete cascade,
       entry jsonb not null,
       tries int not null default 0,
       created_at timestamptz not null default now(),
       primary key (company_id, id))`,

    // When a person’s name and picture were last read. Deleted with the connection.
    `create table channel_meta.profile (
       company_id int not null default kernel.current_company(),
       connection_id int not null,
       person text not null,
       username text not null default '',
       picture text not null default '',
       -- Another app, or Meta’s own inbox, has the conversation.
       is_elsewhere boolean not null default false,
       read_at timestamptz not null default now(),
       primary key (company_id, connection_id, person),
       foreign key (company_id, connection_id) references connections.connection (company_id, id) on delete cascade)`,
  ],
};
