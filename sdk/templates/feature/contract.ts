/** What others may use of this plugin: types and references, nothing that runs. */
import { job } from '@balcao/sdk/contract';

/** Something to remember about a conversation. */
export interface Note {
  id: number;
  ticketId: number;
  body: string;
  /** Who wrote it; null when the person is gone. */
  author: string | null;
  /** ISO 8601. */
  createdAt: string;
  done: boolean;
}

/** Removes what was done long ago. */
export const cleanUp = job<Record<string, never>>('example-notes.clean-up');
