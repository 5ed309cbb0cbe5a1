import type { Migration } from '@balcao/sdk/server';

/** What people keep about conversations for themselves: which stay on top, and which they do not want to see for a while. */
export const marks: Migration = {
  name: '0037-marks',
  sql: [
    `create table tickets.pin (
       company_id int not null default kernel.current_company(),
       user_id int not null,
       ticket_id int not null,
       pinned_at timestamptz not null default now(),
       primary key (company_id, user_id, ticket_id),
       foreign key (company_id, ticket_id) references tickets.ticket (company_id, id) on delete cascade,
       foreign key (company_id, user_id) references kernel."user" (company_id, id) on delete cascade
     )`,
    `create index pin_ticket on tickets.pin (company_id, ticket_id)`,
    // since: what the customer writes after it brings the conversation back before its time.
    `create table tickets.snooze (
       company_id int not null default kernel.current_company(),
       user_id int not null,
       ticket_id int not null,
       since timestamptz not null default clock_timestamp(),
       until timestamptz not null,
       primary key (company_id, user_id, ticket_id),
       foreign key (company_id, ticket_id) references tickets.ticket (company_id, id) on delete cascade,
       foreign key (company_id, user_id) references kernel."user" (company_id, id) on delete cascade
     )`,
    `create index snooze_ticket on tickets.snooze (company_id, ticket_id)`,
  ],
};
