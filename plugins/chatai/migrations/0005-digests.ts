import type { Migration } from '@balcao/sdk/server';

export const digests: Migration = {
  name: '0005-digests',
  sql: [
    // The summary of what no longer fits the model's window: all messages up to this one.
    `alter table chatai.chat add column digest text not null default '', add column digest_upto int not null default 0`,
  ],
};
