import type { Migration } from '@balcao/sdk/server';

/** `holder` is one start of one node: a node that comes back does not take its former self's leases for its own. */
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
