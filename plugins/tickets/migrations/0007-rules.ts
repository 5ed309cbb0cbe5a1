import type { Migration } from '@balcao/sdk/server';
import { beginConversation } from './0007-begin-conversation.ts';
import { ratings } from './0007-ratings.ts';

/** What the company does by itself: menu of departments, hours, inactivity, ratings. */
export const rules: Migration = {
  name: '0007-rules',
  sql: [
    // routing: `new` until it was offered to automations, `menu` while the customer is to choose a department, `done` when
    // it is settled or a person had a hand in it. automatic_by: who answers by itself, `menu` or the id of an automation.
    // quiet_since and reminded_at: a reminder is a message too, and must not count as the end of the silence it ends.
    // quiet_kind: 0 the customer wrote last, 1 the company did, 2 the company reminded since.
    `alter table tickets.ticket
       add column routing text not null default 'done' check (routing in ('new', 'menu', 'done')),
       add column automatic_by text,
       add column reminded_at timestamptz,
       add column quiet_since timestamptz,
       add column quiet_at timestamptz generated always as
         (case when reminded_at = updated_at then quiet_since else updated_at end) stored,
       add column quiet_kind smallint not null generated always as
         (case when last_message_ack is null then 0 when reminded_at = updated_at then 2 else 1 end) stored`,
    `create index ticket_quiet on tickets.ticket (company_id, whatsapp_id, quiet_kind, quiet_at)
      where status = 'open' and not is_group`,

    // Beside the ticket, because most have none of it. The menu is kept as it was shown: numbers mean what was read.
    `create table tickets.automatic (
       company_id int not null default kernel.current_company(),
       ticket_id int not null,
       menu_queue_ids int[] not null default '{}',
       menu_message_id bigint,
       menu_shown smallint not null default 0,
       menu_shown_at timestamptz,
       redirect_at timestamptz,
       out_of_hours_at timestamptz,
       said smallint not null default 0,
       said_since timestamptz not null default now(),
       primary key (company_id, ticket_id),
       foreign key (company_id, ticket_id) references tickets.ticket (company_id, id) on delete cascade
     )`,
    `create index automatic_redirect on tickets.automatic (company_id, redirect_at) where redirect_at is not null`,

    `create or replace function tickets.ticket_json(t tickets.ticket, masked boolean, c_name text, c_number text, c_picture text, c_email text,
         q_name text, q_color text, u_name text, w_name text, w_status text) returns json
       language sql stable parallel safe as $$
       select json_build_object(
         'id', t.id, 'uuid', t.uuid, 'status', t.status, 'channel', t.channel, 'unreadMessages', t.unread,
         'lastMessage', t.last_message, 'lastMessageAck', t.last_message_ack, 'lastMessageType', t.last_message_type,
         'updatedAt', tickets.iso(t.updated_at), 'createdAt', tickets.iso(t.created_at), 'isGroup', t.is_group,
         'queueId', t.queue_id, 'userId', t.user_id, 'whatsappId', coalesce(t.whatsapp_id, 0), 'contactId', t.contact_id,
         'contact', json_build_object('id', t.contact_id, 'name', contacts.visible(c_name, c_number, masked),
           'number', contacts.visible(c_number, c_number, masked), 'profilePicUrl', c_picture, 'email', c_email),
         'queue', case when q_name is not null then json_build_object('id', t.queue_id, 'name', q_name, 'color', q_color) end,
         'user', case when u_name is not null then json_build_object('id', t.user_id, 'name', u_name) end,
         'whatsapp', json_build_object('id', coalesce(t.whatsapp_id, 0), 'name', coalesce(w_name, ''), 'status', coalesce(w_status, 'DISCONNECTED')),
         'isAutomaticService', t.automatic_by is not null, 'tags', '[]'::json, 'extra', '{}'::json) $$`,

    beginConversation,
    ...ratings,
  ],
};
