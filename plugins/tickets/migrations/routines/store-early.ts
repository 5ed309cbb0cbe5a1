import type { Routine } from '@balcao/sdk/server';

/** Stores a change that arrived before its message. */
export const storeEarly: Routine = {
  name: 'store-early',
  sql: [
    `create or replace function tickets.store_early(p_connection int, p_external text, p_kind text, p_author text, p_value text, p_from_me boolean,
         p_name text, p_at timestamptz) returns void language plpgsql as $$
     begin
       insert into tickets.early_change as e (company_id, whatsapp_id, external_id, kind, author, value, from_me, name, at)
       values (kernel.current_company(), p_connection, p_external, p_kind, p_author, p_value, p_from_me, p_name, p_at)
       on conflict (company_id, whatsapp_id, external_id, kind, author)
       do update set value = excluded.value, from_me = excluded.from_me, name = excluded.name, at = excluded.at
         where e.at <= excluded.at;
       if random() < 0.01 then
         delete from tickets.early_change x where x.company_id = kernel.current_company() and x.created_at < now() - interval '1 day';
       end if;
     end $$`,
  ],
};
