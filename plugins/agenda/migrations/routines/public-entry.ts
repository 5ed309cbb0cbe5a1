import type { Routine } from '@balcao/sdk/server';

/** For other plugins’ SQL: the columns are documented in `contract.ts`. */
export const publicEntry: Routine = {
  name: 'public_entry',
  sql: [
    `create or replace view agenda.public_entry with (security_invoker = true) as
       select e.id, e.company_id, e.user_id, e.contact_id, e.title, e.description, e.starts_at, e.ends_at, e.time_zone, e.all_day,
              e.is_private, e.source, e.is_read_only, e.version, e.updated_at, e.deleted_at, e.is_free
         from agenda.entry e`,
  ],
};
