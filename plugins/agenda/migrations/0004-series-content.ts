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
    // Series that run already go on with what their last message has.
    `update agenda.series s
        set contact_id = m.contact_id, user_id = m.user_id, media_path = m.media_path, media_name = m.media_name,
            media_mime = m.media_mime, media_size = m.media_size, written_until = m.original_at
       from (select distinct on (company_id, series_id) * from agenda.schedule
              where series_id is not null and original_at is not null
              order by company_id, series_id, original_at desc) m
      where m.company_id = s.company_id and m.series_id = s.id`,
    `create index series_of_contact on agenda.series (company_id, contact_id)`,
    `create index series_of_user on agenda.series (company_id, user_id)`,
    `create index series_of_file on agenda.series (company_id, media_path) where media_path is not null`,
  ],
};
