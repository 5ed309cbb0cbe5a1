import type { Migration } from '@balcao/sdk/server';

export const occasions: Migration = {
  name: '0003-occasions',
  sql: [
    // An hour that was over when the flow was attached to it does not count.
    `alter table flows.trigger add column since timestamptz not null default now()`,
    // Hours and dates that have come: each once a day, whatever the number of servers.
    `create table flows.occasion (
       company_id int not null default kernel.current_company() references kernel.company (id) on delete cascade,
       trigger text not null,
       subject text not null,
       day date not null,
       primary key (company_id, trigger, subject, day))`,
    // target: the conversation or the contact for which the occasion has come.
    `create table flows.occasion_start (
       company_id int not null default kernel.current_company(),
       trigger text not null,
       subject text not null,
       day date not null,
       target int not null,
       primary key (company_id, trigger, subject, day, target),
       foreign key (company_id, trigger, subject, day) references flows.occasion (company_id, trigger, subject, day) on delete cascade)`,
  ],
};
