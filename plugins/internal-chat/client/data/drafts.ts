/** Texts typed and not sent, of each person and chat: they survive a reload. */
const nameOf = (userId: number, chatId: number): string => `balcao.internal-chat.draft.${userId}.${chatId}`;

export const draftOf = (userId: number, chatId: number): string => {
  try {
    return localStorage.getItem(nameOf(userId, chatId)) ?? '';
  } catch {
    return '';
  }
};

export const keepDraft = (userId: number, chatId: number, text: string): void => {
  try {
    if (text === '') localStorage.removeItem(nameOf(userId, chatId));
    else localStorage.setItem(nameOf(userId, chatId), text);
  } catch {
    // Without storage the text remains in the field alone.
  }
};
