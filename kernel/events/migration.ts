import type { Migration } from '@balcao/sdk/server';

/**
 * Outbox with one row an event, in 16 partitions that each belong to one node at a time. When a subscriber fails, its
 * event moves to `event_retry`, where only the first of an ordering key has a time; the others wait behind it
 * (`infinity`).
 */
export const events: Migration = {
  name: '0011-events',
  sql: [
    `create table kernel.outbox (
       id bigint generated always as identity,
       partition smallint not null generated always as (((hashtext(key) # hashint4(company_id)) & 15)::smallint) stored,
       company_id int not null,
       event text not null,
       key text not null,
       payload jsonb not null,
       created_at timestamptz not null default clock_timestamp(),
       primary key (partition, id)
     ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000)`,
    // Finds the events of one company in a partition, so that no company holds up the others.
    `create index outbox_company on kernel.outbox (partition, company_id, id)`,
    `create table kernel.event_retry (
       id bigint generated always as identity primary key,
       partition smallint not null,
       outbox_id bigint not null,
       subscriber text not null,
       company_id int not null,
       event text not null,
       key text not null,
       payload jsonb not null,
       created_at timestamptz not null,
       attempts int not null default 0,
       next_at timestamptz not null,
       last_error text,
       failed_at timestamptz,
       dead boolean not null default false,
       replay boolean not null default false,
       unique (outbox_id, subscriber)
     )`,
    // Finds the events due for a retry.
    `create index event_retry_due on kernel.event_retry (partition, next_at) where not dead`,
    // Finds the events that wait behind others of their ordering key.
    `create index event_retry_key on kernel.event_retry (subscriber, company_id, key, id) where not dead and not replay`,
    // Dead letters.
    `create index event_retry_dead on kernel.event_retry (id) where dead`,
    `grant insert on kernel.outbox to balcao_app`,
  ],
};
