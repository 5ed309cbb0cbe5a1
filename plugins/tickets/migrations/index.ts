import type { Migration } from '@balcao/sdk/server';
import { tables } from './0001-tables.ts';
import { tally } from './0002-tally.ts';
import { views } from './0003-views.ts';
import { receive } from './0004-receive.ts';
import { send } from './0005-send.ts';
import { newest } from './0006-newest.ts';
import { rules } from './0007-rules.ts';
import { messageKinds } from './0008-message-kinds.ts';
import { messageChanges } from './0009-message-changes.ts';
import { viewsOfPeople } from './0010-views-of-people.ts';
import { notes } from './0011-notes.ts';
import { signature } from './0014-signature.ts';
import { messageSearch } from './0015-message-search.ts';
import { messagePages } from './0016-message-pages.ts';
import { listRows } from './0017-list-rows.ts';
import { outbound } from './0020-outbound.ts';
import { takeOver } from './0021-take-over.ts';
import { erased } from './0030-erased.ts';
import { statusWatch } from './0030-status-watch.ts';
import { failureReason } from './0032-failure-reason.ts';
import { failedPreview } from './0033-failed-preview.ts';
import { listJson } from './0034-list-json.ts';
import { conversationsMended } from './0035-conversations-mended.ts';
import { waitingSince } from './0036-waiting-since.ts';
import { marks } from './0037-marks.ts';
import { messageFacts } from './0040-message-facts.ts';
import { specifiedFields } from './0041-specified-fields.ts';
import { bulk } from './0050-bulk.ts';
import { subjects } from './0051-subjects.ts';
import { unlisted } from './0053-unlisted.ts';
import { quotedAuthor } from './0056-quoted-author.ts';
import { queuedFacts } from './0057-queued-facts.ts';
import { messageOrigin } from './0060-message-origin.ts';
import { severalFiles } from './0061-several-files.ts';
import { answered } from './0062-answered.ts';
import { replyWindow } from './0063-reply-window.ts';
import { templates } from './0064-templates.ts';
import { oneEnqueue } from './0067-one-enqueue.ts';
import { cheapReceipts } from './0068-cheap-receipts.ts';
import { sharedFiles } from './0066-shared-files.ts';
import { logOfPlugins } from './0065-log-of-plugins.ts';

export const migrations: readonly Migration[] = [
  tables,
  tally,
  views,
  receive,
  send,
  newest,
  rules,
  messageKinds,
  messageChanges,
  viewsOfPeople,
  notes,
  signature,
  messageSearch,
  messagePages,
  listRows,
  outbound,
  takeOver,
  statusWatch,
  erased,
  failureReason,
  failedPreview,
  listJson,
  conversationsMended,
  waitingSince,
  marks,
  messageFacts,
  specifiedFields,
  bulk,
  subjects,
  unlisted,
  quotedAuthor,
  queuedFacts,
  messageOrigin,
  severalFiles,
  answered,
  replyWindow,
  templates,
  logOfPlugins,
  sharedFiles,
  oneEnqueue,
  cheapReceipts,
];
