import type { Routine } from '@balcao/sdk/server';
import { changedRows } from './changed-rows.ts';

/**
 * Applies a reaction that the channel reports. p_shown is the text that the list shows for it, {{text}} standing for
 * the message that was reacted to; null: the list does not show it.
 */
export const receiveReaction: Routine = {
  name: 'receive-reaction',
  sql: [
    `create or replace function tickets.receive_reaction(p_connection int, p_external text, p_author text, p_emoji text, p_from_me boolean, p_name text,
         p_at timestamptz, p_shown text, p_deleted text, p_masked boolean) ${changedRows} language plpgsql as $$
     #variable_conflict use_column
     declare
       v_company int := kernel.current_company();
       v_reactions jsonb;
       t tickets.ticket;
       m tickets.message;
     begin
       perform tickets.take_message_turn(p_connection, p_external);
       select x.* into m from tickets.message x
        where x.company_id = v_company and x.whatsapp_id = p_connection and x.external_id = p_external for update;
       if not found then
         perform tickets.store_early(p_connection, p_external, 'reaction', p_author, p_emoji, p_from_me, p_name, p_at);
         return;
       end if;
       v_reactions := tickets.with_reaction(m.reactions, p_author, p_emoji, p_from_me, p_name, p_at);
       if m.is_deleted or v_reactions = m.reactions
         or coalesce(m.reactions -> p_author ->> 'emoji', '') = p_emoji and p_emoji = '' then return; end if;
       update tickets.message x set reactions = v_reactions where x.company_id = v_company and x.id = m.id returning x.* into m;
       if p_shown is null then
         return query select * from tickets.sync_last_message(m, p_masked);
       elsif p_emoji = '' then
         return query select * from tickets.recompute_last_message(m, p_deleted, p_masked);
       else
         update tickets.ticket x
            set last_message = left(replace(p_shown, '{{text}}', left(tickets.preview(m.body, m.media_name), 80)), 500),
                last_message_type = 'reaction', last_message_ack = null
          where x.company_id = v_company and x.id = m.ticket_id returning x.* into t;
         return query select t.id, t.uuid, m.id, t.queue_id, t.user_id, tickets.ticket_view(t, p_masked), tickets.message_view(m, p_masked);
       end if;
     end $$`,
  ],
};
