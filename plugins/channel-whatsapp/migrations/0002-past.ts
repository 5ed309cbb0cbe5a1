import type { Migration } from '@balcao/sdk/server';

/** What a telephone pushes once, when it is linked, waits here until it is read. */
export const past: Migration = {
  name: '0002-past',
  sql: [
    `create table channel_whatsapp.past (
       company_id int not null default kernel.current_company(),
       connection_id int not null,
       name bytea not null,
       sent_at timestamptz not null,
       value text not null,
       primary key (company_id, connection_id, name),
       foreign key (company_id, connection_id) references connections.connection (company_id, id) on delete cascade)`,
    `create index past_by_time on channel_whatsapp.past (company_id, connection_id, sent_at, name)`,
    // When the last part of it came, and whether the telephone said that there is no more.
    `alter table channel_whatsapp.line
       add column linked_at timestamptz not null default now(),
       add column past_told_at timestamptz,
       add column past_is_told boolean not null default false`,
  ],
};
