import type { Migration } from '@balcao/sdk/server';

/**
 * Tables of the people who are connected, and to which node. A row counts while its node renews the lease
 * `node/<id>`.
 */
export const presenceMigration: Migration = {
  name: '0017-presence',
  sql: [
    `create table kernel.presence (
       node uuid not null,
       company_id int not null,
       user_id int not null,
       primary key (user_id, node),
       foreign key (company_id, user_id) references kernel."user" (company_id, id) on delete cascade
     )`,
  ],
};
