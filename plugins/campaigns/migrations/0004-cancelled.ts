import type { Migration } from '@balcao/sdk/server';

export const cancelled: Migration = {
  name: '0004-cancelled',
  sql: [
    // The person who stopped it last, and the time; null while it is not stopped.
    `alter table campaigns.campaign add cancelled_at timestamptz, add cancelled_by int,
       add foreign key (company_id, cancelled_by) references kernel."user" (company_id, id) on delete set null (cancelled_by)`,
    `create index on campaigns.campaign (company_id, cancelled_by) where cancelled_by is not null`,
  ],
};
