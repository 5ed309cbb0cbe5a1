import type { Migration } from '@balcao/sdk/server';

export const removedItem: Migration = {
  name: '0003-removed-item',
  sql: [
    // People who were removed from lists, for a while: so that whoever sees only masked numbers can undo it too.
    `create table contact_lists.removed_item (
       id int not null,
       company_id int not null default kernel.current_company(),
       contact_list_id int not null,
       name text not null,
       number text not null,
       number_key text not null generated always as (contacts.number_key(number)) stored,
       email text not null,
       is_whatsapp_valid boolean,
       address text,
       variables jsonb not null,
       created_at timestamptz not null,
       removed_at timestamptz not null default now(),
       primary key (company_id, id),
       foreign key (company_id, contact_list_id) references contact_lists.contact_list (company_id, id) on delete cascade
     )`,
    // An erasure; the deletion of a list.
    `create index removed_item_number on contact_lists.removed_item (company_id, number_key)`,
    `create index removed_item_list on contact_lists.removed_item (company_id, contact_list_id)`,
  ],
};
