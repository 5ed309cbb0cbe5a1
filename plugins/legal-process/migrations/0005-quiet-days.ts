import type { Migration } from '@balcao/sdk/server';

export const quietDays: Migration = {
  name: '0005-quiet-days',
  sql: [
    // By kind of step. origins: the source whose steps are stored; another source names the same ones otherwise.
    // quiet: the day in Brasília until which steps are no news, because they were known from another source; absent: there is none.
    `alter table legal_process.legal_case add column origins jsonb not null default '{}', add column quiet jsonb not null default '{}'`,
    `update legal_process.legal_case set origins = jsonb_build_object('movement', source) where source <> ''`,
    `alter table legal_process.legal_case drop column source`,
  ],
};
