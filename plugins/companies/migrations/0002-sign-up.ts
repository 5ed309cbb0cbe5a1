import type { Migration } from '@balcao/sdk/server';

export const signUps: Migration = {
  name: '0002-sign-up',
  sql: [
    // The choices of a visitor for a company that is not initialised yet; removed in the transaction that initialises it.
    `create table companies.sign_up (
       company_id int primary key default kernel.current_company() references kernel.company (id) on delete cascade,
       chosen jsonb not null)`,
  ],
};
