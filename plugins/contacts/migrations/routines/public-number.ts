import type { Routine } from '@balcao/sdk/server';

/** For other plugins’ SQL: the columns are documented in `contract.ts`. */
export const publicNumber: Routine = {
  name: 'public_number',
  sql: [
    `create or replace view contacts.public_number with (security_invoker = true) as
       select c.company_id, c.id as contact_id, c.number_key from contacts.contact c where c.number_key <> ''
        union select o.company_id, o.contact_id, o.number_key from contacts.other_number o
        union select i.company_id, i.contact_id, contacts.number_key(i.value)
                from contacts.identity i where i.kind = 'phone'`,
  ],
};
