import type { Migration } from '@balcao/sdk/server';

/** Accounts of Instagram without a page; until now every account belonged to one. */
export const instagramLogin: Migration = {
  name: '0002-instagram-login',
  sql: [
    `alter table channel_meta.account add column via text not null default 'page' check (via in ('page', 'instagram'))`,
    `alter table channel_meta.released add column via text not null default 'page'`,
    // Facts that Instagram tells of a person; null: it does not.
    `alter table channel_meta.profile add column followers int, add column follows_us boolean, add column is_followed boolean,
       add column is_verified boolean`,
    `alter table channel_meta.login add column via text not null default 'page'`,
  ],
};
