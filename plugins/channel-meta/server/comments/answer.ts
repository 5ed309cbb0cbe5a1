import { z, type Scope } from '@balcao/sdk/server';
import { channelError, textSizeOf, type OutboundMessage } from '@balcao/connections/contract';
import { answerKind, answerWays, type CommentAnswer } from '../../contract.ts';
import { nodeOf, storeCommentsRefused, type ReadyAccount } from '../account/account.ts';
import { isTokenEnded } from '../graph/failures.ts';
import { graph } from '../graph/graph.ts';
import { GraphError, GraphUnreachable } from '../graph/graph-error.ts';
import { metadataOf } from '../send/metadata.ts';
import { partsSent } from '../send/outgoing.ts';
import { textLimits } from '../send/payload.ts';
import { pauseFor } from '../send/pause.ts';
import { startedRequest } from '../send/started-request.ts';
import { externalOf, findComment, threadOf, type StoredComment } from './comment-store.ts';

export const answerSchema = z.object({ way: z.enum(answerWays), commentId: z.string().min(1).max(250) });

/** Returns how a message answers a comment; undefined for an ordinary one. A forwarded answer is one. */
export const answerIn = ({ data, isForwarded }: OutboundMessage): CommentAnswer | undefined =>
  data?.kind === answerKind && !isForwarded ? answerSchema.safeParse(data).data : undefined;

export interface Answering {
  message: OutboundMessage;
  answer: CommentAnswer;
  account: ReadyAccount;
  scope: Scope;
}

/** Codes that mean something else about a comment than about a message, with the texts that explain them. */
const commentReasons: Readonly<Record<string, string>> = {
  '10900': 'comment-answered',
  '10903': 'comment-closed',
  '2018278': 'comment-late',
  '2018065': 'comment-late',
  '33': 'comment-gone',
  '2018001': 'comment-gone',
};
export const isPermissionRefused = ({ code }: Pick<GraphError, 'code'>): boolean =>
  code === 3 || code === 10 || (code >= 200 && code <= 299);

/** A refused answer ends neither the conversation’s window nor the connection: messages go on. */
const inCommentTerms = async (scope: Scope, { connectionId }: ReadyAccount, error: unknown): Promise<unknown> => {
  if (isTokenEnded(error) || !(error instanceof GraphError)) return error;
  const reason = commentReasons[error.subcode] ?? commentReasons[error.code];
  if (reason) return channelError('refused', reason, error);
  if (!isPermissionRefused(error)) return error;
  await storeCommentsRefused(scope, connectionId, true);
  return channelError('refused', 'comment-permission', error);
};

const requestOf = (
  { message, answer, account }: Answering,
  { commentId }: StoredComment,
): { path: string; body: object } => {
  if (answer.way === 'private') {
    const content = { text: message.body, metadata: metadataOf(message.id, 0) };
    return { path: `${nodeOf(account)}/messages`, body: { recipient: { comment_id: commentId }, message: content } };
  }
  const edge = account.channel === 'instagram' ? 'replies' : 'comments';
  return { path: `${encodeURIComponent(commentId)}/${edge}`, body: { message: message.body } };
};

/** Answers a comment, under it or by a message to its author. */
export const sendAnswer = async (answering: Answering): Promise<{ externalId: string }> => {
  const { message, answer, account, scope } = answering;
  const { connectionId, channel } = account;
  const comment = await findComment(scope, connectionId, answer.commentId);
  if (!comment || comment.isRemoved || comment.person !== message.to.value)
    throw channelError('refused', 'comment-gone');
  const isPublic = answer.way === 'public';
  const limit = textLimits[channel];
  if (!isPublic && textSizeOf(message.body, limit) > limit.max) throw channelError('refused', 'comment-long');
  const [known] = await partsSent(scope, message.id);
  const person = isPublic ? threadOf(comment) : message.to.value;
  const started = { connectionId, messageId: message.id, part: 0, parts: 1, person, body: message.body };
  try {
    const externalId = await startedRequest(scope, started, known, async () => {
      const { path, body } = requestOf(answering, comment);
      const accepted = await graph<{ id?: string; message_id?: string }>(account, path, {
        method: 'POST',
        body,
        signal: scope.signal,
        onPause: (seconds) => pauseFor(connectionId, seconds),
      });
      const id = isPublic ? accepted.id && externalOf(accepted.id) : accepted.message_id;
      if (!id) throw new GraphUnreachable(true, new Error('Meta’s answer has no id'));
      return id;
    });
    return { externalId };
  } catch (error) {
    throw await inCommentTerms(scope, account, error);
  }
};
