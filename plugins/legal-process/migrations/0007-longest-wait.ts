import type { Migration } from '@balcao/sdk/server';

export const longestWait: Migration = {
  name: '0007-longest-wait',
  sql: [
    // It takes one value more.
    `drop function if exists legal_process.take_turn(text, int)`,
  ],
};
