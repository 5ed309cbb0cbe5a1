/** Contract of the internal chat: conversations of the company's people among themselves. */
import { job, room } from '@balcao/sdk/contract';

export interface ChatPerson {
  /** Null: a deleted person, whose name stays. */
  id: number | null;
  name: string;
  /** Path for `mediaUrl`. */
  profilePicUrl: string | null;
}

/** A member of a chat. */
export interface ChatMember {
  userId: number;
  /** Unread messages of the reader; null for the others, whose count is nobody else's business. */
  unreads: number | null;
  /** Position up to which the person has read. */
  readSeq: number;
  /** Position of the last message of before the person joined, whether they may read it or not. */
  sinceSeq: number;
  user: ChatPerson & { id: number; online: boolean; lastOnline: string | null };
}

/** A chat as its reader sees it. */
export interface ChatView {
  id: number;
  uuid: string;
  /** In a direct chat the other person's name. */
  title: string;
  /** Only the owner writes in it. */
  isChannel: boolean;
  /** Between two people, without a title of its own. */
  isDirect: boolean;
  /** Null: everybody left it. */
  ownerId: number | null;
  /** In lists at most eight, the reader first; complete when one chat is requested. */
  users: ChatMember[];
  memberCount: number;
  /** Text of the last message; '' for a file or none. */
  lastMessage: string;
  last: {
    seq: number;
    senderId: number | null;
    senderName: string;
    mediaType: ChatMessageView['mediaType'];
    system: SystemLine | null;
    ticketId: number | null;
    mentions: { id: number; name: string }[];
    createdAt: string;
  } | null;
  updatedAt: string;
  /** Position of the last message. */
  seq: number;
  readSeq: number;
  /** Unread messages of the reader, 100 at most. */
  unreads: number;
  /** How many of them mention the reader. */
  mentionedIn: number;
  isMuted: boolean;
}

/** A line about the chat itself. */
export interface SystemLine {
  type: 'created' | 'added' | 'removed' | 'left' | 'renamed';
  names?: string[];
  title?: string;
}

export interface ChatMessageView {
  id: number;
  chatId: number;
  /** Position in its chat: ascending by one. */
  seq: number;
  /** Text; mentions are `@[id]`, or `@[0]` for everybody, with the names in `mentions`. */
  message: string;
  senderId: number | null;
  sender: ChatPerson;
  quotedMessageId: number | null;
  quoted: {
    id: number;
    seq: number;
    senderId: number | null;
    name: string;
    message: string;
    mediaType: ChatMessageView['mediaType'];
    isDeleted: boolean;
    mentions: { id: number; name: string }[];
  } | null;
  /** Author of the quoted message. */
  quotedChatUserId: number | null;
  /** People who are mentioned. */
  quotedUsersId: number[];
  mentions: { id: number; name: string }[];
  mediaUrl: string | null;
  mediaType: 'image' | 'audio' | 'video' | 'document' | null;
  mediaName: string | null;
  mediaSize: number | null;
  /** A shared conversation with a customer; what it shows depends on the reader. */
  ticketId: number | null;
  system: SystemLine | null;
  reactions: { userId: number; emoji: string; name: string }[];
  isDeleted: boolean;
  editedAt: string | null;
  /** The name that the sender's browser gave it. */
  clientId: string | null;
  createdAt: string;
  /** Absent in live messages, which many people receive. */
  fromMe?: boolean;
}

/** A shared conversation for one reader. */
export type SharedTicket =
  | { id: number; isVisible: false }
  | {
      id: number;
      isVisible: true;
      uuid: string;
      status: string;
      channel: string;
      contact: { name: string; profilePicUrl: string | null };
      queue: { name: string; color: string } | null;
      user: { name: string } | null;
      lastMessage: string;
    };

/**
 * One person's chats, for that person alone: `message` {message}, `changed` {message} and `reacted` {message} of each of
 * their chats,
 * `chat` {chatId} when a chat is new or its title or people changed, `gone` {chatId} when it was deleted or they left
 * it, `read` {chatId, readSeq} when another window read it, `muted` {chatId, isMuted}.
 */
export const personRoom = room<{ userId: number }>('internal-chat.person');
/**
 * One chat, for its members: `message` {message}, `changed` {message}, `reacted` {message}, `chat` {chatId}, and about the moment `typing`
 * {userId, name, state} and `seen` {userId, readSeq}. Browsers send `typing` {state}.
 */
export const chatRoom = room<{ chatId: number }>('internal-chat.chat');
/** One file, for the members of its chat: nothing is sent in it, it only decides who may fetch the file. */
export const fileRoom = room<{ key: string }>('internal-chat.file');

/** Removes what was deleted and can no longer be restored. */
export const purgeJob = job<Record<string, never>>('internal-chat.purge');
