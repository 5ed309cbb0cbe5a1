import type { Migration } from '@balcao/sdk/server';

export const outcomes: Migration = {
  name: '0007-outcomes',
  sql: [
    // Answers that people wrote on the telephone itself: their messages have no author, as those of programs.
    `create table assistant.phone_answer (
       company_id int not null default kernel.current_company(),
       message_id bigint not null,
       ticket_id int not null,
       at timestamptz not null,
       primary key (company_id, message_id),
       foreign key (company_id, ticket_id) references tickets.ticket (company_id, id) on delete cascade)`,
    `create index phone_answer_ticket on assistant.phone_answer (company_id, ticket_id)`,
  ],
};
