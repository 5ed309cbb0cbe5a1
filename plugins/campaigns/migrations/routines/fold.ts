import type { Routine } from '@balcao/sdk/server';

/**
 * Adds up the rows of changes of a campaign. Rows of transactions that are not committed yet are not seen and stay for
 * the next time; two that fold at once take different rows.
 */
export const fold: Routine = {
  name: 'fold',
  sql: [
    `create or replace function campaigns.fold(p_campaign int) returns void language plpgsql as $$
     declare
       v_company int := kernel.current_company();
     begin
       with taken as (
         delete from campaigns.tally t where t.company_id = v_company and t.id in (
           select x.id from campaigns.tally x where x.company_id = v_company and x.campaign_id = p_campaign
            order by x.id for update skip locked)
         returning t.state, t.reason, t.variant, t.amount)
       insert into campaigns.tally (company_id, campaign_id, state, reason, variant, amount)
       select v_company, p_campaign, k.state, k.reason, k.variant, sum(k.amount) from taken k
        group by k.state, k.reason, k.variant having sum(k.amount) <> 0;
       with taken as (
         delete from campaigns.hour t where t.company_id = v_company and t.id in (
           select x.id from campaigns.hour x where x.company_id = v_company and x.campaign_id = p_campaign
            order by x.id for update skip locked)
         returning t.*)
       insert into campaigns.hour (company_id, campaign_id, hour, sent, delivered, read, answered)
       select v_company, p_campaign, k.hour, sum(k.sent), sum(k.delivered), sum(k.read), sum(k.answered) from taken k group by k.hour;
     end $$`,
  ],
};
