import type { Migration } from '@balcao/sdk/server';
import { tables } from './0001-tables.ts';
import { answers } from './0002-answers.ts';
import { occasions } from './0003-occasions.ts';
import { keptAnswers } from './0004-kept-answers.ts';
import { dueAnywhere } from './0005-due-anywhere.ts';

export const migrations: Migration[] = [tables, answers, occasions, keptAnswers, dueAnywhere];
