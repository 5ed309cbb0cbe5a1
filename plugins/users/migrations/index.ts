import type { Migration } from '@balcao/sdk/server';

export const migrations: Migration[] = [
  {
    name: '0001-assistant-fields',
    sql: [
      // One row per person, created when a value differs from the defaults.
      `create table users.assistant_fields (
         company_id int not null default kernel.current_company(),
         user_id int not null,
         is_virtual boolean not null default false,
         custom_prompt text not null default '',
         is_show_contacts boolean not null default true,
         primary key (company_id, user_id),
         foreign key (company_id, user_id) references kernel."user" (company_id, id) on delete cascade)`,
    ],
  },
];
