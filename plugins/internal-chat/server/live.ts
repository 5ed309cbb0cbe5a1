import { type Scope } from '@balcao/sdk/server';
import { chatRoom, personRoom, type ChatMessageView } from '../contract.ts';
import { memberIds } from './access.ts';

/** Sends a message of a chat to its members, wherever they are in the product. */
export const publishTo = (
  scope: Scope,
  chatId: number,
  userIds: readonly number[],
  event: 'message' | 'changed' | 'reacted' | 'chat',
  data: { message: ChatMessageView } | { chatId: number },
): void =>
  scope.rooms.emit(chatRoom, { chatId }, event, data, {
    room: personRoom,
    params: userIds.map((userId) => ({ userId })),
  });

/** Does so with the members as the database has them. */
export const publish = async (
  scope: Scope,
  chatId: number,
  event: 'message' | 'changed' | 'reacted' | 'chat',
  data: { message: ChatMessageView } | { chatId: number },
): Promise<void> => publishTo(scope, chatId, await memberIds(scope, chatId), event, data);
