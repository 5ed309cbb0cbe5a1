import type { Migration } from '@balcao/sdk/server';

export const keptAnswers: Migration = {
  name: '0004-kept-answers',
  sql: [
    // kept_from: steps and sessions without answers of earlier days are deleted, and only their counts are left.
    `alter table flows.rolled_up add column kept_from date`,
    `create index session_ended on flows.session (company_id, ended_at) where ended_at is not null`,
  ],
};
