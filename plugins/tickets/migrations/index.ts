import type { Migration } from '@balcao/sdk/server';
import { conversations } from './0001-conversations.ts';
import { messages } from './0002-messages.ts';
import { sending } from './0003-sending.ts';
import { people } from './0004-people.ts';
import { logWhy } from './0005-log-why.ts';
import { messageSummary } from './0006-message-summary.ts';

export const migrations: readonly Migration[] = [conversations, messages, sending, people, logWhy, messageSummary];
