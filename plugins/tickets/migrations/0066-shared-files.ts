import type { Migration } from '@balcao/sdk/server';

/** Messages may refer to a file that is somebody else's, as many others do. */
export const sharedFiles: Migration = {
  name: '0066-shared-files',
  sql: [
    `alter table tickets.message add column shares_file boolean not null default false`,
    `create index message_shared_file on tickets.message (company_id, media_path) where shares_file`,
  ],
};
