import type { Scope } from '@balcao/sdk/server';
import { channelError, type Connection, type Media, type OutboundMessage } from '@balcao/connections/contract';
import { findAccount, nodeOf, withApp, type ReadyAccount } from '../account/account.ts';
import { answerIn, sendAnswer } from '../comments/answer.ts';
import { isComment } from '../comments/comment-store.ts';
import { markDown } from '../connect.ts';
import { asChannelError, failureOfCode } from '../graph/failures.ts';
import { graph } from '../graph/graph.ts';
import { GraphError, GraphUnreachable } from '../graph/graph-error.ts';
import { linkFor, sendableOf, uploadMedia, type AttachmentReference, type Sendable } from '../media/upload.ts';
import { releaseHeld } from '../webhook/echo.ts';
import { metadataOf } from './metadata.ts';
import { partsSent, storeAttachment, type OutgoingPart } from './outgoing.ts';
import { messageOf, partsOf, typing, type Part } from './payload.ts';
import { pausedSeconds, pauseFor } from './pause.ts';
import { startedRequest } from './started-request.ts';

/** Returns the account by which a connection may send; without one its messages wait. */
export const readyAccount = async (scope: Scope, connection: Connection): Promise<ReadyAccount> => {
  const account = await withApp(scope, await findAccount(scope, connection.id));
  if (connection.status !== 'CONNECTED' || !account) throw channelError('disconnected', 'disconnected');
  return account;
};

/** A refused tag is a defect of ours, and all later messages outside the window would meet it. */
const tagRefused = 1_893_061;

/**
 * Runs a request of the tickets plugin: refusals of Meta become channel errors, and a fault of the account takes the
 * connection down.
 */
export const inChannelTerms = async <T>(scope: Scope, connectionId: number, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GraphError && failureOfCode(error) === 'disconnected')
      await markDown(scope, connectionId, error);
    if (error instanceof GraphError && error.subcode === tagRefused)
      scope.log.error({ err: error, connection: connectionId }, 'Meta refused the tag of a message');
    throw asChannelError(error);
  }
};

/** A request of a message, with what is needed to make it. */
interface Step {
  part: Part;
  at: number;
  parts: number;
  known: OutgoingPart | undefined;
}
interface Sending {
  message: OutboundMessage;
  account: ReadyAccount;
  files: readonly Sendable[];
  scope: Scope;
}

const attachmentFor = async (
  { message, account, files, scope }: Sending,
  { part, at, known }: Step,
): Promise<AttachmentReference | undefined> => {
  const file = 'file' in part ? files[part.file] : undefined;
  if (!file) return undefined;
  if (account.via === 'instagram') return { kind: file.kind, url: await linkFor(file, account, scope) };
  const id = known?.attachmentId ?? (await uploadMedia(file, account, scope));
  if (!known?.attachmentId) await storeAttachment(scope, message.id, at, id);
  return { kind: file.kind, id };
};

const request = async (sending: Sending, step: Step): Promise<string> => {
  const { message, account, scope } = sending;
  const { part, at } = step;
  const { quotedExternalId: quoted } = message;
  // A comment is no message of the conversation there.
  const quotedMid = quoted !== undefined && !isComment(quoted) ? quoted : undefined;
  const attachment = await attachmentFor(sending, step);
  const accepted = await graph<{ message_id?: string }>(account, `${nodeOf(account)}/messages`, {
    method: 'POST',
    body: {
      recipient: { id: message.to.value },
      ...typing(message),
      message: messageOf(part, metadataOf(message.id, at), attachment),
      ...(at === 0 && quotedMid && { reply_to: { mid: quotedMid } }),
    },
    signal: scope.signal,
    onPause: (seconds) => pauseFor(account.connectionId, seconds),
  });
  if (!accepted.message_id) throw new GraphUnreachable(true, new Error('Meta’s answer has no id'));
  return accepted.message_id;
};

/** Makes one request, unless Meta has accepted it before. Returns Meta’s id. */
const makeRequest = (sending: Sending, step: Step): Promise<string> => {
  const { message, account, scope } = sending;
  const { part, at, parts, known } = step;
  const body = 'text' in part ? part.text : '';
  return startedRequest(
    scope,
    { connectionId: account.connectionId, messageId: message.id, part: at, parts, person: message.to.value, body },
    known,
    () => request(sending, step),
  );
};

const allMedias = ({ media, medias }: OutboundMessage): readonly Media[] => medias ?? (media ? [media] : []);

/** A file that the channel cannot show is sent as a link, with a sentence. */
const linkLine = async (scope: Scope, { site }: ReadyAccount, { path, name }: Media): Promise<string> => {
  if (site === '') throw channelError('refused', 'no-link');
  const link = new URL(await scope.storage.link(path, 7 * 86_400), site);
  return scope.t('outbound.fileLink', { name, link: link.href });
};

/**
 * Sends one message, in as many requests as needed. The API has no idempotency key: a lost answer leaves the message
 * `unknown`, unless its echo settles it.
 */
export const send = async (
  message: OutboundMessage,
  connection: Connection,
  scope: Scope,
): Promise<{ externalId: string }> => {
  // Meta allows a late message of a person only; one of an automation that comes late must not be marked as such.
  if (message.outsideWindow && message.by !== 'person') throw channelError('window', '2018278');
  const account = await readyAccount(scope, connection);
  const paused = pausedSeconds(connection.id);
  if (paused > 0) throw channelError('retry', 'quota', undefined, { retryAfter: paused, of: 'connection' });
  const answer = answerIn(message);
  if (answer) return inChannelTerms(scope, connection.id, () => sendAnswer({ message, answer, account, scope }));
  return inChannelTerms(scope, connection.id, async () => {
    const files: Sendable[] = [];
    const links: string[] = [];
    for (const media of allMedias(message)) {
      const file = await sendableOf(media, account, scope);
      if (file) files.push(file);
      else links.push(await linkLine(scope, account, media));
    }
    const body = [...links, message.body].filter(Boolean).join('\n');
    const parts = partsOf({ ...message, body }, account.channel, files.length);
    if (parts.length === 0) throw channelError('refused', 'empty');
    const sent = await partsSent(scope, message.id);
    let first = '';
    for (const [at, part] of parts.entries()) {
      const known = sent.find((one) => one.part === at);
      const mid = await makeRequest({ message, account, files, scope }, { part, at, parts: parts.length, known });
      first ||= mid;
    }
    await releaseHeld(scope, connection.id);
    return { externalId: first };
  });
};
