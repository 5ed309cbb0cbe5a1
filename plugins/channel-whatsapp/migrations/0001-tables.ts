import type { Migration } from '@balcao/sdk/server';

export const tables: Migration = {
  name: '0001-tables',
  sql: [
    // The credentials of a linked device, encrypted. history_received_at: when the last part of the phone’s history
    // arrived; is_history_complete: the phone announced the last part.
    `create table channel_whatsapp.device (
       company_id int not null default kernel.current_company(),
       connection_id int not null,
       creds text not null,
       linked_at timestamptz not null default now(),
       history_received_at timestamptz,
       is_history_complete boolean not null default false,
       updated_at timestamptz not null default now(),
       primary key (company_id, connection_id),
       foreign key (company_id, connection_id) references connections.connection (company_id, id) on delete cascade)`,

    // Encryption keys of a device for every person it writes with. Key names contain customers’ numbers, so only their
    // digests are stored.
    `create table channel_whatsapp.key (
       company_id int not null default kernel.current_company(),
       connection_id int not null,
       kind text not null,
       name bytea not null,
       value text not null,
       updated_at timestamptz not null default now(),
       primary key (company_id, connection_id, kind, name),
       foreign key (company_id, connection_id) references connections.connection (company_id, id) on delete cascade)`,

    // The history that a phone sends once, when the device is linked, until it is imported.
    `create table channel_whatsapp.history (
       company_id int not null default kernel.current_company(),
       connection_id int not null,
       name bytea not null,
       sent_at timestamptz not null,
       value text not null,
       primary key (company_id, connection_id, name),
       foreign key (company_id, connection_id) references connections.connection (company_id, id) on delete cascade)`,
    // It is imported in the order of time.
    `create index history_by_time on channel_whatsapp.history (company_id, connection_id, sent_at, name)`,
  ],
};
