import type { Migration } from '@balcao/sdk/server';

export const tables: Migration = {
  name: '0001-tables',
  sql: [
    `create table channel_sandbox.connection (
       company_id int not null default kernel.current_company(),
       connection_id int not null,
       paired boolean not null default false,
       pairing_code text not null default '',
       cut boolean not null default false,
       latency_ms int not null default 0 check (latency_ms between 0 and 60000),
       primary key (company_id, connection_id),
       foreign key (company_id, connection_id) references connections.connection (company_id, id) on delete cascade)`,

    `create table channel_sandbox.phone (
       company_id int not null default kernel.current_company(),
       connection_id int not null,
       number text not null,
       name text not null default '',
       invalid boolean not null default false,
       primary key (company_id, connection_id, number),
       foreign key (company_id, connection_id) references connections.connection (company_id, id) on delete cascade)`,

    `create table channel_sandbox.received (
       id bigint generated always as identity primary key,
       company_id int not null default kernel.current_company(),
       connection_id int not null,
       number text not null,
       message_id bigint not null,
       external_id text not null,
       body text not null,
       media jsonb,
       medias jsonb,
       menu jsonb,
       data jsonb,
       ack smallint not null default 1,
       received_at timestamptz not null default clock_timestamp(),
       edited_at timestamptz,
       revoked_at timestamptz,
       unique (company_id, connection_id, message_id),
       unique (company_id, connection_id, external_id),
       foreign key (company_id, connection_id) references connections.connection (company_id, id) on delete cascade)`,
    // The messages on a phone, in their order.
    `create index on channel_sandbox.received (company_id, connection_id, number, id)`,

    // One reaction per side and message, whichever side wrote the message.
    `create table channel_sandbox.reaction (
       company_id int not null default kernel.current_company(),
       connection_id int not null,
       external_id text not null,
       by_phone boolean not null,
       emoji text not null,
       primary key (company_id, connection_id, external_id, by_phone),
       foreign key (company_id, connection_id) references connections.connection (company_id, id) on delete cascade)`,
  ],
};
