import type { Migration } from '@balcao/sdk/server';

export const shared: Migration = {
  name: '0002-shared',
  sql: [
    // Files and conversations with customers that were shared in a chat, newest first.
    `create index message_shared on internal_chat.message (company_id, chat_id, seq)
       where (media_path is not null or ticket_id is not null) and deleted_at is null`,
  ],
};
