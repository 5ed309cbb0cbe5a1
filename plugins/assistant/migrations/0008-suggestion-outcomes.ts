import type { Migration } from '@balcao/sdk/server';

export const suggestionOutcomes: Migration = {
  name: '0008-suggestion-outcomes',
  sql: [
    // The fate of the reply that a person inserted; null: it still waits in their field, or none was inserted.
    `alter table assistant.suggestion add column outcome text check (outcome in ('unchanged', 'edited', 'discarded'))`,
  ],
};
