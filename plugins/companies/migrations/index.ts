import type { Migration } from '@balcao/sdk/server';

export const migrations: Migration[] = [
  {
    name: '0001-hours',
    sql: [
      // One row a company, made when somebody first writes its hours down.
      `create table companies.hours (
         company_id int primary key default kernel.current_company() references kernel.company (id) on delete cascade,
         schedules jsonb not null default '[]')`,
    ],
  },
];
