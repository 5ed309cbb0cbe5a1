import type { Routine } from '@balcao/sdk/server';

/** View for other plugins' SQL; its columns are declared in `contract.ts`. */
export const publicTag: Routine = {
  name: 'public_tag',
  sql: [
    `create or replace view tags.public_tag with (security_invoker = true) as
       select t.id, t.company_id, t.name, t.color, t.created_at
         from tags.tag t`,
  ],
};
