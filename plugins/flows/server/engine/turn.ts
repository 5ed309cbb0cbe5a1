import { AppError, type Scope } from '@balcao/sdk/server';
import { tickets, type MessageView } from '@balcao/tickets/contract';
import type { FlowTicket } from '../../contract.ts';
import type { CompiledFlow } from '../../graph/compile.ts';
import { enterFlow, expireStep, failStep, step, type StepOutcome } from '../../graph/reducer.ts';
import type { SessionState } from '../../graph/state.ts';
import type { World } from '../../graph/world.ts';
import { liveVersion, versionById } from '../flow-store.ts';
import { answersOf, storeAnswers, type StoredAnswer } from './answers.ts';
import { changesConversation, Effects } from './effects.ts';
import { doWork, workKey } from './jobs.ts';
import { keywordFlow } from './keyword-flow.ts';
import { nextSignal, type NextStep, type Occasion } from './next-signal.ts';
import type { RunnerOf } from './runners.ts';
import { announceEnds, endedState, endRecord } from './session-end.ts';
import { insertSteps, saveSessions, takeInboxes, type SessionRow, type StoredStep } from './session-store.ts';
import { flowTicketOf, ticketWorld } from './ticket-world.ts';
import { scheduleWakes } from './wake-times.ts';

/** Steps that one transaction makes at most: nobody waits longer for its locks. */
export const stepsAtOnce = 40;

/** A session that is locked together with its conversation. */
export interface HeldSession {
  session: SessionRow;
  ticket: FlowTicket;
}

/** The steps of one session in one transaction, which are stored with those of other sessions. */
export interface Turn {
  session: SessionRow;
  state: SessionState;
  steps: StoredStep[];
  answers: StoredAnswer[];
  /** The last message of the inbox that was used, and the step that used it; 0: none. */
  takenId: number;
  takenSeq: number;
  /** The last message that a careful step sent. */
  sentId: number;
  expiryMinutes: number;
}

/** The parts of a transaction that all turns of it share. */
export interface Working {
  scope: Scope;
  effects: Effects;
  runner: RunnerOf;
  /**
   * One step, whose effects are applied behind a savepoint: a refused one makes the step a failed one. Otherwise the
   * whole turn is made without savepoints, and a refusal undoes the transaction.
   */
  isCareful: boolean;
}

type Ready = Extract<NextStep, { kind: 'step' }>;

const codeOf = (error: unknown): string | undefined => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
};

const isOver = (code: string | undefined): boolean => code === 'ERR_NOT_AUTOMATIC' || code === 'ERR_TICKET_CLOSED';

/** The version on which a session is; of a tree of keywords the tree of today. */
const flowOf = async (scope: Scope, session: SessionRow, state: SessionState): Promise<CompiledFlow | undefined> =>
  state.versionId === null ? keywordFlow(scope, session.connectionId ?? 0) : versionById(scope, state.versionId);

/** Loads the flow that the step goes on with; without a published version of it the step has failed. */
const entered = async (
  scope: Scope,
  flow: CompiledFlow,
  before: SessionState,
  outcome: StepOutcome,
  world: World,
): Promise<StepOutcome> => {
  if (!outcome.enters) return outcome;
  const next = await liveVersion(scope, outcome.enters.flowId);
  if (!next) return failStep(flow, before, 'ERR_FLOW_NOT_PUBLISHED', world);
  return { ...outcome, state: enterFlow(outcome.state, next, outcome.enters.returns, world.now) };
};

/** After a refused message no further message is tried: people are called by the rest. */
const withoutSends = (effects: StepOutcome['effects'], code: string | undefined): StepOutcome['effects'] =>
  code === 'ERR_WINDOW_CLOSED' ? effects.filter(({ effect }) => effect.kind !== 'send') : effects;

/** Applies the effects behind a savepoint. Only a refusal because people have the conversation is thrown. */
const appliedCarefully = async (
  { scope }: Working,
  turn: Turn,
  flow: CompiledFlow,
  before: SessionState,
  outcome: StepOutcome,
  world: World,
): Promise<StepOutcome> => {
  const { id: sessionId, ticketId } = turn.session;
  const apply = (effects: StepOutcome['effects']): Promise<void> =>
    scope.tx(async (inner) => {
      const own = new Effects(inner);
      await own.apply({ sessionId, ticketId, seq: outcome.state.seq }, effects);
      await own.flush();
      turn.sentId = Math.max(turn.sentId, own.sentBy(sessionId) ?? 0);
    });
  if (outcome.effects.length === 0) return outcome;
  try {
    await apply(outcome.effects);
    return outcome;
  } catch (error) {
    const code = codeOf(error);
    if (isOver(code)) throw error;
    scope.log.warn({ err: error, session: sessionId, node: before.nodeId }, 'an effect of a flow was refused');
    const failed = await failStep(flow, before, error instanceof AppError ? error.code : 'ERR_FLOW_NODE_FAILED', world);
    await apply(withoutSends(failed.effects, code));
    return failed;
  }
};

const makeStep = async (
  working: Working,
  turn: Turn,
  ticket: FlowTicket,
  flow: CompiledFlow,
  { state: before, signal, failure, isExpired }: Ready,
): Promise<StepOutcome> => {
  const { scope, effects, runner, isCareful } = working;
  const { id: sessionId, ticketId, now } = turn.session;
  const lastText = (): string => (signal?.kind === 'reply' ? signal.text : (before.lastReply?.body ?? ''));
  const world = ticketWorld(scope, { sessionId, ticket, now, lastText, runner });
  const made = isExpired
    ? await expireStep(flow, before, world)
    : failure === undefined
      ? await step(flow, before, signal, world)
      : await failStep(flow, before, failure, world);
  const outcome = await entered(scope, flow, before, made, world);
  if (isCareful) return appliedCarefully(working, turn, flow, before, outcome, world);
  await effects.apply({ sessionId, ticketId, seq: outcome.state.seq }, outcome.effects);
  return outcome;
};

const record = (turn: Turn, before: SessionState, made: Pick<StepOutcome, 'state' | 'record'>): void => {
  turn.state = made.state;
  turn.steps.push({
    sessionId: turn.session.id,
    seq: made.state.seq,
    flowId: before.flowId,
    versionId: before.versionId,
    record: made.record,
  });
};

/** The flow was deleted: people are called where the conversation is. */
const loseFlow = async ({ effects }: Working, turn: Turn): Promise<void> => {
  const { state: before, session } = turn;
  record(turn, before, { state: endedState(before, 'failed'), record: endRecord(before.nodeId, 'failed') });
  const release = { nodeId: null, plugin: 'flows', effect: { kind: 'release' as const } };
  await effects.apply({ sessionId: session.id, ticketId: session.ticketId, seq: turn.state.seq }, [release]);
};

/** Makes the steps that a locked session has to make now. Undefined: there is nothing to do. */
export const takeTurn = async (
  working: Working,
  held: HeldSession,
  occasion: Occasion,
  arrived?: MessageView,
): Promise<Turn | undefined> => {
  const { scope, isCareful } = working;
  const { session } = held;
  if (!session.memory || (session.state === 'offered' && occasion.kind !== 'message')) return undefined;
  const found = await nextSignal(scope, session, session.memory, occasion, arrived);
  if (found.kind === 'nothing') return undefined;
  const turn: Turn = {
    session,
    state: found.state,
    steps: [],
    answers: [],
    takenId: 0,
    takenSeq: 0,
    sentId: 0,
    expiryMinutes: 0,
  };
  let next: Ready = found;
  let { ticket } = held;
  for (let count = 0; count < (isCareful ? 1 : stepsAtOnce); count += 1) {
    const flow = await flowOf(scope, session, next.state);
    if (!flow) {
      await loseFlow(working, turn);
      break;
    }
    const outcome = await makeStep(working, turn, ticket, flow, next);
    record(turn, next.state, outcome);
    turn.answers.push(...answersOf(session.id, outcome));
    turn.expiryMinutes = flow.settings.expiryMinutes;
    if (next.takenId > 0) Object.assign(turn, { takenId: next.takenId, takenSeq: outcome.state.seq });
    if (outcome.state.status !== 'running') break;
    if (changesConversation(outcome.effects)) ticket = (await flowTicketOf(scope, session.ticketId)) ?? ticket;
    next = { kind: 'step', state: outcome.state, signal: undefined, takenId: 0 };
  }
  return turn;
};

const planWork = async (scope: Scope, { session, state }: Turn): Promise<void> => {
  if (state.wait?.kind === 'work')
    await scope.jobs.schedule(
      doWork,
      { sessionId: session.id, token: state.wait.token, attempt: 1 },
      { key: workKey(session.id) },
    );
};

/** Stores turns with everything that follows from them, in a few statements for all. */
export const finishTurns = async ({ scope, effects }: Working, turns: readonly Turn[]): Promise<void> => {
  await effects.flush();
  if (turns.length === 0) return;
  const dues = await saveSessions(
    scope,
    turns.map(({ session, state, takenId, sentId, expiryMinutes }) => ({
      session,
      state,
      askedId: Math.max(takenId, sentId, effects.sentBy(session.id) ?? 0),
      expiryMinutes,
    })),
  );
  const taken = turns.filter(({ takenId }) => takenId > 0);
  if (taken.length > 0)
    await takeInboxes(
      scope,
      taken.map(({ session, takenId, takenSeq }) => ({ sessionId: session.id, upTo: takenId, seq: takenSeq })),
    );
  await insertSteps(
    scope,
    turns.flatMap(({ steps }) => steps),
  );
  await storeAnswers(
    scope,
    turns.flatMap(({ answers }) => answers),
  );
  await announceEnds(
    scope,
    turns.flatMap(({ session, state }) =>
      state.status === 'ended' ? [{ session, reason: state.ended ?? 'completed' }] : [],
    ),
  );
  for (const turn of turns) await planWork(scope, turn);
  const waits = turns.flatMap(({ session, state }, index) => {
    const at = dues[index];
    return at && state.wait?.kind !== 'work' ? [{ sessionId: session.id, at }] : [];
  });
  await scheduleWakes(scope, waits);
};

/** Shows the customers that somebody is typing, where their flow pauses for that. Failures are only logged there. */
export const showTyping = async (scope: Scope, turns: readonly Turn[]): Promise<void> => {
  const service = scope.use(tickets);
  const typing = turns.filter(({ state }) => state.wait?.typing === true);
  await Promise.all(typing.map(({ session }) => service.typing(session.ticketId).catch(() => undefined)));
};
