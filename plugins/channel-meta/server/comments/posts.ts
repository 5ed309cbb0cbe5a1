import { sql, z, type Scope } from '@balcao/sdk/server';
import { withApp, type Account } from '../account/account.ts';
import { graph } from '../graph/graph.ts';

/** First words and page of a post, by which people know it. */
export interface Post {
  title: string;
  url: string;
}

const text = z
  .string()
  .transform((written) => written.replaceAll('\0', '').toWellFormed().trim())
  .catch('');
const answer = z.object({ message: text, caption: text, permalink: text, permalink_url: text });
/** Meta waits for the answer to its call: a slow post is done without, and is asked for with the next comment. */
const patienceMs = 3_000;
/** Number of posts that one call asks for. */
const maxAsked = 10;
const maxTitle = 120;

const shortened = (words: string): string => {
  const signs = [...words.replace(/\s+/g, ' ')];
  return signs.length <= maxTitle ? signs.join('') : `${signs.slice(0, maxTitle - 1).join('')}…`;
};

const readPost = async (scope: Scope, account: Account, postId: string): Promise<Post | undefined> => {
  const ready = await withApp(scope, account);
  if (!ready) return undefined;
  const fields = account.channel === 'instagram' ? 'caption,permalink' : 'message,permalink_url';
  const signal = AbortSignal.any([scope.signal, AbortSignal.timeout(patienceMs)]);
  try {
    const read = answer.parse(await graph<unknown>(ready, encodeURIComponent(postId), { query: { fields }, signal }));
    return { title: shortened(read.message || read.caption), url: read.permalink_url || read.permalink };
  } catch (error) {
    scope.log.info({ err: error, connection: account.connectionId }, 'post of a comment could not be read');
    return undefined;
  }
};

/** Returns the posts that comments of one call belong to; those that Meta does not tell are missing. */
export const postsOf = async (
  scope: Scope,
  account: Account,
  postIds: readonly string[],
): Promise<Map<string, Post>> => {
  const { connectionId } = account;
  const ids = [...new Set(postIds.filter(Boolean))];
  if (ids.length === 0) return new Map();
  const rows = await scope.sql.rows<Post & { postId: string }>(
    sql`select post_id as "postId", title, url from channel_meta.post where connection_id = ${connectionId} and post_id = any(${ids}::text[])`,
  );
  const known = new Map<string, Post>(rows.map(({ postId, ...post }) => [postId, post]));
  const asked = ids.filter((id) => !known.has(id)).slice(0, maxAsked);
  await Promise.all(
    asked.map(async (postId) => {
      const post = await readPost(scope, account, postId);
      if (!post) return;
      known.set(postId, post);
      await scope.sql.run(
        sql`insert into channel_meta.post (connection_id, post_id, title, url) values (${connectionId}, ${postId}, ${post.title}, ${post.url})
            on conflict do nothing`,
      );
    }),
  );
  return known;
};

/** Deletes posts after the time in which people comment on them; a late comment asks anew. */
export const deleteOldPosts = (scope: Scope): Promise<number> =>
  scope.sql.run(sql`delete from channel_meta.post where read_at < now() - interval '30 days'`);
