import type { Migration } from '@balcao/sdk/server';
import { tables } from './0001-tables.ts';
import { tally } from './0002-tally.ts';
import { views } from './0003-views.ts';
import { receive } from './0004-receive.ts';
import { send } from './0005-send.ts';
import { newest } from './0006-newest.ts';

export const migrations: readonly Migration[] = [tables, tally, views, receive, send, newest];
