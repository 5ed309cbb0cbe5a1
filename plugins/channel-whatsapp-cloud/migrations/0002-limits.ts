import type { Migration } from '@balcao/sdk/server';

/** Meta’s limit of people in 24 hours; null: unknown, or none. */
export const limits: Migration = {
  name: '0002-limits',
  sql: [`alter table channel_whatsapp_cloud.account add column messaging_limit int`],
};
