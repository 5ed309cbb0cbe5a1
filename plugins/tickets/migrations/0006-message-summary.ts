import type { Migration } from '@balcao/sdk/server';

/** A text that stands for the content of a message, such as what is said in a voice message; it is searched too. */
export const messageSummary: Migration = {
  name: '0006-message-summary',
  sql: [
    `alter table tickets.message add column summary text`,
    `alter table tickets.message alter column search_text set expression as (kernel.normalise(case when is_deleted then '' else
       body || ' ' || coalesce(media_name, '') || coalesce(' ' || tickets.file_names(files), '') || coalesce(' ' || summary, '') end))`,
  ],
};
