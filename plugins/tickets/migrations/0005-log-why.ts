import type { Migration } from '@balcao/sdk/server';

/** Why a rule did something to a conversation: a step that no person made is else a riddle to whoever reads the log. */
export const logWhy: Migration = {
  name: '0005-log-why',
  sql: [
    `alter table tickets.log add column why text
       check (why in ('customer', 'choice', 'noChoice', 'connection', 'silence', 'attendantGone'))`,
  ],
};
