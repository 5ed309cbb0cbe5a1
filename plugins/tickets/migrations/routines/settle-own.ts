import type { Routine } from '@balcao/sdk/server';

/**
 * Stores that the channel accepted a change of ours. If the message was changed again meanwhile, this is the state that
 * both sides have now, and the channel receives the next change afterwards.
 */
export const settleOwn: Routine = {
  name: 'settle-own',
  sql: [
    `create or replace function tickets.settle_own(p_message bigint, p_kind text, p_told text) returns void language sql volatile as $$
       update tickets.message x
          set undo = case
            when p_kind = 'edit' and x.body <> p_told then
              jsonb_set(x.undo, '{edit}', jsonb_build_object('body', p_told, 'editedAt', x.edited_at))
            when p_kind = 'reaction' and x.reactions -> 'us' ->> 'emoji' <> p_told then
              jsonb_set(x.undo, '{reaction}', (x.reactions -> 'us') || jsonb_build_object('emoji', p_told))
            else x.undo - p_kind end
        where x.company_id = kernel.current_company() and x.id = p_message and jsonb_exists(x.undo, p_kind) $$`,
  ],
};
