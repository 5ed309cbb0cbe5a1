import type { Migration } from '@balcao/sdk/server';

/**
 * Table of leases. `holder` is one start of one node, so a restarted node does not use the leases of its former
 * process.
 */
export const leases: Migration = {
  name: '0012-lease',
  sql: [
    `create table kernel.lease (
       name text primary key,
       node text not null,
       holder uuid not null,
       expires_at timestamptz not null
     )`,
  ],
};
