import type { Routine } from '@balcao/sdk/server';

/** Returns the files of a message with several: the first, as it is shown, and those of `tickets.message.files`. */
export const filesJson: Routine = {
  name: 'files-json',
  sql: [
    `create or replace function tickets.files_json(p_first json, p_files jsonb) returns json
       language sql stable parallel safe as $$
       select json_agg(x.file order by x.place) from (
         select p_first as file, 0::bigint as place
         union all
         select json_build_object('url', '/public/' || (f ->> 'path'), 'type', f ->> 'type', 'name', f ->> 'name',
                  'size', (f -> 'size')::bigint, 'mime', f ->> 'mime'), place
           from jsonb_array_elements(p_files) with ordinality r (f, place)) x $$`,
  ],
};
