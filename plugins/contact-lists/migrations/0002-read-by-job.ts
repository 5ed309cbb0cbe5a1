import type { Migration } from '@balcao/sdk/server';

export const readByJob: Migration = {
  name: '0002-read-by-job',
  sql: [
    // `reading`: a job reads the file at `path` and judges its rows; `judging`: it judges them under other columns.
    `alter table contact_lists.import drop constraint import_status_check`,
    `alter table contact_lists.import add constraint import_status_check
       check (status in ('reading', 'judging', 'ready', 'running', 'done', 'cancelled', 'failed'))`,
    `alter table contact_lists.import
       add column path text,
       add column mime text,
       add column starts_at_once boolean not null default false`,
  ],
};
