import type { MessageView } from '../../contract.ts';
import type { OutboxEntry } from './outbox.ts';

/** One row of the conversation as it is rendered. */
export type ThreadRow =
  | { kind: 'day'; key: string; date: string }
  | { kind: 'unread'; key: string; count: number }
  | {
      kind: 'message';
      key: string;
      message: MessageView;
      starts: boolean;
      /** Pictures sent together that this row shows, including the message as first. */
      album?: readonly MessageView[];
      /** Those of the album that the server does not have yet. */
      pending?: readonly OutboxEntry[];
    }
  | {
      kind: 'outgoing';
      key: string;
      entry: OutboxEntry;
      starts: boolean;
      /** Pictures being sent together, including the entry as first. */
      album?: readonly OutboxEntry[];
    };
