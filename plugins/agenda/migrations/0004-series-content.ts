import type { Migration } from '@balcao/sdk/server';

export const seriesContent: Migration = {
  name: '0004-series-content',
  sql: [
    // Contact, person and file of the messages, before one of them alone is changed.
    // written_until: the time of the last message that was written down, deleted since or not.
    `alter table agenda.series
       add column contact_id int,
       add column user_id int,
       add column media_path text, add column media_name text, add column media_mime text, add column media_size int,
       add column written_until timestamptz,
       add foreign key (company_id, contact_id) references contacts.contact (company_id, id) on delete set null (contact_id),
       add foreign key (company_id, user_id) references kernel."user" (company_id, id) on delete set null (user_id)`,
    `create index series_of_contact on agenda.series (company_id, contact_id)`,
    `create index series_of_user on agenda.series (company_id, user_id)`,
    `create index series_of_file on agenda.series (company_id, media_path) where media_path is not null`,
  ],
};
