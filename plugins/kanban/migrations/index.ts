import type { Migration } from '@balcao/sdk/server';
import { tables } from './0001-tables.ts';
import { boards } from './0002-boards.ts';
import { cardLimit } from './0003-card-limit.ts';
import { lastLane } from './0004-last-lane.ts';
import { unsentReminders } from './0005-unsent-reminders.ts';
import { dueAnywhere } from './0006-due-anywhere.ts';

export const migrations: readonly Migration[] = [tables, boards, cardLimit, lastLane, unsentReminders, dueAnywhere];
