import { conflict, invalid, notFound, z, type Host, type Scope } from '@balcao/sdk/server';
import { textSizeOf } from '@balcao/connections/contract';
import { tickets, type MessageView } from '@balcao/tickets/contract';
import {
  answerKind,
  answerLimits,
  answerWays,
  hiddenEntry,
  isMetaChannel,
  type AnswerWay,
  type CommentView,
} from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { findAccount, storeCommentsRefused, withApp, type Account, type ReadyAccount } from '../account/account.ts';
import { reportEnded } from '../connect.ts';
import { graph } from '../graph/graph.ts';
import { GraphError } from '../graph/graph-error.ts';
import { askMeta } from '../login/login-routes.ts';
import { threadOf as personOfTicket } from '../people/thread-routes.ts';
import { isPermissionRefused } from './answer.ts';
import {
  commentsOf,
  findComment,
  lockComment,
  storeHidden,
  storePrivateAnswer,
  type StoredComment,
} from './comment-store.ts';
import { assertBroadcasting } from './live.ts';

const ticketParams = z.object({ ticketId: z.coerce.number().int().positive().max(2_147_483_647) });
const params = z.object({ messageId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) });
const answerBody = z.object({
  way: z.enum(answerWays),
  body: z
    .string()
    .max(8000, 'Too Long!')
    .transform((text) => text.replaceAll('\0', '').trim()),
  clientId: z.string().min(1).max(80).optional(),
});

const privateDays = 7;
const privateEnd = ({ writtenAt }: StoredComment): Date => new Date(writtenAt.getTime() + privateDays * 86_400_000);

/** Failures after which nothing was sent, and nothing will be. */
const isOver = ({ failure, isDeleted }: MessageView): boolean =>
  isDeleted || failure === 'refused' || failure === 'window' || failure === 'invalid-contact';

/** True when the one private answer was given, or is on its way. */
const isAnswered = async (scope: Scope, { privateMessageId }: StoredComment): Promise<boolean> => {
  const message = privateMessageId === null ? undefined : await scope.use(tickets).message(privateMessageId);
  return message !== undefined && !isOver(message);
};

const viewOf = async (scope: Scope, comment: StoredComment): Promise<CommentView> => {
  const { commentId, messageId, isLive, isHidden } = comment;
  const answered = await isAnswered(scope, comment);
  const end = privateEnd(comment);
  const isOpen = !answered && end.getTime() > Date.now();
  return {
    commentId,
    messageId,
    isLive,
    isHidden,
    isAnswered: answered,
    privateUntil: isOpen ? end.toISOString() : null,
  };
};

interface Found {
  message: MessageView;
  account: Account;
  comment: StoredComment;
}
/** Returns the comment that a message is, for people who may open its conversation. */
const commentOf = async (scope: Scope, messageId: number): Promise<Found> => {
  const message = await scope.use(tickets).message(messageId);
  if (!message) throw notFound('ERR_NO_MESSAGE_FOUND');
  await scope.use(tickets).assertReadable(message.ticketId);
  const ticket = await scope.use(tickets).find(message.ticketId);
  const isMetas = ticket !== undefined && isMetaChannel(ticket.channel);
  const account = isMetas ? await findAccount(scope, ticket.whatsappId) : undefined;
  const { kind, id = '', isPublic } = message.context ?? {};
  const isPart = kind === 'comment' && isPublic === true && !message.fromMe && !message.isDeleted;
  const comment = account && isPart ? await findComment(scope, account.connectionId, id) : undefined;
  if (!account || !comment || comment.isRemoved) throw notFound('ERR_META_COMMENT_GONE');
  return { message, account, comment };
};

const assertFits = ({ channel }: Account, way: AnswerWay, body: string): void => {
  if (body === '') throw invalid({ body: 'Required' });
  const limit = answerLimits[channel][way];
  if (textSizeOf(body, limit) > limit.max) throw invalid({ body: 'Too Long!' });
};

const assertPrivatePossible = async (scope: Scope, comment: StoredComment): Promise<void> => {
  if (await isAnswered(scope, comment)) throw conflict('ERR_META_COMMENT_ANSWERED');
  if (privateEnd(comment).getTime() <= Date.now()) throw conflict('ERR_META_COMMENT_LATE');
};

const answer = async (scope: Scope, messageId: number, given: z.output<typeof answerBody>): Promise<MessageView> => {
  const { message, account, comment } = await commentOf(scope, messageId);
  const { way, body, clientId } = given;
  const { connectionId } = account;
  const { commentId } = comment;
  assertFits(account, way, body);
  const send = (inner: Scope): Promise<MessageView> =>
    inner.use(tickets).send(message.ticketId, {
      body,
      quotedId: message.id,
      // The reply window is that of private messages; a comment is answered by its own rules.
      outsideWindow: true,
      data: { kind: answerKind, way, commentId },
      ...(way === 'public' && { isSigned: false }),
      ...(clientId !== undefined && { clientId }),
    });
  if (way === 'public') return send(scope);
  if (comment.isLive) await assertBroadcasting(scope, account, comment);
  return scope.tx(async (inner) => {
    const locked = await lockComment(inner, connectionId, commentId);
    if (!locked) throw notFound('ERR_META_COMMENT_GONE');
    const before =
      locked.privateMessageId === null ? undefined : await inner.use(tickets).message(locked.privateMessageId);
    if (before && clientId !== undefined && before.clientId === clientId) return before;
    await assertPrivatePossible(inner, locked);
    const stored = await send(inner);
    await storePrivateAnswer(inner, connectionId, commentId, stored.id);
    return stored;
  });
};

const requestHidden = async (
  scope: Scope,
  account: ReadyAccount,
  { commentId }: StoredComment,
  isHidden: boolean,
): Promise<void> => {
  const path = encodeURIComponent(commentId);
  const call =
    account.channel === 'instagram' ? { query: { hide: String(isHidden) } } : { body: { is_hidden: isHidden } };
  await graph(account, path, { method: 'POST', ...call, signal: scope.signal }).catch(async (error: unknown) => {
    await reportEnded(scope, account.connectionId, error);
    if (error instanceof GraphError && isPermissionRefused(error)) {
      await storeCommentsRefused(scope, account.connectionId, true);
      throw conflict('ERR_META_COMMENTS_REFUSED');
    }
    if (error instanceof GraphError && error.code === 100 && error.subcode === 33)
      throw notFound('ERR_META_COMMENT_GONE');
    throw error;
  });
};

/** Routes by which people answer and hide comments. */
export const commentRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/meta/tickets/:ticketId/comments', {
    access: 'signed-in',
    summary: 'The newest comments of a conversation’s person, and how each can still be answered',
    input: { params: ticketParams },
    handle: async ({ params: { ticketId } }, scope): Promise<CommentView[]> => {
      const { account, person } = await personOfTicket(scope, ticketId);
      const comments = await commentsOf(scope, account.connectionId, person.value);
      return Promise.all(comments.map((comment) => viewOf(scope, comment)));
    },
  });
  host.route('POST', '/meta/comments/:messageId/answers', {
    access: 'signed-in',
    audit: false,
    rate: 60,
    summary: 'Answers a comment under it, or by one private message to its author',
    input: { params, body: answerBody },
    handle: ({ params: { messageId }, body }, scope) => answer(scope, messageId, body),
  });
  host.route('PUT', '/meta/comments/:messageId/hidden', {
    access: 'signed-in',
    rate: 60,
    summary: 'Hides a comment from other people, or shows it again',
    input: { params, body: z.object({ isHidden: z.boolean() }) },
    handle: async ({ params: { messageId }, body: { isHidden } }, scope): Promise<CommentView> => {
      const { message, account, comment } = await commentOf(scope, messageId);
      const ready = await withApp(scope, account);
      if (!ready) throw conflict('ERR_META_NOT_CONNECTED');
      await askMeta(() => requestHidden(scope, ready, comment, isHidden));
      await storeHidden(scope, account.connectionId, comment.commentId, isHidden);
      if (isHidden !== comment.isHidden)
        await scope.use(tickets).log(message.ticketId, { type: hiddenEntry, data: { isHidden } });
      return viewOf(scope, { ...comment, isHidden });
    },
  });
};
