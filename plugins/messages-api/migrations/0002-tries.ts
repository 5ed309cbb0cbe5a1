import type { Migration } from '@balcao/sdk/server';

/** Each try of a delivery, and which deliveries are tests: those go by the name of the event that they show. */
export const tries: Migration = {
  name: '0002-tries',
  sql: [
    `alter table messages_api.delivery add unique (company_id, id)`,
    `create table messages_api.try (
       id bigint generated always as identity primary key,
       company_id int not null default kernel.current_company() references kernel.company (id) on delete cascade,
       delivery_id bigint not null,
       at timestamptz not null default now(),
       answer_status int,
       duration_ms int not null,
       fault text,
       foreign key (company_id, delivery_id) references messages_api.delivery (company_id, id) on delete cascade
     )`,
    `create index try_delivery on messages_api.try (company_id, delivery_id, id desc)`,
    `alter table messages_api.delivery add column is_test boolean not null default false`,
    `update messages_api.delivery set is_test = true where event = 'webhook.test'`,
  ],
};
