import type { Migration } from '@balcao/sdk/server';
import { tables } from './0001-tables.ts';
import { plainWordsTable } from './0002-plain-words.ts';
import { watchTables } from './0003-watches.ts';
import { noticeTemplates } from './0004-notice-templates.ts';
import { quietDays } from './0005-quiet-days.ts';
import { endedMonitorings } from './0006-ended-monitorings.ts';
import { longestWait } from './0007-longest-wait.ts';
import { reservedRequests } from './0008-reserved-requests.ts';
import { dueAnywhere } from './0009-due-anywhere.ts';

export const migrations: Migration[] = [
  tables,
  plainWordsTable,
  watchTables,
  noticeTemplates,
  quietDays,
  endedMonitorings,
  longestWait,
  reservedRequests,
  dueAnywhere,
];
