import { forbidden, sql } from '@balcao/sdk/server';
import { notifications } from '@balcao/notifications/contract';
import { chatRoom, personRoom } from '../../contract.ts';
import { memberIds, noChat, ownedChat, undoSeconds, type SignedIn } from '../access.ts';
import { publish } from '../live.ts';
import { noticeTag } from '../notices.ts';

/** Deletes a chat for everybody; its owner can undo it for a short time. */
export const deleteChat = (scope: SignedIn, chatId: number): Promise<void> =>
  scope.tx(async (inner) => {
    const own = inner as SignedIn;
    await ownedChat(own, chatId, true);
    await own.sql.run(sql`update internal_chat.chat set deleted_at = clock_timestamp() where id = ${chatId}`);
    const members = await memberIds(own, chatId);
    await own.find(notifications)?.withdraw(members, noticeTag(chatId));
    for (const userId of members) own.rooms.emit(personRoom, { userId }, 'gone', { chatId });
    own.rooms.recheck(chatRoom, { chatId });
  });

export const restoreChat = (scope: SignedIn, chatId: number): Promise<void> =>
  scope.tx(async (inner) => {
    const own = inner as SignedIn;
    const found = await own.sql.one<{ isInTime: boolean }>(sql`
      update internal_chat.chat c set deleted_at = case when x.in_time then null else c.deleted_at end
        from (select id, deleted_at > clock_timestamp() - make_interval(secs => ${undoSeconds}) as in_time
                from internal_chat.chat where id = ${chatId} and owner_id = ${scope.user.id} and deleted_at is not null
                 for update) x
       where c.id = x.id returning x.in_time as "isInTime"`);
    if (!found) throw noChat();
    if (!found.isInTime) throw forbidden('ERR_UNDO_OVER');
    await publish(own, chatId, 'chat', { chatId });
  });
