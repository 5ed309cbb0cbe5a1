import type { Migration } from '@balcao/sdk/server';

/** Until when a customer may be answered freely, where not only their last message decides. */
export const replyWindow: Migration = {
  name: '0063-reply-window',
  sql: [
    // open_until: something else than a message opened it. refused_at: the provider found it closed, when it was asked;
    // what the customer wrote before no longer counts. The other one: for people, where they may write for longer.
    `create table tickets.reply_window (
       company_id int not null default kernel.current_company(),
       contact_id int not null,
       connection_id int not null,
       open_until timestamptz,
       refused_at timestamptz,
       person_refused_at timestamptz,
       primary key (company_id, contact_id, connection_id),
       foreign key (company_id, contact_id) references contacts.contact (company_id, id) on delete cascade,
       foreign key (company_id, connection_id) references connections.connection (company_id, id) on delete cascade)`,
    `create index on tickets.reply_window (company_id, connection_id)`,
  ],
};
