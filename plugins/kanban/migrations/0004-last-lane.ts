import type { Migration } from '@balcao/sdk/server';

/** last_lane: the highest number in the ids of the lanes that were removed for good, so that none is given twice. */
export const lastLane: Migration = {
  name: '0004-last-lane',
  sql: [`alter table kanban.board add column last_lane int not null default 0`],
};
