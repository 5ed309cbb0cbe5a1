import type { Routine } from '@balcao/sdk/server';

/** For other plugins’ SQL: the columns are documented in `contract.ts`. */
export const publicItem: Routine = {
  name: 'public_item',
  sql: [
    `create or replace view contact_lists.public_item with (security_invoker = true) as
       select i.id, i.company_id, i.contact_list_id, i.name, i.number, i.number_key, i.email, i.ddd, i.is_whatsapp_valid,
              i.address, i.variables
         from contact_lists.item i`,
  ],
};
