import type { Routine } from '@balcao/sdk/server';

/** Returns the reactions to a message as in `MessageView`. */
export const reactionsJson: Routine = {
  name: 'reactions-json',
  sql: [
    `create or replace function tickets.reactions_json(p_reactions jsonb) returns json language sql stable parallel safe as $$
       select coalesce(json_agg(json_build_object('emoji', r.said ->> 'emoji', 'fromMe', r.said -> 'fromMe', 'name', r.said ->> 'name')
                order by (r.said -> 'at')::numeric, r.author), '[]')
         from (select key as author, value as said from jsonb_each(p_reactions) where value ->> 'emoji' <> ''
                order by (value -> 'at')::numeric desc, key limit 60) r $$`,
  ],
};
