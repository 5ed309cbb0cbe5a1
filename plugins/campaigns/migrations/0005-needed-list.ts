import type { Migration } from '@balcao/sdk/server';

export const neededList: Migration = {
  name: '0005-needed-list',
  sql: [
    // The list until its people are written down: it cannot be deleted meanwhile, because without a list a campaign is for
    // all contacts. Afterwards only `contact_list_id` refers to it, which a deletion empties.
    `alter table campaigns.campaign add needed_list_id int,
       add foreign key (company_id, needed_list_id) references contact_lists.contact_list (company_id, id)`,
    `update campaigns.campaign set needed_list_id = contact_list_id where frozen_at is null`,
    `create index on campaigns.campaign (company_id, needed_list_id) where needed_list_id is not null`,
  ],
};
