import type { Migration } from '@balcao/sdk/server';

/** Comments on posts and media, which an account receives once somebody switches them on. */
export const comments: Migration = {
  name: '0003-comments',
  sql: [
    `alter table channel_meta.account
       add column has_comments boolean not null default false,
       -- Meta refused the subscription to comments; messages go on.
       add column comments_refused boolean not null default false`,
    `create table channel_meta.comment (
       company_id int not null default kernel.current_company(),
       connection_id int not null,
       comment_id text not null,
       -- The comment that this one answers; '' for one on the post itself.
       parent_id text not null default '',
       post_id text not null default '',
       person text not null,
       -- Our message.
       message_id bigint,
       is_live boolean not null default false,
       is_hidden boolean not null default false,
       is_removed boolean not null default false,
       -- Our message that answers it privately: Meta allows one.
       private_message_id bigint,
       written_at timestamptz not null,
       primary key (company_id, connection_id, comment_id),
       foreign key (company_id, connection_id) references connections.connection (company_id, id) on delete cascade)`,
    `create index on channel_meta.comment (company_id, connection_id, person, written_at)`,

    // First words and page of posts, so that Meta is asked once for each.
    `create table channel_meta.post (
       company_id int not null default kernel.current_company(),
       connection_id int not null,
       post_id text not null,
       title text not null,
       url text not null,
       read_at timestamptz not null default now(),
       primary key (company_id, connection_id, post_id),
       foreign key (company_id, connection_id) references connections.connection (company_id, id) on delete cascade)`,
    `create index on channel_meta.post (company_id, read_at)`,
  ],
};
