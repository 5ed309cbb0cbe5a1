import type { Migration } from '@balcao/sdk/server';

/** Makes room for the routine of the same name, which takes one parameter more. */
export const oneEnqueue: Migration = {
  name: '0067-one-enqueue',
  sql: [`drop function tickets.enqueue(int, int, text, json, bigint, text, boolean, boolean)`],
};
