import type { Migration } from '@balcao/sdk/server';

export const tables: Migration = {
  name: '0001-tables',
  sql: [
    `create table channel_whatsapp_cloud.account (
       company_id int not null default kernel.current_company(),
       connection_id int not null,
       phone_number_id text not null default '',
       waba_id text not null default '',
       graph_version text not null,
       -- Encrypted; '' for none.
       token text not null default '',
       app_secret text not null default '',
       verify_token text not null default '',
       display_number text not null default '',
       verified_name text not null default '',
       verified_at timestamptz,
       last_call_at timestamptz,
       trouble text not null default '',
       primary key (company_id, connection_id),
       foreign key (company_id, connection_id) references connections.connection (company_id, id) on delete cascade)`,
    // A number on two connections would deliver every message twice.
    `create unique index account_number on channel_whatsapp_cloud.account (company_id, phone_number_id) where phone_number_id <> ''`,

    // Sending state of a message besides the message itself and its template. Message ids belong to the tickets plugin.
    `create table channel_whatsapp_cloud.outgoing (
       company_id int not null default kernel.current_company(),
       message_id bigint not null,
       connection_id int not null,
       -- Id of the uploaded file at Meta, so that a retry does not upload it again.
       media_id text,
       -- A long text is sent in parts: the number of accepted parts, and the id of the first.
       parts int not null default 0,
       external_id text,
       created_at timestamptz not null default now(),
       primary key (company_id, message_id),
       foreign key (company_id, connection_id) references connections.connection (company_id, id) on delete cascade)`,
    // Deleting a connection deletes its rows.
    `create index on channel_whatsapp_cloud.outgoing (company_id, connection_id)`,
    // Old rows are removed by their age.
    `create index on channel_whatsapp_cloud.outgoing (company_id, created_at)`,

    // Messages whose file is still at Meta; a null 'message' means that the file is stored, so a repeat is ignored.
    `create table channel_whatsapp_cloud.incoming (
       company_id int not null default kernel.current_company(),
       connection_id int not null,
       external_id text not null,
       message jsonb,
       tries int not null default 0,
       created_at timestamptz not null default now(),
       primary key (company_id, connection_id, external_id),
       foreign key (company_id, connection_id) references connections.connection (company_id, id) on delete cascade)`,
    // Old rows are removed by their age.
    `create index on channel_whatsapp_cloud.incoming (company_id, created_at)`,

    `create table channel_whatsapp_cloud.template (
       id int generated always as identity primary key,
       company_id int not null default kernel.current_company(),
       connection_id int not null,
       graph_id text not null,
       name text not null,
       language text not null,
       category text not null,
       status text not null,
       parameter_format text not null,
       components jsonb not null,
       reason text not null default '',
       synced_at timestamptz not null default now(),
       unique (company_id, connection_id, name, language),
       foreign key (company_id, connection_id) references connections.connection (company_id, id) on delete cascade)`,
  ],
};
