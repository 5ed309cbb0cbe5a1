import { sql, type Scope } from '@balcao/sdk/server';
import { tickets, type MessageView } from '@balcao/tickets/contract';
import { Effects } from './effects.ts';
import { sessionKey, wakeSession } from './jobs.ts';
import type { Occasion } from './next-signal.ts';
import { runnersOf } from './runners.ts';
import { abandonSession, endSession } from './session-end.ts';
import { lockSession } from './session-store.ts';
import { finishTurns, showTyping, stepsAtOnce, takeTurn, type Turn } from './turn.ts';

const maxFailures = 3;

/** A step that fails by itself, not by its node, is tried again later; after some attempts people are called. */
const postpone = async (scope: Scope, sessionId: number, error: unknown): Promise<void> => {
  scope.log.error({ err: error, session: sessionId }, 'a step of a flow failed');
  const row = await scope.sql.one<{ failures: number }>(
    sql`update flows.session set failures = failures + 1, touched_at = now()
         where id = ${sessionId} and ended_at is null returning failures`,
  );
  if (!row) return;
  if (row.failures >= 2 * maxFailures) {
    await scope.tx((inner) => abandonSession(inner, sessionId));
    return;
  }
  if (row.failures >= maxFailures) {
    await scope.tx((inner) =>
      continueSession(inner, sessionId, { kind: 'broken', code: 'ERR_FLOW_STEP_FAILED' }, undefined, true),
    );
    return;
  }
  const at = new Date(Date.now() + row.failures * 5_000);
  await scope.jobs.schedule(wakeSession, { sessionId }, { at, key: sessionKey(sessionId) });
};

/**
 * Continues a session in the transaction of the scope, in which the session and its conversation are locked. Everything
 * that the database does (messages, tags, queue, the next job) is stored with the new state, or not at all.
 */
const continueSession = async (
  scope: Scope,
  sessionId: number,
  occasion: Occasion,
  arrived: MessageView | undefined,
  isCareful: boolean,
): Promise<Turn | undefined> => {
  const session = await lockSession(scope, sessionId);
  if (!session || (session.state === 'offered' && occasion.kind !== 'message')) return undefined;
  const [held] = await scope.use(tickets).holdAll([session.ticketId], 'flows');
  if (!held) {
    await endSession(scope, session, 'person');
    return undefined;
  }
  const working = { scope, effects: new Effects(scope), runner: runnersOf(scope), isCareful };
  const ticket = { ...held, connectionId: held.connectionId ?? 0 };
  const turn = await takeTurn(working, { session, ticket }, occasion, arrived);
  if (turn) await finishTurns(working, [turn]);
  return turn;
};

/** True when the whole turn was made; false when it was undone, because a step of it was refused or failed. */
const turnAtOnce = async (
  scope: Scope,
  sessionId: number,
  occasion: Occasion,
  arrived: MessageView | undefined,
): Promise<boolean> => {
  try {
    const turn = await scope.tx((inner) => continueSession(inner, sessionId, occasion, arrived, false));
    if (turn) await showTyping(scope, [turn]);
    if (turn?.state.status === 'running')
      await scope.jobs.schedule(wakeSession, { sessionId }, { key: sessionKey(sessionId) });
    return true;
  } catch (error) {
    // The server is stopping: the sweeper of another one continues.
    if (scope.signal.aborted) return true;
    scope.log.info({ err: error, session: sessionId }, 'a turn of a flow is repeated step by step');
    return false;
  }
};

/**
 * Continues a session as far as it goes now: all steps in one transaction, or, when one of them is refused, step by step,
 * so that the steps before it count and the flow continues on its error path.
 */
export const advance = async (
  scope: Scope,
  sessionId: number,
  occasion: Occasion,
  arrived?: MessageView,
): Promise<void> => {
  if (await turnAtOnce(scope, sessionId, occasion, arrived)) return;
  let current = occasion;
  for (let steps = 0; steps < stepsAtOnce; steps += 1) {
    let turn: Turn | undefined;
    try {
      turn = await scope.tx((inner) => continueSession(inner, sessionId, current, arrived, true));
    } catch (error) {
      if (scope.signal.aborted) return;
      await postpone(scope, sessionId, error);
      return;
    }
    if (turn) await showTyping(scope, [turn]);
    if (turn?.state.status !== 'running' || scope.signal.aborted) return;
    current = { kind: 'wake' };
  }
  await scope.jobs.schedule(wakeSession, { sessionId }, { key: sessionKey(sessionId) });
};
