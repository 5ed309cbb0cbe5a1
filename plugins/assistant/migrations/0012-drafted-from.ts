import type { Migration } from '@balcao/sdk/server';

export const draftedFrom: Migration = {
  name: '0012-drafted-from',
  sql: [
    // The conversations that a gap's draft was made from: it is erased with any of them.
    `alter table assistant.proposal add column made_from int[] not null default '{}'`,
  ],
};
