import type { Routine } from '@balcao/sdk/server';

/** For other plugins’ SQL: the columns are documented in `contract.ts`. */
export const publicExtraInfo: Routine = {
  name: 'public_extra_info',
  sql: [
    `create or replace view contacts.public_extra_info with (security_invoker = true) as
       select e.id, e.company_id, e.contact_id, e.name, e.value from contacts.extra_info e`,
  ],
};
