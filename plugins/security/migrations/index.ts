import type { Migration } from '@balcao/sdk/server';

export const migrations: readonly Migration[] = [
  {
    name: '0001-two-step',
    sql: [
      // last_counter: the half minute of the last used code, so that no code is valid twice.
      `create table security.two_step (
         company_id int not null default kernel.current_company(),
         user_id int not null,
         secret text not null,
         confirmed_at timestamptz,
         last_counter bigint not null default 0,
         created_at timestamptz not null default now(),
         primary key (company_id, user_id),
         foreign key (company_id, user_id) references kernel."user" (company_id, id) on delete cascade)`,
      `create table security.recovery_code (
         id bigint generated always as identity primary key,
         company_id int not null default kernel.current_company(),
         user_id int not null,
         hash bytea not null,
         used_at timestamptz,
         unique (company_id, user_id, hash),
         foreign key (company_id, user_id) references security.two_step (company_id, user_id) on delete cascade)`,
    ],
  },
];
