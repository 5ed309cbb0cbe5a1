import type { Routine } from '@balcao/sdk/server';

/** For other plugins’ SQL: the columns are documented in `contract.ts`. */
export const publicList: Routine = {
  name: 'public_list',
  sql: [
    `create or replace view contact_lists.public_list with (security_invoker = true) as
       select l.id, l.company_id, l.name, l.contacts_count
         from contact_lists.contact_list l`,
  ],
};
