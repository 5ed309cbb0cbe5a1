import type { Migration } from '@balcao/sdk/server';

export const lighterRecipients: Migration = {
  name: '0003-lighter-recipients',
  sql: [
    // The key to the campaign includes the company: a second check of it cost a tenth of writing an audience down.
    `alter table campaigns.recipient drop constraint recipient_company_id_fkey`,
  ],
};
