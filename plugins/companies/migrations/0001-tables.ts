import type { Migration } from '@balcao/sdk/server';

export const tables: Migration = {
  name: '0001-tables',
  sql: [
    // One row a company, made when somebody first writes its hours down.
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

    // What the platform knows of a company besides its name; nothing that the company itself is shown.
    `create table companies.detail (
       company_id int primary key default kernel.current_company() references kernel.company (id) on delete cascade,
       obs text not null default '',
       origin text not null default '',
       cpf_cnpj text not null default '')`,
  ],
};
