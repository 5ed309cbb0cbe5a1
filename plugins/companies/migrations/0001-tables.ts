import type { Migration } from '@balcao/sdk/server';

export const tables: Migration = {
  name: '0001-tables',
  sql: [
    // One row per company, created when its hours are first saved.
    `create table companies.hours (
       company_id int primary key default kernel.current_company() references kernel.company (id) on delete cascade,
       schedules jsonb not null default '[]')`,

    `create table companies.holiday (
       company_id int not null default kernel.current_company() references kernel.company (id) on delete cascade,
       day date not null,
       name text not null,
       start_time text not null default '',
       end_time text not null default '',
       primary key (company_id, day))`,

    // The platform's data about a company besides its name; none of it is shown to the company.
    `create table companies.detail (
       company_id int primary key default kernel.current_company() references kernel.company (id) on delete cascade,
       obs text not null default '',
       origin text not null default '',
       cpf_cnpj text not null default '')`,
  ],
};
