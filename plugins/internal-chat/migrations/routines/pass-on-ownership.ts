import type { Routine } from '@balcao/sdk/server';

/** Gives a chat whose owner is deleted to the member who joined first, so that somebody can manage it. */
export const passOnOwnership: Routine = {
  name: 'pass-on-ownership',
  sql: [
    `create or replace function internal_chat.pass_on_ownership() returns trigger language plpgsql as $$
       begin
         update internal_chat.chat c set owner_id = (
             select m.user_id from internal_chat.member m
              where m.company_id = c.company_id and m.chat_id = c.id and m.left_at is null and m.user_id <> old.user_id
              order by m.joined_at, m.user_id limit 1)
          where c.company_id = old.company_id and c.id = old.chat_id
            and (c.owner_id is null or c.owner_id = old.user_id);
         return null;
       end $$`,
    `create or replace trigger pass_on_ownership after delete on internal_chat.member
       for each row execute function internal_chat.pass_on_ownership()`,
  ],
};
