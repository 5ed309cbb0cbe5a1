import { sql, type Sql } from '@balcao/sdk/server';
import { notifications } from '@balcao/notifications/contract';
import type { ChatMessageView } from '../contract.ts';
import type { OwnChat, SignedIn } from './access.ts';
import { isUnread } from './chat/chat-view.ts';

/** Groups with more members notify of the first unread message only, until it is read. */
const smallGroup = 20;

export const noticeTag = (chatId: number): string => `chat:${chatId}`;

/** Replaces mentions in a text by the names of the people. */
export const spoken = (message: Pick<ChatMessageView, 'message' | 'mentions'>, all: string): string =>
  message.message.replaceAll(/@\[(\d{1,9})\]/g, (_whole, id: string) =>
    id === '0' ? `@${all}` : `@${message.mentions.find((person) => person.id === Number(id))?.name ?? '?'}`,
  );

/** The chat has so few members that each message notifies all of them. */
const isSmall = (chat: OwnChat): Sql => sql`(select count(*) from internal_chat.member o
  where o.chat_id = ${chat.id} and o.left_at is null) <= ${smallGroup}`;

/** Nothing before this position is unread by the member `me`. */
const isFirstUnread = (seq: number): Sql =>
  sql`not exists (select from internal_chat.message n where ${isUnread} and n.seq < ${seq})`;

interface Recipient {
  userId: number;
  isMentioned: boolean;
}

/** Notifies members: muted chats of mentions alone. A failure costs the notice, never the message. */
export const notifyMembers = async (
  scope: SignedIn,
  chat: OwnChat,
  sent: readonly ChatMessageView[],
): Promise<void> => {
  const service = scope.find(notifications);
  const [message] = sent;
  if (!service || !message) return;
  const { name } = scope.user;
  try {
    await service.notifyFrom<Recipient>({
      id: `chat:${chat.uuid}:${message.id}`,
      kind: 'internal-chat.message',
      people: sql`
        select me.user_id as "userId", g.user_id is not null as "isMentioned"
          from internal_chat.member me
          left join internal_chat.mention g on g.company_id = me.company_id and g.message_id = ${message.id}
           and g.user_id = me.user_id
         where me.chat_id = ${chat.id} and me.left_at is null and me.user_id <> ${scope.user.id}
           and (g.user_id is not null or (not me.is_muted and (${isSmall(chat)} or ${isFirstUnread(message.seq)})))`,
      notice: ({ isMentioned }) => ({
        title: chat.isDirect ? name : `${name} · ${chat.title}`,
        body: scope.t(isMentioned ? 'notice.mentioned' : 'notice.message'),
        preview: spoken(message, scope.t('mention.everybody')) || message.mediaName || scope.t('notice.message'),
        path: `/chats/${chat.uuid}`,
        tag: noticeTag(chat.id),
        list: `internal-chat-${chat.id}`,
      }),
    });
  } catch (err) {
    scope.log.warn({ err, chat: chat.id }, 'members of a chat could not be notified');
  }
};

/**
 * Withdraws the notification of a message that was deleted, whose text it shows: that of the newest message, and in a
 * large group that of the first unread one.
 */
export const withdrawNotice = async (scope: SignedIn, chat: OwnChat, seq: number): Promise<void> => {
  const service = scope.find(notifications);
  if (!service) return;
  const rows = await scope.sql.rows<{ id: number }>(sql`
    select me.user_id as id from internal_chat.member me
     where me.chat_id = ${chat.id} and me.left_at is null and me.read_seq < ${seq}
       and ((not ${isSmall(chat)} and ${isFirstUnread(seq)}) or not exists (
            select from internal_chat.message n where n.chat_id = ${chat.id} and n.seq > ${seq}
               and n.deleted_at is null and n.system is null))`);
  await service.withdraw(
    rows.map(({ id }) => id),
    noticeTag(chat.id),
  );
};
