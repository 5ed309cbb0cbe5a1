import { sql, type Scope } from '@balcao/sdk/server';
import { chatRoom, chatsOfPersonRoom, type ChatView } from '../../contract.ts';
import { findMessage, listChats } from './chat-rows.ts';

/** Sends a chat to its owner's list and to the pages that show it. */
export const publishChat = (scope: Scope, chat: ChatView, event: 'create' | 'update'): void => {
  if (chat.ownerId !== null) scope.rooms.emit(chatsOfPersonRoom, { userId: chat.ownerId }, event, { record: chat });
  if (event === 'update') scope.rooms.emit(chatRoom, { chatId: chat.id }, 'update', { chat });
};

/** The largest text that a live message carries; readers fetch a longer one. */
const maxLiveLetters = 6000;

/** Sends a new or changed message, and the chat whose order in lists it changed. */
export const publishMessage = async (scope: Scope, messageId: number): Promise<void> => {
  const message = await findMessage(scope, messageId);
  if (!message) return;
  const [chat] = await listChats(scope, sql`c.id = ${message.chatId}`, 1);
  if (!chat) return;
  const isLong = message.message.length > maxLiveLetters;
  const newMessage = isLong ? { ...message, message: message.message.slice(0, maxLiveLetters), isLong } : message;
  scope.rooms.emit(chatRoom, { chatId: chat.id }, 'new-message', { newMessage, chat });
  publishChat(scope, chat, 'update');
};
