/** Texts that people save for use in conversations, optionally with a file; their own and shared ones. */
import { event, room, service } from '@balcao/sdk/contract';

/** 1 red, 2 orange, 3 grey. */
export type Priority = 1 | 2 | 3;

/** A quick message as one of its users sees it. */
export interface QuickMessage {
  id: number;
  /** 3 to 50 characters, without the slash. */
  shortcode: string;
  /** Up to 5,000 characters, with variables as `{{nome}}`. */
  message: string;
  priority: Priority;
  /** Path below `/public/`; null without a file. */
  mediaPath: string | null;
  mediaName: string | null;
  mediaMime: string | null;
  /** Size in bytes. */
  mediaSize: number | null;
  /** Id of the owner. */
  userId: number | null;
  userName: string | null;
  /** People it is shared with; shown to its owner only. */
  sharedWith: { id: number; name: string }[];
  /** Number of times that the reader used it. */
  uses: number;
}

/** Live: `changed` {quickMessageId} for everybody who has or had access to a changed quick message. */
export const quickMessagesRoom = room<{ userId: number }>('quick-messages.own');

/** A text that colleagues share, without whose it is. */
export type SharedQuickMessage = Pick<QuickMessage, 'id' | 'shortcode' | 'message'>;
export interface QuickMessages {
  /** Returns the quick messages that are shared with at least one colleague, by shortcode. */
  shared(): Promise<SharedQuickMessage[]>;
}
/** Quick messages of the company, for other plugins: texts that a person keeps for themselves are not among them. */
export const quickMessages = service<QuickMessages>('quick-messages.quick-messages');

/** A quick message was created, changed, shared or deleted. Key: the quick message. */
export const quickMessageChanged = event<{ quickMessageId: number }>('quick-messages.message.changed');
