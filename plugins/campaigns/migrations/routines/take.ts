import type { Routine } from '@balcao/sdk/server';

/**
 * Takes the next recipients of a campaign whose zones have their send hours now: first those who were postponed and are
 * due. Rows that another transaction holds are left out. `opted_out` is asked again here, at the moment of sending.
 * `checked`: the channel was asked about the number within 30 days; null: it was not.
 */
export const take: Routine = {
  name: 'take',
  sql: [
    `create or replace function campaigns.take(p_campaign int, p_zones smallint[], p_limit int, p_key text, p_channel text)
       returns table (id bigint, "position" int, variant smallint, contact_id int, name text, number text, number_key text, address text,
                      variables jsonb, attended_since timestamptz, opted_out boolean, checked boolean, checked_value text) language plpgsql as $$
     #variable_conflict use_column
     declare
       v_company int := kernel.current_company();
       v_ids bigint[];
     begin
       select array_agg(x.id) into v_ids from (
         select r.id from campaigns.recipient r
          where r.company_id = v_company and r.campaign_id = p_campaign and r.state = 'waiting' and r.not_before <= now()
            and r.zone = any(p_zones) order by r.not_before limit p_limit for update skip locked) x;
       if coalesce(cardinality(v_ids), 0) < p_limit then
         select coalesce(v_ids, '{}') || coalesce(array_agg(x.id), '{}') into v_ids from (
           select y.id from unnest(p_zones) z (zone),
                  lateral (select r.id, r.position from campaigns.recipient r
                            where r.company_id = v_company and r.campaign_id = p_campaign and r.state = 'waiting' and r.not_before is null
                              and r.zone = z.zone
                            order by r.position limit p_limit - coalesce(cardinality(v_ids), 0) for update skip locked) y
            order by y.position limit p_limit - coalesce(cardinality(v_ids), 0)) x;
       end if;
       return query
         select r.id, r.position, r.variant, r.contact_id, r.name, r.number, r.number_key, r.address, r.variables, r.attended_since,
                exists (select 1 from campaigns.opt_out o where o.company_id = v_company and o.returned_at is null
                          and o.key_hash = campaigns.key_hash_in(v_company, p_key, r.number_key)),
                n.exists, n.value
           from campaigns.recipient r
           left join campaigns.number_check n on n.company_id = v_company and n.channel = p_channel and n.number_key = r.number_key
                 and n.checked_at > now() - interval '30 days'
          where r.company_id = v_company and r.id = any(v_ids)
          order by array_position(v_ids, r.id);
     end $$`,
  ],
};
