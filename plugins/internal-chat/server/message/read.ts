import { forbidden, sql } from '@balcao/sdk/server';
import { notifications } from '@balcao/notifications/contract';
import { chatRoom, personRoom } from '../../contract.ts';
import { ownChat, type SignedIn } from '../access.ts';
import { noticeTag } from '../notices.ts';

/**
 * Marks a chat as read up to a position, or up to its end. Positions only grow, so two windows of a person cannot undo
 * each other.
 */
export const readUpTo = async (
  scope: SignedIn,
  chatId: number,
  { userId, seq }: { userId?: number | null | undefined; seq?: number | null | undefined },
): Promise<{ readSeq: number }> => {
  const reader = scope.user.id;
  if (userId != null && userId !== reader) throw forbidden();
  const chat = await ownChat(scope, chatId);
  const row = await scope.sql.one<{ readSeq: number; isNew: boolean }>(sql`
    with known as (select read_seq from internal_chat.member where chat_id = ${chatId} and user_id = ${reader} for update)
    update internal_chat.member m set read_seq = greatest(m.read_seq, least(c.seq, ${seq ?? null}::bigint))
      from internal_chat.chat c, known
     where m.chat_id = ${chatId} and m.user_id = ${reader} and c.company_id = m.company_id and c.id = m.chat_id
    returning m.read_seq::int as "readSeq", m.read_seq > known.read_seq as "isNew"`);
  const readSeq = row?.readSeq ?? chat.readSeq;
  if (row?.isNew) {
    scope.rooms.emit(personRoom, { userId: reader }, 'read', { chatId, readSeq });
    scope.rooms.emit(chatRoom, { chatId }, 'seen', { userId: reader, readSeq });
    await scope.find(notifications)?.withdraw([reader], noticeTag(chatId));
  }
  return { readSeq };
};
