import type { Migration } from '@balcao/sdk/server';

export const paceAndLeaving: Migration = {
  name: '0002-pace-and-leaving',
  sql: [
    // pace: messageInterval, longerIntervalAfter, greaterInterval of this campaign; null: the company's.
    `alter table campaigns.campaign add column pace jsonb check (pace is null or jsonb_typeof(pace) = 'object')`,
    // gap: seconds after the message that was released last. is_on_the_way: it has not left yet, and the gap begins then.
    `alter table campaigns.pace
       add column gap double precision not null default 0,
       add column is_on_the_way boolean not null default false`,
    // The person opted out after this campaign had reached them.
    `alter table campaigns.recipient add column opted_out_at timestamptz`,
    `create index recipient_left on campaigns.recipient (company_id, campaign_id, position) where opted_out_at is not null`,
  ],
};
