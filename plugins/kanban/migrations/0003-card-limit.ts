import type { Migration } from '@balcao/sdk/server';

/** The number of cards above which the screen warns about a lane, under a name that says so. */
export const cardLimit: Migration = {
  name: '0003-card-limit',
  sql: [`alter table kanban.lane rename column most to card_limit`],
};
