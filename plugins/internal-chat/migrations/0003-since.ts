import type { Migration } from '@balcao/sdk/server';

export const since: Migration = {
  name: '0003-since',
  sql: [
    // Position at which the membership began, whether the person may read what came before or not: nobody has seen a
    // message by joining after it.
    `alter table internal_chat.member add column since_seq bigint not null default 0`,
    `update internal_chat.member m set since_seq = coalesce((
       select max(n.seq) from internal_chat.message n
        where n.company_id = m.company_id and n.chat_id = m.chat_id and n.created_at < m.joined_at), 0)`,
  ],
};
