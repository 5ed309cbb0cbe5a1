import type { Migration } from '@balcao/sdk/server';

export const tables: Migration = {
  name: '0001-tables',
  sql: [
    // What a telephone gave this device; nothing of it is legible here. past_told_at: when the last part of its history
    // came; past_is_told: whether the telephone said that there is no more.
    `create table channel_whatsapp.line (
       company_id int not null default kernel.current_company(),
       connection_id int not null,
       creds text not null,
       linked_at timestamptz not null default now(),
       past_told_at timestamptz,
       past_is_told boolean not null default false,
       updated_at timestamptz not null default now(),
       primary key (company_id, connection_id),
       foreign key (company_id, connection_id) references connections.connection (company_id, id) on delete cascade)`,

    // Keys of everybody a telephone speaks with. Their names hold the numbers of customers, so what stands here is their
    // digest.
    `create table channel_whatsapp.key (
       company_id int not null default kernel.current_company(),
       connection_id int not null,
       kind text not null,
       name bytea not null,
       value text not null,
       updated_at timestamptz not null default now(),
       primary key (company_id, connection_id, kind, name),
       foreign key (company_id, connection_id) references connections.connection (company_id, id) on delete cascade)`,

    // The history that a telephone pushes once, when it is linked, waits here until it is read.
    `create table channel_whatsapp.past (
       company_id int not null default kernel.current_company(),
       connection_id int not null,
       name bytea not null,
       sent_at timestamptz not null,
       value text not null,
       primary key (company_id, connection_id, name),
       foreign key (company_id, connection_id) references connections.connection (company_id, id) on delete cascade)`,
    // It is read in the order of time.
    `create index past_by_time on channel_whatsapp.past (company_id, connection_id, sent_at, name)`,
  ],
};
