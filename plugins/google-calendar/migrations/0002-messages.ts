import type { Migration } from '@balcao/sdk/server';

export const messages: Migration = {
  name: '0002-messages',
  sql: [
    // removing: the deletion at Google has begun, and may or may not have arrived there.
    `alter table google_calendar.link drop constraint link_state_check,
       add constraint link_state_check check (state in ('linked', 'pushing', 'kept', 'removing'))`,
    `alter table google_calendar.account add column shows_messages boolean not null default false`,
    // Scheduled messages that a person shows at Google. No key on the message: a deleted one is still to be deleted there.
    // mark: what the event there says; '': unknown, so it is written again. gone: the person deleted it there.
    `create table google_calendar.message_event (
       company_id int not null default kernel.current_company() references kernel.company (id) on delete cascade,
       user_id int not null,
       email text not null,
       google_id text not null,
       schedule_id int not null,
       mark text not null default '',
       state text not null default 'pushing' check (state in ('pushing', 'linked', 'gone')),
       primary key (company_id, user_id, google_id),
       unique (company_id, schedule_id, user_id),
       foreign key (company_id, user_id) references kernel."user" (company_id, id) on delete cascade)`,
  ],
};
