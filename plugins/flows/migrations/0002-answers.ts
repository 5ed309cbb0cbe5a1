import type { Migration } from '@balcao/sdk/server';

export const answers: Migration = {
  name: '0002-answers',
  sql: [
    // Answers of customers, by the variable that keeps them. They live as long as their session.
    `create table flows.answer (
       company_id int not null default kernel.current_company(),
       session_id int not null,
       name text not null,
       value text not null,
       node_id text not null,
       at timestamptz not null default clock_timestamp(),
       primary key (company_id, session_id, name),
       foreign key (company_id, session_id) references flows.session (company_id, id) on delete cascade)`,
    // attempt: which answer of the customer to this node the step used; null: none.
    `alter table flows.step add column attempt int`,
    // answered: questions that were understood; attempts: the answers that it took.
    `alter table flows.day
       add column answered int not null default 0,
       add column attempts int not null default 0`,
    `alter table flows.rolled_up add column at timestamptz not null default now()`,
  ],
};
