import type { Migration } from '@balcao/sdk/server';
import { tables } from './0001-tables.ts';
import { outside } from './0002-outside.ts';
import { freeAndConnected } from './0003-free-and-connected.ts';
import { seriesContent } from './0004-series-content.ts';
import { seriesTicket } from './0005-series-ticket.ts';
import { keptInvitations } from './0006-kept-invitations.ts';
import { dueAnywhere } from './0007-due-anywhere.ts';

export const migrations: Migration[] = [
  tables,
  outside,
  freeAndConnected,
  seriesContent,
  seriesTicket,
  keptInvitations,
  dueAnywhere,
];
