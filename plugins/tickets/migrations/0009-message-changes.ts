import type { Migration } from '@balcao/sdk/server';
import { receiving } from './0009-receiving.ts';

const news = `returns table (ticket_id int, ticket_uuid uuid, message_id bigint, queue_id int, user_id int, ticket json, message json)`;

/** What becomes of a message after it was said: reactions, edits, deletions, from either side. */
export const messageChanges: Migration = {
  name: '0009-message-changes',
  sql: [
    // One a person; what that person did later wins, in whatever order it comes.
    `create function tickets.with_reaction(p_reactions jsonb, p_author text, p_emoji text, p_from_me boolean, p_name text, p_at timestamptz)
       returns jsonb language sql stable parallel safe as $$
       select case when (p_reactions -> p_author -> 'at')::numeric > extract(epoch from p_at) then p_reactions
         else p_reactions || jsonb_build_object(p_author, jsonb_build_object('emoji', p_emoji, 'fromMe', p_from_me, 'name', p_name,
           'at', extract(epoch from p_at))) end $$`,

    // A message changed: its ticket's row follows when it is the last one; ticket is null when the row did not change.
    // A reaction that the row shows, and the words for a deleted message, stay.
    `create or replace function tickets.told(m tickets.message, p_masked boolean) ${news} language plpgsql as $$
     #variable_conflict use_column
     declare t tickets.ticket;
     begin
       update tickets.ticket x
          set last_message_ack = case when m.from_me and x.last_message_type <> 'reaction' then m.ack end,
              last_message = case when m.is_deleted or x.last_message_type = 'reaction' then x.last_message
                else tickets.preview(m.body, m.media_name) end,
              last_message_type = case when m.is_deleted or x.last_message_type = 'reaction' then x.last_message_type
                else tickets.kind_of(m) end
        where x.company_id = m.company_id and x.id = m.ticket_id and x.last_message_id = m.id returning * into t;
       if found then
         return query select t.id, t.uuid, m.id, t.queue_id, t.user_id, tickets.show(t, p_masked), tickets.show(m, p_masked);
       else
         return query select x.id, x.uuid, m.id, x.queue_id, x.user_id, null::json, tickets.show(m, p_masked) from tickets.ticket x
           where x.company_id = m.company_id and x.id = m.ticket_id;
       end if;
     end $$`,

    // The row shows the newest message again: after a deletion, and when the reaction it showed was taken back.
    `create function tickets.show_last(p_ticket int, p_deleted text) returns void language sql volatile as $$
       update tickets.ticket x
          set last_message_id = n.id, last_message_ack = case when n.from_me then n.ack end,
              last_message = case when n.is_deleted then p_deleted else tickets.preview(n.body, n.media_name) end,
              last_message_type = case when n.is_deleted then 'deleted' else n.kind end
         from (select m.id, m.from_me, m.ack, m.is_deleted, m.body, m.media_name, tickets.kind_of(m) as kind from tickets.message m
                where m.company_id = kernel.current_company() and m.ticket_id = p_ticket and not m.only_internal
                order by m.sent_at desc, m.id desc limit 1) n
        where x.company_id = kernel.current_company() and x.id = p_ticket $$`,

    `create function tickets.told_anew(m tickets.message, p_deleted text, p_masked boolean) ${news} language plpgsql as $$
     #variable_conflict use_column
     begin
       perform tickets.show_last(m.ticket_id, p_deleted) from tickets.ticket x
         where x.company_id = m.company_id and x.id = m.ticket_id and (x.last_message_id = m.id or x.last_message_type = 'reaction');
       if not found then return query select * from tickets.told(m, p_masked); return; end if;
       return query select x.id, x.uuid, m.id, x.queue_id, x.user_id, tickets.show(x, p_masked), tickets.show(m, p_masked)
         from tickets.ticket x where x.company_id = m.company_id and x.id = m.ticket_id;
     end $$`,

    // The turn of everything that is told of one message of the provider: nothing slips between looking for it and keeping
    // what came too early.
    `create function tickets.take_message_turn(p_connection int, p_external text) returns void language sql volatile as $$
       select pg_advisory_xact_lock(hashtextextended('receipt ' || kernel.current_company() || ' ' || p_connection || ' ' || p_external, 0)) $$`,

    `create function tickets.keep_early(p_connection int, p_external text, p_kind text, p_author text, p_value text, p_from_me boolean,
         p_name text, p_at timestamptz) returns void language plpgsql as $$
     begin
       insert into tickets.early_change as e (company_id, whatsapp_id, external_id, kind, author, value, from_me, name, at)
       values (kernel.current_company(), p_connection, p_external, p_kind, p_author, p_value, p_from_me, p_name, p_at)
       on conflict (company_id, whatsapp_id, external_id, kind, author)
       do update set value = excluded.value, from_me = excluded.from_me, name = excluded.name, at = excluded.at
         where e.at <= excluded.at;
       if random() < 0.01 then
         delete from tickets.early_change x where x.company_id = kernel.current_company() and x.created_at < now() - interval '1 day';
       end if;
     end $$`,

    // The message that changes were kept for is there. Its turn must have been taken.
    `create function tickets.apply_early(m tickets.message) returns tickets.message language plpgsql as $$
     declare e tickets.early_change;
     begin
       for e in delete from tickets.early_change x
                 where x.company_id = m.company_id and x.whatsapp_id = m.whatsapp_id and x.external_id = m.external_id returning x.*
       loop
         update tickets.message x
            set reactions = case when e.kind = 'reaction'
                  then tickets.with_reaction(x.reactions, e.author, e.value, e.from_me, e.name, e.at) else x.reactions end,
                body = case when e.kind = 'edit' then e.value else x.body end,
                edited_at = case when e.kind = 'edit' then e.at else x.edited_at end,
                is_deleted = x.is_deleted or e.kind = 'delete'
          where x.company_id = m.company_id and x.id = m.id returning x.* into m;
       end loop;
       return m;
     end $$`,

    // Heard from the channel. p_shown is the list's line for a reaction, {{text}} standing for what was reacted to; null: none.
    `create function tickets.hear_reaction(p_connection int, p_external text, p_author text, p_emoji text, p_from_me boolean, p_name text,
         p_at timestamptz, p_shown text, p_deleted text, p_masked boolean) ${news} language plpgsql as $$
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
         perform tickets.keep_early(p_connection, p_external, 'reaction', p_author, p_emoji, p_from_me, p_name, p_at);
         return;
       end if;
       v_reactions := tickets.with_reaction(m.reactions, p_author, p_emoji, p_from_me, p_name, p_at);
       if m.is_deleted or v_reactions = m.reactions
         or coalesce(m.reactions -> p_author ->> 'emoji', '') = p_emoji and p_emoji = '' then return; end if;
       update tickets.message x set reactions = v_reactions where x.company_id = v_company and x.id = m.id returning x.* into m;
       if p_shown is null then
         return query select * from tickets.told(m, p_masked);
       elsif p_emoji = '' then
         return query select * from tickets.told_anew(m, p_deleted, p_masked);
       else
         update tickets.ticket x
            set last_message = left(replace(p_shown, '{{text}}', left(tickets.preview(m.body, m.media_name), 80)), 500),
                last_message_type = 'reaction', last_message_ack = null
          where x.company_id = v_company and x.id = m.ticket_id returning x.* into t;
         return query select t.id, t.uuid, m.id, t.queue_id, t.user_id, tickets.show(t, p_masked), tickets.show(m, p_masked);
       end if;
     end $$`,

    // A message of ours comes back with the author's name in front when the company signs: that is no change.
    `create function tickets.hear_edit(p_connection int, p_external text, p_body text, p_at timestamptz, p_masked boolean) ${news}
       language plpgsql as $$
     #variable_conflict use_column
     declare
       v_company int := kernel.current_company();
       m tickets.message;
     begin
       perform tickets.take_message_turn(p_connection, p_external);
       select x.* into m from tickets.message x
        where x.company_id = v_company and x.whatsapp_id = p_connection and x.external_id = p_external for update;
       if not found then
         perform tickets.keep_early(p_connection, p_external, 'edit', '', p_body, false, null, p_at);
         return;
       end if;
       if m.is_deleted or m.edited_at >= p_at or (m.body = p_body and m.edited_at is not null)
         or (p_body = '' and m.media_type is null)
         or (m.from_me and m.user_id is not null and p_body like '*%:*%' and right(p_body, length(m.body) + 1) = E'\\n' || m.body)
       then return; end if;
       update tickets.message x set body = p_body, edited_at = p_at, undo = x.undo - 'edit'
        where x.company_id = v_company and x.id = m.id returning x.* into m;
       return query select * from tickets.told(m, p_masked);
     end $$`,

    `create function tickets.hear_deletion(p_connection int, p_external text, p_deleted text, p_masked boolean) ${news} language plpgsql as $$
     #variable_conflict use_column
     declare
       v_company int := kernel.current_company();
       m tickets.message;
     begin
       perform tickets.take_message_turn(p_connection, p_external);
       update tickets.message x set is_deleted = true, undo = x.undo - 'delete'
        where x.company_id = v_company and x.whatsapp_id = p_connection and x.external_id = p_external and not x.is_deleted
       returning x.* into m;
       if found then return query select * from tickets.told_anew(m, p_deleted, p_masked); return; end if;
       perform 1 from tickets.message x where x.company_id = v_company and x.whatsapp_id = p_connection and x.external_id = p_external;
       if not found then perform tickets.keep_early(p_connection, p_external, 'delete', '', '', false, null, clock_timestamp()); end if;
     end $$`,

    // A change of ours: shown at once, told to the channel after. undo keeps what both sides agreed on last.
    `create function tickets.change_own(p_message bigint, p_kind text, p_value text, p_name text, p_deleted text, p_masked boolean) ${news}
       language plpgsql as $$
     #variable_conflict use_column
     declare
       v_company int := kernel.current_company();
       m tickets.message;
     begin
       select x.* into m from tickets.message x where x.company_id = v_company and x.id = p_message for update;
       if not found then return; end if;
       if not m.only_internal and not jsonb_exists(m.undo, p_kind) then
         m.undo := m.undo || jsonb_build_object(p_kind, case p_kind
           when 'reaction' then coalesce(m.reactions -> 'us', '{}')
           when 'edit' then jsonb_build_object('body', m.body, 'editedAt', m.edited_at)
           else '{}' end);
       end if;
       update tickets.message x
          set undo = m.undo,
              reactions = case when p_kind = 'reaction'
                then tickets.with_reaction(x.reactions, 'us', p_value, true, p_name, clock_timestamp()) else x.reactions end,
              body = case when p_kind = 'edit' then p_value else x.body end,
              edited_at = case when p_kind = 'edit' then clock_timestamp() else x.edited_at end,
              is_deleted = x.is_deleted or p_kind = 'delete'
        where x.company_id = v_company and x.id = m.id returning x.* into m;
       if not m.only_internal then
         perform kernel.emit('tickets.message.changed', 'ticket:' || m.ticket_id,
           jsonb_build_object('ticketId', m.ticket_id, 'messageId', m.id, 'change', p_kind));
       end if;
       if p_kind = 'delete' then return query select * from tickets.told_anew(m, p_deleted, p_masked);
       else return query select * from tickets.told(m, p_masked); end if;
     end $$`,

    // The channel took it. Changed once more meanwhile: this is what both sides agree on now, and another telling follows.
    `create function tickets.settle_own(p_message bigint, p_kind text, p_told text) returns void language sql volatile as $$
       update tickets.message x
          set undo = case
            when p_kind = 'edit' and x.body <> p_told then
              jsonb_set(x.undo, '{edit}', jsonb_build_object('body', p_told, 'editedAt', x.edited_at))
            when p_kind = 'reaction' and x.reactions -> 'us' ->> 'emoji' <> p_told then
              jsonb_set(x.undo, '{reaction}', (x.reactions -> 'us') || jsonb_build_object('emoji', p_told))
            else x.undo - p_kind end
        where x.company_id = kernel.current_company() and x.id = p_message and jsonb_exists(x.undo, p_kind) $$`,

    // The channel did not take it: the message is again what the customer sees.
    `create function tickets.undo_own(p_message bigint, p_kind text, p_deleted text, p_masked boolean) ${news} language plpgsql as $$
     #variable_conflict use_column
     declare m tickets.message;
     begin
       update tickets.message x
          set undo = x.undo - p_kind,
              reactions = case when p_kind <> 'reaction' then x.reactions
                when x.undo -> 'reaction' = '{}' then x.reactions - 'us'
                else x.reactions || jsonb_build_object('us', x.undo -> 'reaction') end,
              body = case when p_kind = 'edit' then x.undo -> 'edit' ->> 'body' else x.body end,
              edited_at = case when p_kind = 'edit' then (x.undo -> 'edit' ->> 'editedAt')::timestamptz else x.edited_at end,
              is_deleted = x.is_deleted and p_kind <> 'delete'
        where x.company_id = kernel.current_company() and x.id = p_message and jsonb_exists(x.undo, p_kind) returning x.* into m;
       if not found then return; end if;
       if p_kind = 'delete' then return query select * from tickets.told_anew(m, p_deleted, p_masked);
       else return query select * from tickets.told(m, p_masked); end if;
     end $$`,

    `create or replace function tickets.mark_sent(p_message bigint, p_external text, p_masked boolean) ${news} language plpgsql as $$
     #variable_conflict use_column
     declare
       v_company int := kernel.current_company();
       v_connection int;
       v_ack smallint;
       v_reason text;
       m tickets.message;
     begin
       select x.whatsapp_id into v_connection from tickets.message x where x.company_id = v_company and x.id = p_message;
       perform tickets.take_message_turn(v_connection, p_external);
       delete from tickets.early_ack e where e.company_id = v_company and e.whatsapp_id = v_connection and e.external_id = p_external
         returning e.ack, e.failure_reason into v_ack, v_reason;
       -- An echo that could not be told from a message of the telephone was stored as one: this is it.
       delete from tickets.message x where x.company_id = v_company and x.whatsapp_id = v_connection and x.external_id = p_external
         and x.from_me and x.id <> p_message;
       update tickets.message x
          set external_id = p_external, ack = greatest(x.ack, 1, v_ack), failure = case when v_reason is not null then 'refused' end,
              failure_reason = v_reason
        where x.company_id = v_company and x.id = p_message
       returning x.* into m;
       if found then return query select * from tickets.told(tickets.apply_early(m), p_masked); end if;
     end $$`,

    ...receiving,
  ],
};
