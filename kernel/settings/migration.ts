import type { Migration } from '@balcao/sdk/server';

export const settingMigration: Migration = {
  name: '0005-setting',
  sql: [
    // Values that differ from the declared defaults; secret ones are encrypted.
    `create table kernel.setting (
       company_id int not null references kernel.company (id) on delete cascade,
       key text not null,
       value text not null,
       secret boolean not null default false,
       primary key (company_id, key)
     )`,

    // Changes that need a day before they take effect; until then they can be cancelled.
    `create table kernel.pending_setting (
       company_id int not null references kernel.company (id) on delete cascade,
       key text not null,
       value text not null,
       holds_at timestamptz not null,
       asked_by text not null,
       primary key (company_id, key)
     )`,
    // Finds changes that are due.
    `create index pending_setting_due on kernel.pending_setting (holds_at)`,
  ],
};
