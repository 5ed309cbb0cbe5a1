import { sql, type Scope } from '@balcao/sdk/server';
import type { MessageView } from '@balcao/tickets/contract';
import type { SessionState, StepSignal } from '../../graph/state.ts';
import { isOneOf } from '../../graph/words.ts';
import { versionById } from '../flow-store.ts';
import { repliesOf } from './replies.ts';
import { openInbox, type SessionRow } from './session-store.ts';
import { scheduleWakes } from './wake-times.ts';

/** The reason why a session is looked at. */
export type Occasion =
  /** The customer wrote. */
  | { kind: 'message' }
  /** A job, the sweeper, or the step before. */
  | { kind: 'wake' }
  /** The work of this wait returned or failed. */
  | { kind: 'work'; token: string; result: { done: unknown } | { failed: string } }
  /** The step failed again and again by itself. */
  | { kind: 'broken'; code: string };

export type NextStep =
  | { kind: 'nothing' }
  | {
      kind: 'step';
      state: SessionState;
      signal: StepSignal | undefined;
      isExpired?: boolean;
      failure?: string;
      /** The last message of the inbox that the step uses; 0: none. */
      takenId: number;
    };

/**
 * Free text is awaited this long after each message, and at most this long after the first: longer while the channel
 * tells that the customer is typing.
 */
export const settleSeconds = { pause: 3, most: 20, typing: 10, maxTyping: 60 } as const;

const nothing: NextStep = { kind: 'nothing' };

const reply = async (scope: Scope, ids: readonly number[], arrived: MessageView | undefined) => {
  const messages = await repliesOf(scope, ids, arrived);
  const last = messages.at(-1);
  const text = messages
    .map(({ body }) => body)
    .filter((body) => body !== '')
    .join('\n');
  return { kind: 'reply' as const, messages, text, choice: last?.choice ?? null };
};

const wordsOf = async (scope: Scope, { versionId }: SessionState): Promise<readonly string[]> => {
  const flow = versionId === null ? undefined : await versionById(scope, versionId);
  if (!flow) return [];
  const { menu, attendant, leave } = flow.settings.words;
  return [...menu, ...attendant, ...leave];
};

/**
 * Waits a little for the rest of what the customer writes. Returns true while it does. Each message moves the end of the
 * pause, up to a limit counted from the first.
 */
const isSettling = async (scope: Scope, session: SessionRow, occasion: Occasion): Promise<boolean> => {
  if (session.isSettled && occasion.kind !== 'message') return false;
  const { pause, most, maxTyping } = settleSeconds;
  const after = (seconds: number) => sql`make_interval(secs => ${seconds})`;
  const row = await scope.sql.one<{ at: Date; isOver: boolean }>(
    sql`with first as (select min(at) as at from flows.inbox where session_id = ${session.id} and taken_seq is null and message_id > ${session.askedId}),
             next as (select case when ${occasion.kind === 'message'}
                               then least(now() + ${after(pause)},
                                          first.at + case when s.settle_at > first.at + ${after(most)} then ${after(maxTyping)} else ${after(most)} end)
                               else least(greatest(coalesce(s.settle_at, now() + ${after(pause)}), now()), first.at + ${after(maxTyping)}) end as at
                        from first, flows.session s where s.id = ${session.id})
        update flows.session s set settle_at = next.at, touched_at = now() from next where s.id = ${session.id}
        returning next.at, next.at <= now() as "isOver"`,
  );
  if (!row || row.isOver) return false;
  await scheduleWakes(scope, [{ sessionId: session.id, at: row.at }]);
  return true;
};

const begin = async (
  scope: Scope,
  session: SessionRow,
  state: SessionState,
  arrived: MessageView | undefined,
): Promise<NextStep> => {
  const ids = await openInbox(scope, session.id);
  const [lastReply] = await repliesOf(scope, ids.slice(-1), arrived);
  return {
    kind: 'step',
    state: { ...state, lastReply: lastReply ?? state.lastReply, enteredAt: session.now.getTime() },
    signal: undefined,
    takenId: ids.at(-1) ?? 0,
  };
};

/** Answers are the messages that arrived after the question; earlier ones are only context. */
const answered = async (
  scope: Scope,
  session: SessionRow,
  state: SessionState,
  occasion: Occasion,
  arrived: MessageView | undefined,
): Promise<NextStep | undefined> => {
  const open = await openInbox(scope, session.id);
  const ids = open.filter((id) => id > session.askedId);
  const last = ids.at(-1);
  if (last === undefined) {
    // The messages that were awaited further were deleted.
    if (session.settleAt) await scope.sql.run(sql`update flows.session set settle_at = null where id = ${session.id}`);
    return undefined;
  }
  const signal = await reply(scope, ids, arrived);
  const words = state.wait?.settles === true ? await wordsOf(scope, state) : [];
  const isWord = words.length > 0 && isOneOf(signal.messages.at(-1)?.body ?? '', words);
  if (state.wait?.settles === true && !isWord && (await isSettling(scope, session, occasion))) return nothing;
  const said = isWord ? await reply(scope, [last], arrived) : signal;
  return { kind: 'step', state, signal: said, takenId: last };
};

/** During a pause or a request only the words that always work are followed; the rest waits in the inbox. */
const interrupted = async (
  scope: Scope,
  session: SessionRow,
  state: SessionState,
  arrived: MessageView | undefined,
): Promise<NextStep | undefined> => {
  const last = (await openInbox(scope, session.id)).at(-1);
  if (last === undefined) return undefined;
  const signal = await reply(scope, [last], arrived);
  if (!isOneOf(signal.text, await wordsOf(scope, state))) return undefined;
  return { kind: 'step', state, signal, takenId: last };
};

/**
 * Decides what a locked session does now. Only its own state and the clock of the database count, so a signal that
 * comes twice or too late finds nothing to do.
 */
export const nextSignal = async (
  scope: Scope,
  session: SessionRow,
  state: SessionState,
  occasion: Occasion,
  arrived: MessageView | undefined,
): Promise<NextStep> => {
  if (occasion.kind === 'broken') return { kind: 'step', state, signal: undefined, failure: occasion.code, takenId: 0 };
  if (session.state === 'offered') return begin(scope, session, state, arrived);
  if (session.state === 'running') return { kind: 'step', state, signal: undefined, takenId: 0 };
  const { wait } = state;
  if (!wait) return { kind: 'step', state, signal: undefined, failure: 'ERR_FLOW_NODE_FAILED', takenId: 0 };
  if (wait.kind === 'reply') {
    const found = await answered(scope, session, state, occasion, arrived);
    if (found) return found;
    if (!session.isDue) return nothing;
    return session.isExpiry
      ? { kind: 'step', state, signal: undefined, isExpired: true, takenId: 0 }
      : { kind: 'step', state, signal: { kind: 'timeout' }, takenId: 0 };
  }
  if (occasion.kind === 'message') {
    const found = await interrupted(scope, session, state, arrived);
    if (found) return found;
  }
  if (wait.kind === 'timer')
    return session.isDue ? { kind: 'step', state, signal: { kind: 'timer' }, takenId: 0 } : nothing;
  if (occasion.kind === 'work' && occasion.token === wait.token) {
    const { result } = occasion;
    const signal: StepSignal =
      'done' in result ? { kind: 'done', result: result.done } : { kind: 'failed', reason: result.failed };
    return { kind: 'step', state, signal, takenId: 0 };
  }
  return session.isDue
    ? { kind: 'step', state, signal: { kind: 'failed', reason: 'ERR_TIMEOUT' }, takenId: 0 }
    : nothing;
};
