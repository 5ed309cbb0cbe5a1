import type { Migration } from '@balcao/sdk/server';

export const plainWordsTable: Migration = {
  name: '0002-plain-words',
  sql: [
    // The company's own words for a movement of the national table, in place of the usual ones.
    `create table legal_process.plain_words (
       company_id int not null default kernel.current_company() references kernel.company (id) on delete cascade,
       code int not null,
       words text not null check (words <> ''),
       primary key (company_id, code))`,
  ],
};
