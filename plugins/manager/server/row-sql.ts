import { sql, type Scope, type Sql } from '@balcao/sdk/server';
import { contacts } from '@balcao/contacts/contract';

const iso = (time: Sql): Sql => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** JSON of a `PanelRow`, for a conversation `t` with what `aroundTicket` joins. */
export const rowJson = (scope: Scope): Sql => {
  const masked = scope.use(contacts).masksNumbers('reader');
  return sql`json_build_object('id', t.id, 'uuid', t.uuid, 'status', t.status, 'channel', t.channel,
    'unreadMessages', t.unread, 'lastMessage', t.last_message, 'lastMessageType', t.last_message_type,
    'updatedAt', ${iso(sql`t.updated_at`)}, 'waitingSince', ${iso(sql`t.waiting_since`)}, 'isGroup', t.is_group,
    'queueId', t.queue_id, 'userId', t.user_id, 'chatbot', t.automatic_by is not distinct from 'menu',
    'queue', case when q.id is not null then json_build_object('id', q.id, 'name', q.name, 'color', q.color) end,
    'contact', json_build_object('name', contacts.visible(c.name, c.number, ${masked}), 'profilePicUrl', c.profile_pic_url),
    'whatsapp', json_build_object('name', coalesce(w.name, '')))`;
};

export const aroundTicket = sql`
  join contacts.public_contact c on c.company_id = t.company_id and c.id = t.contact_id
  left join queues.public_queue q on q.company_id = t.company_id and q.id = t.queue_id
  left join connections.public_connection w on w.company_id = t.company_id and w.id = t.connection_id`;

export const isoTime = iso;
