import type { Routine } from '@balcao/sdk/server';

/** For other plugins’ SQL: the columns are documented in `contract.ts`. */
export const publicContact: Routine = {
  name: 'public_contact',
  sql: [
    `create or replace view contacts.public_contact with (security_invoker = true) as
       select c.id, c.company_id, c.name, c.number, c.number_key, c.email, c.profile_pic_url, c.is_group,
              c.merged_into, c.created_at, c.updated_at
         from contacts.contact c`,
  ],
};
