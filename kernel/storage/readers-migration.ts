import type { Migration } from '@balcao/sdk/server';

/** Files that only people who may join a room can fetch. */
export const fileReadersMigration: Migration = {
  name: '0021-file-readers',
  // readers: the room and its parameters; null: everybody of the company.
  sql: ['alter table kernel.file add column readers jsonb'],
};
