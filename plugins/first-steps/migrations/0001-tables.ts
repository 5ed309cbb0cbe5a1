import type { Migration } from '@balcao/sdk/server';

export const tables: Migration = {
  name: '0001-tables',
  sql: [
    // Companies whose list is over: since it was finished, or for ever (-infinity) because it was put away for everybody.
    `create table first_steps.finished (
       company_id int primary key default kernel.current_company() references kernel.company (id) on delete cascade,
       finished_at timestamptz not null)`,
    // People who put the list away for themselves.
    `create table first_steps.hidden (
       company_id int not null default kernel.current_company(),
       user_id int not null,
       primary key (company_id, user_id),
       foreign key (company_id, user_id) references kernel.user (company_id, id) on delete cascade)`,
  ],
};
