import type { Routine } from '@balcao/sdk/server';

/**
 * Moves the recipient of a message on to a delivery state, never back, and returns the campaign; null: no message of a
 * campaign, or nothing changed. A message whose outcome was uncertain or failed is settled by a receipt too.
 * `p_failure` is the failure of the message as tickets store it.
 */
export const advance: Routine = {
  name: 'advance',
  sql: [
    `create or replace function campaigns.advance(p_message bigint, p_status text, p_reason text) returns int language plpgsql as $$
     declare
       v_company int := kernel.current_company();
       v_campaign int;
     begin
       update campaigns.recipient r
          set state = case when p_status = 'failed' then case when p_reason = 'unknown' then 'uncertain' else 'failed' end
                           when r.state = 'answered' then r.state
                           when p_status = 'delivered' and r.state = 'read' then r.state
                           when p_status = 'sent' and r.state in ('delivered', 'read') then r.state
                           else p_status end,
              reason = case when p_status = 'failed' then p_reason end,
              sent_at = case when p_status = 'failed' then r.sent_at else coalesce(r.sent_at, now()) end,
              delivered_at = case when p_status in ('delivered', 'read') then coalesce(r.delivered_at, now()) else r.delivered_at end,
              read_at = case when p_status = 'read' then coalesce(r.read_at, now()) else r.read_at end,
              settled_at = coalesce(r.settled_at, now())
        where r.company_id = v_company and r.message_id = p_message
          and case p_status when 'failed' then r.state in ('released', 'sent', 'delivered')
                            when 'sent' then r.state in ('released', 'failed', 'uncertain') or (r.state = 'answered' and r.sent_at is null)
                            when 'delivered' then r.state in ('released', 'sent', 'failed', 'uncertain') or r.delivered_at is null
                            else r.state <> 'read' and r.read_at is null end
       returning r.campaign_id into v_campaign;
       if v_campaign is null and p_status = 'failed' then
         update campaigns.recipient r set state = case when p_reason = 'unknown' then 'uncertain' else 'failed' end, reason = p_reason,
                settled_at = now()
          where r.company_id = v_company and r.ask_message_id = p_message and r.state = 'asked'
         returning r.campaign_id into v_campaign;
       end if;
       return v_campaign;
     end $$`,
  ],
};
