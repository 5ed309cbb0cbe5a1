import type { Migration } from '@balcao/sdk/server';

/** Table of a company's changes to the default permissions. */
export const permissionMigration: Migration = {
  name: '0004-permission-grant',
  sql: [
    `create table kernel.permission_grant (
       company_id int not null references kernel.company (id) on delete cascade,
       profile text not null check (profile in ('gestor', 'user', 'admin')),
       permission text not null,
       granted boolean not null,
       primary key (company_id, profile, permission)
     )`,
  ],
};
