import type { Migration } from '@balcao/sdk/server';

/** Accounts of Instagram without a page; until now every account belonged to one. */
export const instagramLogin: Migration = {
  name: '0002-instagram-login',
  sql: [
    `alter table channel_meta.account add column via text not null default 'page' check (via in ('page', 'instagram'))`,
    `alter table channel_meta.released add column via text not null default 'page'`,
    `alter table channel_meta.login add column via text not null default 'page'`,
  ],
};
