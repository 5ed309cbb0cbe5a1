import type { Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import { flowSessionEnded, type FlowEnd } from '../../contract.ts';
import type { SessionState } from '../../graph/state.ts';
import { logEnds } from './log-session.ts';
import { insertSteps, lockSession, saveSessions, type SessionRow } from './session-store.ts';

/** Tells the logs of the conversations and other plugins that sessions ended. */
export const announceEnds = async (
  scope: Scope,
  ends: readonly { session: SessionRow; reason: FlowEnd }[],
): Promise<void> => {
  await logEnds(
    scope,
    ends.map(({ session: { ticketId, flowId }, reason }) => ({ ticketId, flowId, reason })),
  );
  for (const { session, reason } of ends)
    await scope.emit(flowSessionEnded, `ticket:${session.ticketId}`, {
      ticketId: session.ticketId,
      flowId: session.flowId,
      sessionId: session.id,
      reason,
      at: session.now.toISOString(),
    });
};

const emptyState: SessionState = {
  flowId: null,
  versionId: null,
  nodeId: '',
  status: 'ended',
  wait: null,
  isReturning: false,
  values: {},
  stack: [],
  seq: 0,
  turn: { steps: 0, messages: 0, visits: {} },
  visits: {},
  usedErrorPath: false,
  enteredAt: 0,
  lastReply: null,
  ended: null,
};

/** The line of the log for an end that no node made. */
export const endRecord = (nodeId: string, ended: FlowEnd) => ({
  nodeId,
  type: '',
  isEntry: false,
  leftBy: null,
  edgeId: null,
  waitedMs: null,
  attempt: null,
  ended,
  error: null,
});

export const endedState = (before: SessionState | null, reason: FlowEnd): SessionState => ({
  ...(before ?? emptyState),
  status: 'ended',
  wait: null,
  ended: reason,
  seq: (before?.seq ?? 0) + 1,
});

/** Ends a session from outside, where it stands. The conversation is not touched. */
export const endSession = async (scope: Scope, session: SessionRow, reason: FlowEnd): Promise<void> => {
  const before = session.memory;
  const state = endedState(before, reason);
  await saveSessions(scope, [{ session, state, askedId: 0, expiryMinutes: 0 }]);
  // A session that was only offered never began: it is in no number.
  if (session.state !== 'offered' && before)
    await insertSteps(scope, [
      {
        sessionId: session.id,
        seq: state.seq,
        flowId: before.flowId,
        versionId: before.versionId,
        record: endRecord(before.nodeId, reason),
      },
    ]);
  await announceEnds(scope, [{ session, reason }]);
};

/** Ends a session that cannot even be handed over by a step; people see the conversation waiting. */
export const abandonSession = async (scope: Scope, sessionId: number): Promise<void> => {
  const session = await lockSession(scope, sessionId);
  if (!session) return;
  await scope.use(tickets).setAutomaticService(session.ticketId, false);
  await endSession(scope, session, 'failed');
};
