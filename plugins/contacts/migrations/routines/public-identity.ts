import type { Routine } from '@balcao/sdk/server';

/** For other plugins’ SQL: the columns are documented in `contract.ts`. */
export const publicIdentity: Routine = {
  name: 'public_identity',
  sql: [
    `create or replace view contacts.public_identity with (security_invoker = true) as
       select i.id, i.company_id, i.contact_id, i.channel, i.scope, i.kind, i.value, i.created_at
         from contacts.identity i`,
  ],
};
