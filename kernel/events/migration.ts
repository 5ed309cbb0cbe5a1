import type { Migration } from '@balcao/sdk/server';
import { emittedCode } from '../database/emitted.ts';

/**
 * The outbox: one row an event, in 16 parts that each belong to one node at a time. A subscriber that fails has its
 * event moved to `event_parked`, where only the first of a lane has a time; the others wait behind it (`infinity`).
 */
export const events: Migration = {
  name: '0010-events',
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
    `create index event_parked_due on kernel.event_parked (part, next_at) where not dead`,
    `create index event_parked_lane on kernel.event_parked (subscriber, company_id, key, id) where not dead and not replay`,
    `create index event_parked_dead on kernel.event_parked (id) where dead`,
    `create function kernel.emit(event text, key text, payload jsonb) returns void
       language sql volatile security invoker as $$
       insert into kernel.outbox (company_id, event, key, payload) values (kernel.current_company(), $1, $2, $3) $$`,
    `grant usage on schema kernel to balcao_app`,
    `grant insert on kernel.outbox to balcao_app`,
    `revoke all on function kernel.emit(text, text, jsonb) from public`,
    `grant execute on function kernel.emit(text, text, jsonb) to balcao_app`,
  ],
};

/**
 * A transaction that emits says so once to the connection it runs on, so that its node looks into the outbox then and
 * only then. Level `info` reaches the client whatever `client_min_messages` is, and is not logged.
 */
export const emittedMigration: Migration = {
  name: '0049-events-emitted',
  sql: [
    `create function kernel.note_emitted() returns trigger language plpgsql as $$
     begin
       if coalesce(current_setting('kernel.emitted', true), '') = '' then
         perform set_config('kernel.emitted', 'yes', true);
         raise info using message = 'events were emitted', errcode = '${emittedCode}';
       end if;
       return null;
     end $$`,
    `create trigger note_emitted after insert on kernel.outbox for each statement execute function kernel.note_emitted()`,
  ],
};
