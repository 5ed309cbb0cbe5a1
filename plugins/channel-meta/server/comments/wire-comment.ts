import { z } from '@balcao/sdk/server';
import type { WireChange } from '../webhook/envelope.ts';

const text = z.string().transform((written) => written.replaceAll('\0', '').toWellFormed());
const maybe = text.optional().catch(undefined);
const id = z.coerce.string().min(1).max(250);
const maybeId = id.optional().catch(undefined);
const moment = z.coerce.number().optional().catch(undefined);

/** `feed` of a page: everything that happens there, of which comments are one item. */
const feed = z.object({
  item: z.literal('comment'),
  verb: z.string(),
  comment_id: id,
  post_id: maybeId,
  parent_id: maybeId,
  from: z.object({ id, name: maybe }).optional().catch(undefined),
  message: maybe,
  created_time: moment,
});
const instagram = z.object({
  id,
  parent_id: maybeId,
  text: maybe,
  from: z.object({ id, username: maybe }).optional().catch(undefined),
  media: z.object({ id: maybeId, ad_id: maybeId, ad_title: maybe }).optional().catch(undefined),
});

/** An event of a comment, in the same form for both networks. */
export interface WireComment {
  what: 'added' | 'edited' | 'removed' | 'hidden' | 'shown';
  commentId: string;
  /** The comment that it answers; '' for one on the post itself. */
  parentId: string;
  postId: string;
  /** Undefined: Meta does not tell who. */
  person: string | undefined;
  /** The author’s name, as the network shows it. */
  name: string;
  text: string;
  adTitle: string;
  isLive: boolean;
  /** Milliseconds since 1970; undefined: the event has the time of the call only. */
  at: number | undefined;
}

const verbs: Readonly<Record<string, WireComment['what']>> = {
  add: 'added',
  edit: 'edited',
  edited: 'edited',
  remove: 'removed',
  hide: 'hidden',
  unhide: 'shown',
};

const commentOfPage = (value: unknown): WireComment | undefined => {
  const { data } = feed.safeParse(value);
  const what = data && verbs[data.verb];
  if (!data || !what) return undefined;
  const { post_id: postId = '', parent_id: parentId = '' } = data;
  return {
    what,
    commentId: data.comment_id,
    // The parent of a comment on the post itself is the post.
    parentId: parentId === postId ? '' : parentId,
    postId,
    person: data.from?.id,
    name: data.from?.name ?? '',
    text: data.message ?? '',
    adTitle: '',
    isLive: false,
    at: data.created_time === undefined ? undefined : data.created_time * 1000,
  };
};

const commentOfInstagram = (value: unknown, isLive: boolean): WireComment | undefined => {
  const { data } = instagram.safeParse(value);
  if (!data) return undefined;
  return {
    what: 'added',
    commentId: data.id,
    parentId: data.parent_id ?? '',
    postId: data.media?.id ?? '',
    person: data.from?.id,
    name: data.from?.username ? `@${data.from.username}` : '',
    text: data.text ?? '',
    adTitle: data.media?.ad_title ?? '',
    isLive,
    at: undefined,
  };
};

/** Returns the comment that a change is about; undefined for all other changes. */
export const commentIn = ({ field, value }: WireChange): WireComment | undefined => {
  if (field === 'feed') return commentOfPage(value);
  return field === 'comments' || field === 'live_comments'
    ? commentOfInstagram(value, field === 'live_comments')
    : undefined;
};
