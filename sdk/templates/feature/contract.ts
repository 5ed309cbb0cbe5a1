/** The part of this plugin that others may use: types and references without behaviour. */
import { job } from '@balcao/sdk/contract';

/** A note about a conversation. */
export interface Note {
  id: number;
  ticketId: number;
  body: string;
  /** The author's name; null if the person was removed. */
  author: string | null;
  /** ISO 8601. */
  createdAt: string;
  done: boolean;
}

/** Removes notes that were done long ago. */
export const cleanUp = job<Record<string, never>>('example-notes.clean-up');
