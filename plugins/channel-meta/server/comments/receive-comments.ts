import { channelInbox, type InboundMessage } from '@balcao/connections/contract';
import { idAtMeta, type Account } from '../account/account.ts';
import { identityOf, provisionalName } from '../people/identity.ts';
import { settleOwnComment } from '../webhook/echo.ts';
import type { WireEntry } from '../webhook/envelope.ts';
import type { Call } from '../webhook/receive.ts';
import { externalOf, findComment, storeComments, storeHidden, storeRemoved, type NewComment } from './comment-store.ts';
import { postsOf, type Post } from './posts.ts';
import { commentIn, type WireComment } from './wire-comment.ts';

/** A comment with the time of the call that reported it. */
interface Reported {
  comment: WireComment;
  at: Date;
}

/** Calls about changes tell seconds, those about messages milliseconds. Never in the future. */
const timeOf = (at: number | undefined): Date => {
  if (at === undefined || !(at > 0) || at >= 1e15) return new Date();
  return new Date(Math.min(at < 1e11 ? at * 1000 : at, Date.now()));
};

const reportedIn = ({ changes, time }: WireEntry): Reported[] =>
  changes.flatMap((change) => {
    const comment = commentIn(change);
    // Later events about a comment still tell when it was written.
    return comment ? [{ comment, at: timeOf((comment.what === 'added' && comment.at) || time) }] : [];
  });

/** Returns the people who commented, if the account receives comments. */
export const commentersIn = (account: Account, entry: WireEntry): string[] =>
  account.hasComments
    ? reportedIn(entry).flatMap(({ comment: { what, person } }) => (what === 'added' && person ? [person] : []))
    : [];

const isOwn = (account: Account, { person, name }: WireComment): boolean =>
  person === idAtMeta(account) ||
  person === account.pageId ||
  (account.channel === 'instagram' && account.username !== '' && name === `@${account.username}`);

const contextOf = ({ commentId, adTitle }: WireComment, post: Post | undefined): InboundMessage['context'] => {
  const title = post?.title || adTitle;
  return {
    kind: 'comment',
    id: commentId,
    isPublic: true,
    ...(title && { title }),
    ...(post?.url && { url: post.url }),
  };
};

const addComment = (call: Call, { comment, at }: Reported, person: string, post: Post | undefined): void => {
  const { account, known, scope, together, placed } = call;
  const { connectionId } = account;
  const { commentId, parentId, name, text } = comment;
  const message: InboundMessage = {
    externalId: externalOf(commentId),
    from: identityOf(account, person),
    // A comment gives no right to read the profile.
    name: known.has(person) ? '' : name || provisionalName(scope, account, person),
    body: text.trim() || scope.t('comment.withoutText'),
    sentAt: at,
    context: contextOf(comment, post),
    ...(parentId && { quotedExternalId: externalOf(parentId) }),
  };
  together.add(connectionId, message, (messageId) => placed.push({ connectionId, commentId, messageId }));
};

/** Handles what happened to one comment. Our own are never stored: each would be answered for ever. */
const receiveComment = async (call: Call, reported: Reported, post: Post | undefined): Promise<void> => {
  const { account, scope, together } = call;
  const { connectionId } = account;
  const { comment, at } = reported;
  const { commentId, parentId, person, text } = comment;
  const externalId = externalOf(commentId);
  if (comment.what === 'added') {
    if (isOwn(account, comment)) {
      // It may be an answer of ours, whose own answer from Meta was lost.
      return settleOwnComment(scope, account, externalOf(parentId), { mid: externalId, text });
    }
    if (person === undefined) return scope.log.info({ connection: connectionId }, 'comment without an author');
    return addComment(call, reported, person, post);
  }
  await together.store();
  // Events of our own comments, and of those from before they were switched on, are about nothing here.
  if (!(await findComment(scope, connectionId, commentId))) return;
  const inbox = scope.use(channelInbox);
  if (comment.what === 'edited')
    return inbox.edited(connectionId, externalId, {
      body: text.trim() || scope.t('comment.withoutText'),
      editedAt: at,
    });
  if (comment.what === 'removed') {
    await storeRemoved(scope, connectionId, commentId);
    return inbox.deleted(connectionId, externalId);
  }
  await storeHidden(scope, connectionId, commentId, comment.what === 'hidden');
};

/** Stores the comments of one call, if the account receives them. */
export const receiveComments = async (call: Call, entries: readonly WireEntry[]): Promise<void> => {
  const { account, scope } = call;
  if (!account.hasComments) return;
  const reported = entries.flatMap(reportedIn);
  const added = reported.filter(({ comment }) => comment.what === 'added' && !isOwn(account, comment));
  const posts = await postsOf(
    scope,
    account,
    added.map(({ comment }) => comment.postId),
  );
  await storeComments(
    scope,
    account.connectionId,
    added.flatMap(({ comment: { commentId, parentId, postId, person, isLive }, at }): NewComment[] =>
      person === undefined ? [] : [{ commentId, parentId, postId, person, isLive, writtenAt: at }],
    ),
  );
  const errors: unknown[] = [];
  for (const one of reported)
    await receiveComment(call, one, posts.get(one.comment.postId)).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
};
