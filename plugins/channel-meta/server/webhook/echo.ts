import { sql, type Scope } from '@balcao/sdk/server';
import { channelInbox } from '@balcao/connections/contract';
import { settleEcho } from '../../contract.ts';
import { appOf } from '../app/app.ts';
import type { Account } from '../account/account.ts';
import { openParts, partOfMid, partsSent, storeMid, type OutgoingPart } from '../send/outgoing.ts';
import { partIn } from '../send/metadata.ts';
import type { WireEvent, WireMessage } from './envelope.ts';

/** Longest time that a message of Meta’s inbox waits for the answer to one of ours. */
const holdSeconds = 60;
/** After a crash an open request is matched by its text for this long. */
const openSeconds = 600;

/** Reports a message as sent once all its parts have an id. */
const settle = async (scope: Scope, connectionId: number, { messageId, parts }: OutgoingPart): Promise<void> => {
  const sent = await partsSent(scope, messageId);
  const first = sent.find(({ part }) => part === 0)?.mid;
  if (!first || sent.filter(({ mid }) => mid !== null).length < parts) return;
  await scope.use(channelInbox).sent(connectionId, messageId, first);
};

/** Settles the only open request to this person that fits the echo. */
const settleOpen = async (
  scope: Scope,
  { connectionId }: Account,
  person: string,
  message: Pick<WireMessage, 'mid' | 'text'>,
): Promise<boolean> => {
  const open = await openParts(scope, connectionId, person, openSeconds);
  const fitting = open.filter(({ body }) => body === (message.text ?? ''));
  const [only] = fitting;
  if (!only || fitting.length > 1) return false;
  const stored = await storeMid(scope, connectionId, only, message.mid);
  if (stored) await settle(scope, connectionId, stored);
  return stored !== undefined;
};

/** Settles an answer to a comment, which Meta reports as a comment of ours in the same thread. */
export const settleOwnComment = async (
  scope: Scope,
  account: Account,
  thread: string,
  comment: Pick<WireMessage, 'mid' | 'text'>,
): Promise<void> => {
  const answered = await partOfMid(scope, account.connectionId, comment.mid);
  // The node may have stopped between Meta’s answer and storing the message as sent.
  if (answered) return settle(scope, account.connectionId, answered);
  await settleOpen(scope, account, thread, comment);
};

/** Recognises a message of our own; true: nothing is left to do. */
const isOwn = async (scope: Scope, account: Account, person: string, message: WireMessage): Promise<boolean> => {
  const { connectionId } = account;
  const named = partIn(message.metadata);
  if (named) {
    const stored = await storeMid(scope, connectionId, named, message.mid);
    if (stored) await settle(scope, connectionId, stored);
    return true;
  }
  const answered = await partOfMid(scope, connectionId, message.mid);
  if (answered) {
    // The node may have stopped between Meta’s answer and storing the message as sent.
    await settle(scope, connectionId, answered);
    return true;
  }
  const app = message.app_id === undefined ? undefined : await appOf(scope, account);
  if (!app || app.appId !== message.app_id) return false;
  // Without a match a person decides about the message whose answer was lost; a second copy would mislead.
  if (!(await settleOpen(scope, account, person, message)))
    scope.log.info({ connection: connectionId }, 'echo of an own message could not be matched');
  return true;
};

/**
 * Handles an echo: a message that the page sent, by us or by another app. Returns true for one that somebody wrote in
 * Meta’s own inbox, which is to be stored.
 */
export const isForeignEcho = async (
  scope: Scope,
  account: Account,
  person: string,
  event: WireEvent & { message: WireMessage },
): Promise<boolean> => {
  if (await isOwn(scope, account, person, event.message)) return false;
  const { connectionId } = account;
  // It may be ours, whose answer has not arrived.
  if ((await openParts(scope, connectionId, person, holdSeconds)).length === 0) return true;
  const { mid } = event.message;
  await scope.tx(async (inner) => {
    await inner.sql.run(
      sql`insert into channel_meta.held_echo (connection_id, mid, event) values (${connectionId}, ${mid}, ${JSON.stringify(event)}::jsonb)
          on conflict do nothing`,
    );
    const at = new Date(Date.now() + holdSeconds * 1000);
    await inner.jobs.schedule(settleEcho, { connectionId, mid }, { at, key: `${connectionId}:${mid}` });
  });
  return false;
};

/** Takes a held echo out; undefined when it turned out to be ours, or was decided before. */
export const takeHeldEcho = async (
  scope: Scope,
  account: Account,
  mid: string,
): Promise<(WireEvent & { message: WireMessage }) | undefined> => {
  const held = await scope.sql.one<{ event: WireEvent & { message: WireMessage } }>(
    sql`select event from channel_meta.held_echo where connection_id = ${account.connectionId} and mid = ${mid}`,
  );
  if (!held) return undefined;
  const person = held.event.recipient?.id ?? '';
  const isOurs =
    (await isOwn(scope, account, person, held.event.message)) ||
    (await settleOpen(scope, account, person, held.event.message));
  return isOurs ? undefined : held.event;
};

export const deleteHeldEcho = (scope: Scope, connectionId: number, mid: string): Promise<number> =>
  scope.sql.run(sql`delete from channel_meta.held_echo where connection_id = ${connectionId} and mid = ${mid}`);

/** After an answer of Meta: decides about the echoes that waited for it. */
export const releaseHeld = async (scope: Scope, connectionId: number): Promise<void> => {
  const held = await scope.sql.rows<{ mid: string }>(
    sql`select mid from channel_meta.held_echo where connection_id = ${connectionId}`,
  );
  for (const { mid } of held)
    await scope.jobs.schedule(settleEcho, { connectionId, mid }, { key: `${connectionId}:${mid}` });
};
