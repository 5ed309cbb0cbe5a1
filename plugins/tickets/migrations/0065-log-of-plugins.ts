import type { Migration } from '@balcao/sdk/server';

/** What plugins write into the log of a conversation: their types have a dot. */
export const logOfPlugins: Migration = {
  name: '0065-log-of-plugins',
  sql: [
    `alter table tickets.log add column data jsonb, drop constraint log_type_check`,
    `alter table tickets.log add constraint log_type_check check (type ~ '^[a-z][a-z0-9-]*[.]' or (data is null and
       type in ('create', 'chatBot', 'queue', 'open', 'access', 'transfered', 'receivedTransfer', 'pending', 'closed', 'reopen', 'redirect')))`,
  ],
};
