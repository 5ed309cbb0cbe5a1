import type { Migration } from '@balcao/sdk/server';

export const texts: Migration = {
  name: '0004-texts',
  sql: [
    // A message without speech has an empty text, so that it is not paid for twice.
    `create table chatai.transcript (
       company_id int not null default kernel.current_company() references kernel.company (id) on delete cascade,
       message_id bigint not null,
       text text not null,
       language text,
       created_at timestamptz not null default now(),
       primary key (company_id, message_id),
       foreign key (company_id, message_id) references tickets.message (company_id, id) on delete cascade)`,
    `create table chatai.ticket_summary (
       company_id int not null default kernel.current_company() references kernel.company (id) on delete cascade,
       ticket_id int not null,
       sections jsonb not null check (jsonb_typeof(sections) = 'object'),
       upto_message_id bigint not null,
       is_extractive boolean not null,
       language text not null,
       created_at timestamptz not null default now(),
       primary key (company_id, ticket_id),
       foreign key (company_id, ticket_id) references tickets.ticket (company_id, id) on delete cascade)`,
  ],
};
