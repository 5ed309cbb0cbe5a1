import type { Migration } from '@balcao/sdk/server';

const company =
  'company_id int not null default kernel.current_company() references kernel.company (id) on delete cascade';

export const tables: Migration = {
  name: '0001-tables',
  sql: [
    // The data of a token that people see. Its hash is in the kernel.
    `create table messages_api.token (
       id int generated always as identity primary key,
       ${company},
       connection_id int not null,
       name text not null,
       last_four text not null,
       created_by text not null default '',
       created_at timestamptz not null default now(),
       unique (company_id, id),
       foreign key (company_id, connection_id) references connections.connection (company_id, id) on delete cascade
     )`,
    // The tokens of a connection.
    `create index token_connection on messages_api.token (company_id, connection_id, id)`,

    // The answer under an Idempotency-Key, stored in the transaction of the message itself.
    `create table messages_api.answer (
       ${company},
       token_id int not null,
       key text not null,
       request bytea not null,
       answer jsonb,
       created_at timestamptz not null default now(),
       primary key (company_id, token_id, key),
       foreign key (company_id, token_id) references messages_api.token (company_id, id) on delete cascade
     )`,
    // Old answers are removed by their age.
    `create index answer_age on messages_api.answer (company_id, created_at)`,

    // The secret is not stored: it is derived from a key of the installation and this salt.
    `create table messages_api.webhook (
       id int generated always as identity primary key,
       ${company},
       name text not null,
       url text not null,
       events text[] not null,
       salt bytea not null,
       former_salt bytea,
       former_until timestamptz,
       is_active boolean not null default true,
       disabled_reason text,
       failing_since timestamptz,
       succeeded_at timestamptz,
       created_at timestamptz not null default now(),
       unique (company_id, id)
     )`,

    // source: the id of the event, so that an event received twice is one delivery. is_test: a test call, under the
    // name of the event whose sample it sends.
    `create table messages_api.delivery (
       id bigint generated always as identity primary key,
       ${company},
       webhook_id int not null,
       uid uuid not null default gen_random_uuid(),
       source text not null,
       event text not null,
       is_test boolean not null default false,
       key text not null,
       body text not null,
       status text not null default 'waiting' check (status in ('waiting', 'sent', 'failed')),
       attempts int not null default 0,
       round int not null default 1,
       created_at timestamptz not null default now(),
       tried_at timestamptz,
       next_at timestamptz,
       answer_status int,
       answer_headers jsonb,
       answer_body text,
       duration_ms int,
       fault text,
       search text generated always as (lower(event || ' ' || body)) stored,
       unique (company_id, id),
       unique (company_id, webhook_id, source),
       foreign key (company_id, webhook_id) references messages_api.webhook (company_id, id) on delete cascade
     )`,
    // The list of a webhook’s deliveries, newest first.
    `create index delivery_newest on messages_api.delivery (company_id, webhook_id, id desc)`,
    // Old deliveries are removed by their age.
    `create index delivery_age on messages_api.delivery (company_id, created_at)`,

    // Attempts of a delivery.
    `create table messages_api.try (
       id bigint generated always as identity primary key,
       ${company},
       delivery_id bigint not null,
       at timestamptz not null default now(),
       answer_status int,
       duration_ms int not null,
       fault text,
       foreign key (company_id, delivery_id) references messages_api.delivery (company_id, id) on delete cascade
     )`,
    `create index try_delivery on messages_api.try (company_id, delivery_id, id desc)`,
  ],
};
