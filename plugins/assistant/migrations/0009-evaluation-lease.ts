import type { Migration } from '@balcao/sdk/server';

export const evaluationLease: Migration = {
  name: '0009-evaluation-lease',
  sql: [
    // The runner that writes the answers now; it renews `seen_at`, and another one takes over what it no longer renews.
    `alter table assistant.evaluation add column runner text`,
  ],
};
