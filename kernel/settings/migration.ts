import type { Migration } from '@balcao/sdk/server';

/** Values that differ from the declared defaults; secret ones are encrypted. */
export const settingMigration: Migration = {
  name: '0015-setting',
  sql: [
    `create table kernel.setting (
       company_id int not null references kernel.company (id) on delete cascade,
       key text not null,
       value text not null,
       secret boolean not null default false,
       primary key (company_id, key)
     )`,
  ],
};
