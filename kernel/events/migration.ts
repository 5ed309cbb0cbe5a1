import type { Migration } from '@balcao/sdk/server';

/**
 * The outbox: one row an event, in 16 parts that each belong to one node at a time. A subscriber that fails has its
 * event moved to `event_parked`, where only the first of a lane has a time; the others wait behind it (`infinity`).
 */
export const events: Migration = {
  name: '0011-events',
  sql: [
    `create table kernel.outbox (
       id bigint generated always as identity,
       part smallint not null generated always as (((hashtext(key) # hashint4(company_id)) & 15)::smallint) stored,
       company_id int not null,
       event text not null,
       key text not null,
       payload jsonb not null,
       created_at timestamptz not null default clock_timestamp(),
       primary key (part, id)
     ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000)`,
    // The events of one company in a part, so that no company holds up the others.
    `create index outbox_company on kernel.outbox (part, company_id, id)`,
    `create table kernel.event_parked (
       id bigint generated always as identity primary key,
       part smallint not null,
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
    // What is to be tried next.
    `create index event_parked_due on kernel.event_parked (part, next_at) where not dead`,
    // What waits behind others of its lane.
    `create index event_parked_lane on kernel.event_parked (subscriber, company_id, key, id) where not dead and not replay`,
    // Dead letters.
    `create index event_parked_dead on kernel.event_parked (id) where dead`,
    `grant insert on kernel.outbox to balcao_app`,
  ],
};
