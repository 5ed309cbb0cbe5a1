import type { Migration } from '@balcao/sdk/server';

/** A message may have several files: the first stands in the columns it always had, the others beside it. */
export const severalFiles: Migration = {
  name: '0061-several-files',
  sql: [
    // [{ type, path, name, mime, size }], those after the first; null: there are none.
    'alter table tickets.message add column files jsonb',
    `create function tickets.file_names(p_files jsonb) returns text language sql immutable strict parallel safe as $$
       select string_agg(f ->> 'name', ' ' order by place) from jsonb_array_elements(p_files) with ordinality x (f, place) $$`,
    // Found by the names of all of them. Older servers cannot change the expression of a column that is there.
    `alter table tickets.message
       drop column search_text,
       add column search_text text not null generated always as (kernel.normalise(case when is_deleted then '' else
         body || ' ' || coalesce(media_name, '') || coalesce(' ' || tickets.file_names(files), '') end)) stored`,
    `create index message_search on tickets.message using gin (company_id, ticket_id, search_text public.gin_trgm_ops)
       with (gin_pending_list_limit = 256)`,
    `create index message_words on tickets.message using gin (tickets.message_words(company_id, id, search_text))
       with (gin_pending_list_limit = 256)`,
    // For the gallery: a document that came behind a picture.
    `create index message_files on tickets.message (company_id, ticket_id, sent_at desc, id desc)
       where files is not null and not is_deleted`,
  ],
};
