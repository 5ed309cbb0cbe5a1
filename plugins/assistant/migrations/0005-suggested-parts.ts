import type { Migration } from '@balcao/sdk/server';

export const suggestedParts: Migration = {
  name: '0005-suggested-parts',
  sql: [
    // Beside the replies: what else was suggested, and what of it people took.
    `alter table assistant.suggestion
       add column has_queue boolean not null default false,
       add column has_step boolean not null default false,
       add column choices smallint not null default 0,
       add column took_queue boolean not null default false,
       add column took_step boolean not null default false,
       add column took_choices smallint not null default 0`,
  ],
};
