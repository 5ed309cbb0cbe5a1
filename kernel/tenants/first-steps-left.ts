import type { Migration } from '@balcao/sdk/server';

/** The first steps of a company are a plugin now, which keeps by itself whose list is over. */
export const firstStepsLeft: Migration = {
  name: '0020-first-steps-left',
  sql: [
    'alter table kernel.company drop column first_steps_over',
    `update kernel."user" set preferences = preferences - 'firstStepsOver' where preferences ? 'firstStepsOver'`,
  ],
};
