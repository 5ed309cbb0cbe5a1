import type { Routine } from '@balcao/sdk/server';
import { ack } from './ack.ts';
import { adoptEcho } from './adopt-echo.ts';
import { applyEarly } from './apply-early.ts';
import { pendingRating } from './pending-rating.ts';
import { authorJson } from './author-json.ts';
import { awaitTurn } from './await-turn.ts';
import { changeOwn } from './change-own.ts';
import { closeImported } from './close-imported.ts';
import { dataJson } from './data-json.ts';
import { foldTally } from './fold-tally.ts';
import { releaseWaiting } from './release-waiting.ts';
import { receiveDeletion } from './receive-deletion.ts';
import { receiveEdit } from './receive-edit.ts';
import { receiveReaction } from './receive-reaction.ts';
import { holdPace } from './hold-pace.ts';
import { iso } from './iso.ts';
import { rememberAnswer } from './remember-answer.ts';
import { addBulk } from './add-bulk.ts';
import { storeEarly } from './store-early.ts';
import { countTally } from './count-tally.ts';
import { countUnsent } from './count-unsent.ts';
import { trackWaiting } from './track-waiting.ts';
import { kindOf } from './kind-of.ts';
import { markFailed } from './mark-failed.ts';
import { markSent } from './mark-sent.ts';
import { messageFound } from './message-found.ts';
import { ensureBulkLine } from './ensure-bulk-line.ts';
import { setAckTimes } from './set-ack-times.ts';
import { preview } from './preview.ts';
import { rateOf } from './rate-of.ts';
import { reactionsJson } from './reactions-json.ts';
import { release } from './release.ts';
import { releaseNext } from './release-next.ts';
import { requeue } from './requeue.ts';
import { searchWords } from './search-words.ts';
import { settleOwn } from './settle-own.ts';
import { requeueBulk } from './requeue-bulk.ts';
import { setLastMessage } from './set-last-message.ts';
import { shownAck } from './shown-ack.ts';
import { logAccess } from './log-access.ts';
import { takeTurn } from './take-turn.ts';
import { publishAnswered } from './publish-answered.ts';
import { publishQueued } from './publish-queued.ts';
import { publishStatus } from './publish-status.ts';
import { syncLastMessage } from './sync-last-message.ts';
import { recomputeLastMessage } from './recompute-last-message.ts';
import { undoOwn } from './undo-own.ts';
import { waitsWithWords } from './waits-with-words.ts';
import { withdraw } from './withdraw.ts';
import { withReaction } from './with-reaction.ts';
import { ackUntil } from './ack-until.ts';
import { startConversation } from './start-conversation.ts';
import { beginUnlisted } from './begin-unlisted.ts';
import { enqueue } from './enqueue.ts';
import { filesJson } from './files-json.ts';
import { listJson } from './list-json.ts';
import { messagePage } from './message-page.ts';
import { releaseFiles } from './release-files.ts';
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
import { sendText } from './send-text.ts';
import { sentBatch } from './sent-batch.ts';
import { searchQuery } from './search-query.ts';
import { searchedWords } from './searched-words.ts';
import { receiveBatch } from './receive-batch.ts';
import { ticketView } from './ticket-view.ts';
import { importMessage } from './import-message.ts';
import { receiveRating } from './receive-rating.ts';
import { publishReceived } from './publish-received.ts';

export const routines: readonly Routine[] = [
  ack,
  adoptEcho,
  applyEarly,
  pendingRating,
  authorJson,
  awaitTurn,
  changeOwn,
  closeImported,
  dataJson,
  foldTally,
  releaseWaiting,
  receiveDeletion,
  receiveEdit,
  receiveReaction,
  holdPace,
  iso,
  rememberAnswer,
  addBulk,
  storeEarly,
  countTally,
  countUnsent,
  trackWaiting,
  kindOf,
  markFailed,
  markSent,
  messageFound,
  ensureBulkLine,
  setAckTimes,
  preview,
  rateOf,
  reactionsJson,
  release,
  releaseNext,
  requeue,
  searchWords,
  settleOwn,
  requeueBulk,
  setLastMessage,
  shownAck,
  takeTurn,
  logAccess,
  publishAnswered,
  publishQueued,
  publishStatus,
  syncLastMessage,
  recomputeLastMessage,
  undoOwn,
  waitsWithWords,
  withdraw,
  withReaction,
  ackUntil,
  startConversation,
  beginUnlisted,
  enqueue,
  filesJson,
  listJson,
  messagePage,
  releaseFiles,
  messageView,
  searchQuery,
  searchedWords,
  messagesByPart,
  messagesByWords,
  messagesFound,
  messagesJson,
  receive,
  receiveBatch,
  sendText,
  sentBatch,
  ticketView,
  importMessage,
  receiveRating,
  publishReceived,
  publicTicket,
  publicMessage,
  publicLog,
  publicRating,
  publicNote,
];
