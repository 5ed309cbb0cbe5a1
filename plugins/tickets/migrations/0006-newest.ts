import type { Migration } from '@balcao/sdk/server';

export const newest: Migration = {
  name: '0006-newest',
  // Conversations of every state in the order of the list: the list without a tab, and its search.
  sql: [`create index ticket_newest on tickets.ticket (company_id, updated_at desc, id desc)`],
};
