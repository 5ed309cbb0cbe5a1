import type { Migration } from '@balcao/sdk/server';

/** Tables of sessions, logins and resets. No plugin sees any of them. */
export const authMigration: Migration = {
  name: '0003-auth',
  sql: [
    // A session is one row. Its refresh tokens are rows of their own, which stay after a rotation so that the reuse
    // of an old one is detected. visited_company_id is the company that a super user impersonates.
    `create table kernel.session (
       id uuid primary key,
       company_id int not null,
       user_id int not null,
       visited_company_id int references kernel.company (id) on delete set null,
       ip text not null,
       user_agent text not null,
       created_at timestamptz not null default now(),
       last_used_at timestamptz not null default now(),
       expires_at timestamptz not null,
       ended_at timestamptz,
       ended_reason text,
       unique (company_id, id),
       foreign key (company_id, user_id) references kernel."user" (company_id, id) on delete cascade
     )`,
    // Allows one live session per person.
    `create unique index session_live_user on kernel.session (user_id) where ended_at is null`,
    // Finds the sessions of a person, and the ended ones.
    `create index on kernel.session (company_id, user_id)`,
    `create index on kernel.session (expires_at)`,
    `create table kernel.session_token (
       hash bytea primary key,
       company_id int not null,
       session_id uuid not null,
       created_at timestamptz not null default now(),
       replaced_at timestamptz,
       foreign key (company_id, session_id) references kernel.session (company_id, id) on delete cascade
     )`,
    // Finds the tokens of a session, and those that were rotated long ago.
    `create index on kernel.session_token (company_id, session_id)`,
    `create index on kernel.session_token (replaced_at) where replaced_at is not null`,

    // Logins that need more than the password.
    `create table kernel.login_step (
       id uuid primary key,
       hash bytea not null unique,
       company_id int not null,
       user_id int not null,
       step text not null,
       passed text[] not null,
       state text not null,
       tries int not null default 0,
       created_at timestamptz not null default now(),
       expires_at timestamptz not null,
       foreign key (company_id, user_id) references kernel."user" (company_id, id) on delete cascade
     )`,
    // Finds the pending logins of a person, and the expired ones.
    `create index on kernel.login_step (company_id, user_id)`,
    `create index on kernel.login_step (expires_at)`,

    // nonce: input of a code besides the key, so that repeated requests while it is valid send the same code.
    `create table kernel.password_reset (
       user_id int primary key,
       company_id int not null,
       code_hash bytea not null,
       nonce bytea,
       attempts int not null default 0,
       created_at timestamptz not null default now(),
       expires_at timestamptz not null,
       used_at timestamptz,
       foreign key (company_id, user_id) references kernel."user" (company_id, id) on delete cascade
     )`,

    // Attempt counters, shared by the nodes. Unlogged: a crash only resets the counts.
    `create unlogged table kernel.attempt (
       key text primary key,
       count int not null,
       resets_at timestamptz not null
     )`,
    // Finds expired counters, which are removed.
    `create index on kernel.attempt (resets_at)`,
  ],
};
