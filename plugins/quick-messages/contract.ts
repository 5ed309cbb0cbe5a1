/** Texts that people keep for use in conversations, with a file where it helps, their own and shared ones. */
import { room } from '@balcao/sdk/contract';

/** 1 red, 2 orange, 3 grey. */
export type Priority = 1 | 2 | 3;

/** A quick message as one of those who have it sees it. */
export interface QuickMessage {
  id: number;
  /** 3 to 50 characters, without the slash it is called with. */
  shortcode: string;
  /** Up to 5,000 characters, with variables as `{{nome}}`. */
  message: string;
  priority: Priority;
  /** Below `/public/`; null without a file. */
  mediaPath: string | null;
  mediaName: string | null;
  mediaMime: string | null;
  /** Bytes. */
  mediaSize: number | null;
  /** Whose it is. */
  userId: number | null;
  userName: string | null;
  /** Who else has it: told to its owner only. */
  sharedWith: { id: number; name: string }[];
  /** How often the reader used it. */
  uses: number;
}

/** Live: `changed` {quickMessageId} when one that this person has, had or now has is not what it was. */
export const quickMessagesRoom = room<{ userId: number }>('quick-messages.own');
