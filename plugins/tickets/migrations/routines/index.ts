import type { Routine } from '@balcao/sdk/server';
import { ack } from './ack.ts';
import { adoptEcho } from './adopt-echo.ts';
import { applyEarly } from './apply-early.ts';
import { asked } from './asked.ts';
import { authorJson } from './author-json.ts';
import { awaitTurn } from './await-turn.ts';
import { changeOwn } from './change-own.ts';
import { closeTakenOver } from './close-taken-over.ts';
import { dataJson } from './data-json.ts';
import { foldTally } from './fold-tally.ts';
import { hasten } from './hasten.ts';
import { hearDeletion } from './hear-deletion.ts';
import { hearEdit } from './hear-edit.ts';
import { hearReaction } from './hear-reaction.ts';
import { holdPace } from './hold-pace.ts';
import { iso } from './iso.ts';
import { keepAnswer } from './keep-answer.ts';
import { keepBulk } from './keep-bulk.ts';
import { keepEarly } from './keep-early.ts';
import { keepTally } from './keep-tally.ts';
import { keepUnsent } from './keep-unsent.ts';
import { keepWaiting } from './keep-waiting.ts';
import { kindOf } from './kind-of.ts';
import { markFailed } from './mark-failed.ts';
import { markSent } from './mark-sent.ts';
import { messageFound } from './message-found.ts';
import { needLine } from './need-line.ts';
import { noteAck } from './note-ack.ts';
import { preview } from './preview.ts';
import { rateOf } from './rate-of.ts';
import { reactionsJson } from './reactions-json.ts';
import { release } from './release.ts';
import { releaseNext } from './release-next.ts';
import { requeue } from './requeue.ts';
import { searchWords } from './search-words.ts';
import { settleOwn } from './settle-own.ts';
import { shelve } from './shelve.ts';
import { showLast } from './show-last.ts';
import { shownAck } from './shown-ack.ts';
import { takeTurn } from './take-turn.ts';
import { tellAnswered } from './tell-answered.ts';
import { tellQueued } from './tell-queued.ts';
import { tellStatus } from './tell-status.ts';
import { told } from './told.ts';
import { toldAnew } from './told-anew.ts';
import { undoOwn } from './undo-own.ts';
import { waitsWithWords } from './waits-with-words.ts';
import { withReaction } from './with-reaction.ts';
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
import { searchedWords } from './searched-words.ts';
import { receiveBatch } from './receive-batch.ts';
import { showTicket } from './show-ticket.ts';
import { takeOver } from './take-over.ts';
import { takeRating } from './take-rating.ts';
import { tellReceived } from './tell-received.ts';

export const routines: readonly Routine[] = [
  ack,
  adoptEcho,
  applyEarly,
  asked,
  authorJson,
  awaitTurn,
  changeOwn,
  closeTakenOver,
  dataJson,
  foldTally,
  hasten,
  hearDeletion,
  hearEdit,
  hearReaction,
  holdPace,
  iso,
  keepAnswer,
  keepBulk,
  keepEarly,
  keepTally,
  keepUnsent,
  keepWaiting,
  kindOf,
  markFailed,
  markSent,
  messageFound,
  needLine,
  noteAck,
  preview,
  rateOf,
  reactionsJson,
  release,
  releaseNext,
  requeue,
  searchWords,
  settleOwn,
  shelve,
  showLast,
  shownAck,
  takeTurn,
  tellAnswered,
  tellQueued,
  tellStatus,
  told,
  toldAnew,
  undoOwn,
  waitsWithWords,
  withReaction,
  ackUntil,
  beginConversation,
  enqueue,
  filesJson,
  listJson,
  messagePage,
  leaveFiles,
  messageView,
  searchQuery,
  searchedWords,
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
