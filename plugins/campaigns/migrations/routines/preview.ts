import type { Routine } from '@balcao/sdk/server';
import { isOut } from './is-out.ts';

const figures = `count(*)::int, (count(*) filter (where k.is_inside))::int, (count(*) filter (where k.is_inside))::int,
              (count(*) filter (where k.is_inside and not k.is_valid))::int,
              (count(*) filter (where k.is_inside and k.is_valid and k.is_out))::int,
              (count(*) filter (where k.is_inside and k.is_valid and not k.is_out and btrim(k.name) = ''))::int`;
/**
 * Counts the audience of a campaign that is being written, as freezing it now would. Numbers are unique in a list and
 * among contacts, so people are counted without comparing them. A list without tags needs no look at contacts.
 */
export const preview: Routine = {
  name: 'preview',
  sql: [
    `create or replace function campaigns.preview(p_list int, p_tags int[], p_ddds smallint[], p_key text, out total int, out inside int,
       out people int, out invalid int, out opted_out int, out nameless int) language plpgsql stable as $$
     declare
       v_company int := kernel.current_company();
     begin
       if p_list is not null and cardinality(p_tags) = 0 then
         select ${figures} into total, inside, people, invalid, opted_out, nameless
           from (select i.name, cardinality(p_ddds) = 0 or coalesce(i.ddd = any(p_ddds), false) as is_inside,
                        coalesce(i.is_whatsapp_valid, true) and i.number ~ '^[0-9]{8,15}$' as is_valid, ${isOut('i')} as is_out
                   from contact_lists.public_item i where i.company_id = v_company and i.contact_list_id = p_list) k;
       else
         select ${figures} into total, inside, people, invalid, opted_out, nameless
           from (select a.name, a.is_inside, a.is_valid, ${isOut('a')} as is_out
                   from campaigns.audience(p_list, p_tags, p_ddds, 0, 2147483647) a) k;
       end if;
     end $$`,
  ],
};
