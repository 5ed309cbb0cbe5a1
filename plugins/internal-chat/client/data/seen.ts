import type { ChatMember, ChatMessageView, ChatView } from '../../contract.ts';

/** The members who have read a message, and those who have not, without those who joined after it. */
export const seenOf = (
  { senderId, seq }: Pick<ChatMessageView, 'senderId' | 'seq'>,
  chat: Pick<ChatView, 'users'>,
): { seen: ChatMember[]; unseen: ChatMember[] } => {
  const others = chat.users.filter(({ userId, sinceSeq }) => userId !== senderId && sinceSeq < seq);
  return {
    seen: others.filter(({ readSeq }) => readSeq >= seq),
    unseen: others.filter(({ readSeq }) => readSeq < seq),
  };
};
