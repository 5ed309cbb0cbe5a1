import type { Migration } from '@balcao/sdk/server';

export const freeAndConnected: Migration = {
  name: '0003-free-and-connected',
  sql: [
    // is_free: the calendar outside says that the time is not taken.
    `alter table agenda.entry add column is_free boolean not null default false`,
    // Calendars outside that people have connected, by the id of the plugin that brings them.
    `create table agenda.connected_source (
       company_id int not null default kernel.current_company() references kernel.company (id) on delete cascade,
       user_id int not null,
       source text not null,
       primary key (company_id, user_id, source),
       foreign key (company_id, user_id) references kernel."user" (company_id, id) on delete cascade)`,
  ],
};
