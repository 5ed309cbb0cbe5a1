import type { Migration } from '@balcao/sdk/server';

/** One word for a whole company, which never ended, let files be read once. Sessions have words of their own since. */
export const withoutMediaToken: Migration = {
  name: '0046-no-media-token',
  sql: ['alter table kernel.company drop column media_token'],
};
