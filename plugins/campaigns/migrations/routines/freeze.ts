import type { Routine } from '@balcao/sdk/server';
import { isOut } from './is-out.ts';

/** True for a contact with a conversation that has one of the tags. */
const tagged = `exists (select 1 from tickets.public_ticket t join tags.public_ticket_tag g on g.company_id = t.company_id and g.ticket_id = t.id
                 where t.company_id = v_company and t.contact_id = s.contact_id and g.tag_id = any(p_tags))`;

/**
 * Reads a part of an audience: `p_limit` rows of the list, or of the contacts when `p_list` is null, after the id
 * `p_after`. `is_inside`: the filters let it through; `is_valid`: the number is not known to be wrong.
 */
const source = `create or replace function campaigns.audience(p_list int, p_tags int[], p_ddds smallint[], p_after int, p_limit int)
  returns table (source_id int, contact_id int, name text, number text, number_key text, ddd smallint, is_inside boolean, is_valid boolean,
    address text, variables jsonb)
  language plpgsql stable as $$
  #variable_conflict use_column
  declare
    v_company int := kernel.current_company();
  begin
    if p_list is not null then
      return query
        select s.source_id, s.contact_id, s.name, s.number, s.number_key, s.ddd,
               (cardinality(p_ddds) = 0 or coalesce(s.ddd = any(p_ddds), false)) and (cardinality(p_tags) = 0 or ${tagged}),
               s.is_valid, s.address, s.variables
          from (select i.id as source_id, c.id as contact_id, i.name, i.number, i.number_key, i.ddd,
                       coalesce(i.is_whatsapp_valid, true) and i.number ~ '^[0-9]{8,15}$' as is_valid,
                       coalesce(i.address, '') as address, nullif(i.variables, '{}'::jsonb) as variables
                  from (select * from contact_lists.public_item x
                         where x.company_id = v_company and x.contact_list_id = p_list and x.id > p_after order by x.id limit p_limit) i
                  left join contacts.public_contact c on c.company_id = v_company and c.number_key = i.number_key
                        and c.number_key <> '' and c.merged_into is null) s
         order by s.source_id;
    else
      return query
        select s.source_id, s.contact_id, s.name, s.number, s.number_key, s.ddd,
               (cardinality(p_ddds) = 0 or coalesce(s.ddd = any(p_ddds), false)) and (cardinality(p_tags) = 0 or ${tagged}),
               s.number ~ '^[0-9]{8,15}$', '', null::jsonb
          from (select c.id as source_id, c.id as contact_id, case when c.name = c.number then '' else c.name end as name, c.number,
                       c.number_key, campaigns.ddd_of(c.number) as ddd
                  from contacts.public_contact c
                 where c.company_id = v_company and c.id > p_after and not c.is_group and c.number <> '' and c.merged_into is null
                 order by c.id limit p_limit) s
         order by s.source_id;
    end if;
  end $$`;

/**
 * Writes the next part of a campaign's audience down, in one transaction with the place where it stopped, so that a
 * killed node neither repeats nor omits anybody. Who opted out or has a wrong number is written down as left out.
 * Returns false when nothing is left. The caller holds the row of the campaign.
 */
export const freeze: Routine = {
  name: 'freeze',
  sql: [
    source,
    `create or replace function campaigns.freeze(p_campaign int, p_limit int, p_key text) returns boolean language plpgsql as $$
     declare
       v_company int := kernel.current_company();
       c campaigns.campaign;
       v_variants int;
       v_read int;
       v_last int;
       v_inside int;
       v_added int;
     begin
       select x.* into c from campaigns.campaign x where x.company_id = v_company and x.id = p_campaign for update;
       if c.frozen_at is not null or c.status <> 'EM_ANDAMENTO' then return false; end if;
       v_variants := greatest(1, (select count(*) from unnest(c.messages) m (text) where btrim(m.text) <> ''));
       if c.template is not null or c.flow_id is not null then v_variants := 1; end if;
       -- A number that is written down already, in this part or an earlier one, is a duplicate: the unique key tells. The
       -- place counts duplicates too, so that parts need not know of each other.
       with part as materialized (
         select * from campaigns.audience(c.contact_list_id, c.tag_filters, c.ddd_filters, c.freeze_cursor, p_limit)),
       fresh as (
         select p.*, c.frozen + c.duplicates + (row_number() over ())::int - 1 as place,
                ${isOut('p')} as is_out
           from part p where p.is_inside),
       added as (
         insert into campaigns.recipient (company_id, campaign_id, position, variant, contact_id, name, number, number_key, ddd, zone, state, reason,
           address, variables)
         select v_company, p_campaign, f.place, 1 + f.place % v_variants, f.contact_id, f.name, f.number, f.number_key, f.ddd,
                campaigns.zone_of(f.ddd), case when f.is_out or not f.is_valid then 'skipped' else 'waiting' end,
                case when not f.is_valid then 'invalid' when f.is_out then 'opted-out' end, f.address, f.variables
           from fresh f
         on conflict (company_id, campaign_id, number_key) do nothing
         returning 1)
       select (select count(*) from part), (select max(p.source_id) from part p), (select count(*) from part p where p.is_inside),
              (select count(*) from added)
         into v_read, v_last, v_inside, v_added;
       update campaigns.campaign x
          set freeze_cursor = coalesce(v_last, x.freeze_cursor), frozen = x.frozen + v_added, duplicates = x.duplicates + v_inside - v_added,
              frozen_at = case when v_read < p_limit then now() end,
              needed_list_id = case when v_read >= p_limit then x.needed_list_id end
        where x.company_id = v_company and x.id = p_campaign;
       return v_read >= p_limit;
     end $$`,
  ],
};
