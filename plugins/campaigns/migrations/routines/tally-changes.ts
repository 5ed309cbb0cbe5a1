import type { Routine } from '@balcao/sdk/server';

const grouped = (rows: string): string =>
  `select r.company_id, r.campaign_id, r.state, r.reason, r.variant, sum(r.amount)::int from (${rows}) r
    group by 1, 2, 3, 4, 5 having sum(r.amount) <> 0`;
const row = (table: string, amount: number): string =>
  `select company_id, campaign_id, state, case when state in ('skipped', 'failed') then coalesce(reason, '') else '' end as reason, variant,
          ${amount} as amount from ${table}`;

/** Adds the changes of each statement to the numbers of the campaign and of the hour, as rows of their own. */
export const tallyChanges: Routine = {
  name: 'tally-changes',
  sql: [
    `create or replace function campaigns.tally_inserted() returns trigger language plpgsql as $$
     begin
       insert into campaigns.tally (company_id, campaign_id, state, reason, variant, amount) ${grouped(row('added', 1))};
       return null;
     end $$`,
    `create or replace function campaigns.tally_updated() returns trigger language plpgsql as $$
     begin
       insert into campaigns.tally (company_id, campaign_id, state, reason, variant, amount)
         ${grouped(`${row('former', -1)} union all ${row('later', 1)}`)};
       insert into campaigns.hour (company_id, campaign_id, hour, sent, delivered, read, answered)
       select h.company_id, h.campaign_id, date_trunc('hour', h.at), count(*) filter (where h.what = 's'),
              count(*) filter (where h.what = 'd'), count(*) filter (where h.what = 'r'), count(*) filter (where h.what = 'a')
         from former f join later l on l.company_id = f.company_id and l.id = f.id,
              lateral (values (l.company_id, l.campaign_id, 's', case when f.sent_at is null then l.sent_at end),
                              (l.company_id, l.campaign_id, 'd', case when f.delivered_at is null then l.delivered_at end),
                              (l.company_id, l.campaign_id, 'r', case when f.read_at is null then l.read_at end),
                              (l.company_id, l.campaign_id, 'a', case when f.answered_at is null then l.answered_at end))
                h (company_id, campaign_id, what, at)
        where h.at is not null group by 1, 2, 3;
       return null;
     end $$`,
    `create or replace trigger tally_inserted after insert on campaigns.recipient
       referencing new table as added for each statement execute function campaigns.tally_inserted()`,
    `create or replace trigger tally_updated after update on campaigns.recipient
       referencing old table as former new table as later for each statement execute function campaigns.tally_updated()`,
  ],
};
