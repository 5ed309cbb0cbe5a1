import type { Migration } from '@balcao/sdk/server';

/** Which of its channel's templates a message is, as it was prepared when it was written: { name, language, payload }. */
export const templates: Migration = {
  name: '0064-templates',
  sql: [`alter table tickets.message add column template jsonb`],
};
