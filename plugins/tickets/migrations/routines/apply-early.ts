import type { Routine } from '@balcao/sdk/server';

/** Applies the changes that arrived before a message, once it is stored. The caller holds the message's turn. */
export const applyEarly: Routine = {
  name: 'apply-early',
  sql: [
    `create or replace function tickets.apply_early(m tickets.message) returns tickets.message language plpgsql as $$
     declare e tickets.early_change;
     begin
       for e in delete from tickets.early_change x
                 where x.company_id = m.company_id and x.whatsapp_id = m.whatsapp_id and x.external_id = m.external_id returning x.*
       loop
         update tickets.message x
            set reactions = case when e.kind = 'reaction'
                  then tickets.with_reaction(x.reactions, e.author, e.value, e.from_me, e.name, e.at) else x.reactions end,
                body = case when e.kind = 'edit' then e.value else x.body end,
                edited_at = case when e.kind = 'edit' then e.at else x.edited_at end,
                is_deleted = x.is_deleted or e.kind = 'delete'
          where x.company_id = m.company_id and x.id = m.id returning x.* into m;
       end loop;
       return m;
     end $$`,
  ],
};
