import type { Routine } from '@balcao/sdk/server';
import { ackUntil } from './ack-until.ts';
import { beginConversation } from './begin-conversation.ts';
import { enqueue } from './enqueue.ts';
import { filesJson } from './files-json.ts';
import { listJson } from './list-json.ts';
import { messagePage } from './message-page.ts';
import { leaveFiles } from './leave-files.ts';
import { messageView } from './message-view.ts';
import { messagesByPart } from './messages-by-part.ts';
import { messagesByWords } from './messages-by-words.ts';
import { messagesFound } from './messages-found.ts';
import { messagesJson } from './messages-json.ts';
import { publicLog } from './public-log.ts';
import { publicMessage } from './public-message.ts';
import { publicNote } from './public-note.ts';
import { publicRating } from './public-rating.ts';
import { publicTicket } from './public-ticket.ts';
import { receive } from './receive.ts';
import { say } from './say.ts';
import { sentBatch } from './sent-batch.ts';
import { searchQuery } from './search-query.ts';
import { receiveBatch } from './receive-batch.ts';
import { showTicket } from './show-ticket.ts';
import { takeOver } from './take-over.ts';
import { takeRating } from './take-rating.ts';
import { tellReceived } from './tell-received.ts';

export const routines: readonly Routine[] = [
  ackUntil,
  beginConversation,
  enqueue,
  filesJson,
  listJson,
  messagePage,
  leaveFiles,
  messageView,
  searchQuery,
  messagesByPart,
  messagesByWords,
  messagesFound,
  messagesJson,
  receive,
  receiveBatch,
  say,
  sentBatch,
  showTicket,
  takeOver,
  takeRating,
  tellReceived,
  publicTicket,
  publicMessage,
  publicLog,
  publicRating,
  publicNote,
];
