/** Texts typed and not sent, of each chat, while the page is open. */
const drafts = new Map<number, string>();

export const draftOf = (chatId: number): string => drafts.get(chatId) ?? '';
export const keepDraft = (chatId: number, text: string): void => {
  if (text === '') drafts.delete(chatId);
  else drafts.set(chatId, text);
};
