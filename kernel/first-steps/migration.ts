import type { Migration } from '@balcao/sdk/server';

/** Since when a company's first steps are over: all done, or put away for everybody. Null: they are not. */
export const firstStepsMigration: Migration = {
  name: '0031-first-steps',
  sql: [`alter table kernel.company add column first_steps_over timestamptz`],
};
