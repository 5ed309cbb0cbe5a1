import type { Migration } from '@balcao/sdk/server';

export const keptInvitations: Migration = {
  name: '0006-kept-invitations',
  sql: [
    // Former versions left what people kept from a calendar outside read-only after its disconnection.
    `update agenda.entry e set is_read_only = false
      where e.is_read_only and not exists (
        select 1 from agenda.connected_source c
         where c.company_id = e.company_id and c.user_id = e.user_id and c.source = e.source)`,
  ],
};
