import type { FlowResult, FlowSignal, FlowValue } from '../contract.ts';
import type { CompiledFlow, CompiledNode } from './compile.ts';
import { contextOf, valueReader } from './context.ts';
import { nameKey, namesIn } from './fill.ts';
import { handoverNote } from './handover-note.ts';
import { end, fail, follow, handOver, own, sendOwn, stop, type Step, type StepRecord } from './moves.ts';
import { budgets, type SessionState, type StepSignal } from './state.ts';
import { isOneOf, wordKey } from './words.ts';
import type { NodeRunner, StepEffect, World } from './world.ts';

export interface StepOutcome {
  state: SessionState;
  effects: StepEffect[];
  record: StepRecord;
  /** Variables that the step set. */
  set: Record<string, FlowValue>;
  /** The flow to continue with: the caller loads it and calls `enterFlow`. */
  enters?: { flowId: number; returns: boolean };
}

class StepFault extends Error {
  override readonly name = 'StepFault';
}

const copy = (state: SessionState): SessionState => structuredClone(state);

const visitKey = (state: SessionState, nodeId: string): string => `${state.versionId ?? 0}:${nodeId}`;

/** Counts a step; returns true when a budget is used up. */
const spend = (state: SessionState, isEntry: boolean): boolean => {
  state.turn.steps += 1;
  if (isEntry) {
    const key = visitKey(state, state.nodeId);
    state.turn.visits[key] = (state.turn.visits[key] ?? 0) + 1;
    state.visits[key] = (state.visits[key] ?? 0) + 1;
    if (state.turn.visits[key] > budgets.visitsATurn || state.visits[key] > budgets.visitsASession) return true;
  }
  return state.turn.steps > budgets.stepsATurn || state.seq > budgets.stepsASession;
};

const newTurn = (state: SessionState): void => {
  state.turn = { steps: 0, messages: 0, visits: {} };
};

const setValues = (state: SessionState, set: Readonly<Record<string, FlowValue>>): Record<string, FlowValue> => {
  const changed: Record<string, FlowValue> = {};
  for (const [name, given] of Object.entries(set)) {
    const key = nameKey(name);
    if (key === '') continue;
    // PostgreSQL stores neither NUL nor unpaired surrogates, and other systems may return them.
    const value = typeof given === 'string' ? given.replaceAll('\0', '').toWellFormed() : given;
    if (value === null) delete state.values[key];
    else state.values[key] = value;
    changed[key] = value;
  }
  return changed;
};

const isTooLarge = (state: SessionState): boolean => JSON.stringify(state.values).length > budgets.valuesBytes;

const apply = (step: Step, node: CompiledNode, runner: NodeRunner, result: FlowResult): void => {
  const { state, world } = step;
  step.set = setValues(state, result.set ?? {});
  if (isTooLarge(state)) return stop(step, node);
  for (const effect of result.effects ?? []) {
    if (effect.kind === 'send') {
      state.turn.messages += 1;
      if (state.turn.messages > budgets.messagesATurn) return stop(step, node);
    }
    if (effect.kind === 'route') {
      const text = handoverNote(state.values, world);
      if (text !== '') step.effects.push(own(node.id, { kind: 'note', text }));
    }
    step.effects.push({ nodeId: node.id, plugin: runner.plugin, effect });
  }
  follow(step, node, result.next);
};

/** Words that are understood everywhere, unless the node itself offers the same words. */
const globalWord = (
  { flow, state }: Step,
  node: CompiledNode | undefined,
  runner: NodeRunner | undefined,
  text: string,
): 'menu' | 'attendant' | 'leave' | undefined => {
  const { menu, attendant, leave } = flow.settings.words;
  const word = isOneOf(text, attendant)
    ? 'attendant'
    : isOneOf(text, leave)
      ? 'leave'
      : isOneOf(text, menu)
        ? 'menu'
        : undefined;
  if (!word || !node || !runner || state.wait?.kind !== 'reply') return word;
  const parsed = runner.node.schema.safeParse(node.data);
  const isOffered =
    parsed.success && runner.node.handles(parsed.data).some(({ title = '' }) => wordKey(title) === wordKey(text));
  return isOffered ? undefined : word;
};

const followWord = (step: Step, word: 'menu' | 'attendant' | 'leave'): void => {
  const { flow, state, world } = step;
  state.wait = null;
  if (word === 'attendant') return handOver(step, 'handed');
  if (word === 'leave') {
    const { leaveText } = flow.settings;
    if (leaveText !== '') sendOwn(step, leaveText);
    step.effects.push(own(state.nodeId, { kind: 'close', isSilent: true }));
    return end(step, 'left');
  }
  step.record.leftBy = 'menu';
  step.record.waitedMs = Math.max(0, world.now.getTime() - state.enteredAt);
  state.nodeId = flow.startId;
  state.status = 'running';
  state.stack = state.stack.slice(0, budgets.stackDepth);
  state.enteredAt = world.now.getTime();
};

const begin = (flow: CompiledFlow, before: SessionState, world: World, isEntry: boolean): Step => {
  const state = copy(before);
  state.seq += 1;
  if (isEntry) state.replies = 0;
  const type = flow.nodes.get(state.nodeId)?.type ?? '';
  const record = {
    nodeId: state.nodeId,
    type,
    isEntry,
    leftBy: null,
    edgeId: null,
    waitedMs: null,
    attempt: null,
    ended: null,
    error: null,
  };
  return { flow, state, world, effects: [], record, set: {}, unfilled: [] };
};

const outcome = async ({ state, world, effects, record, set, enters, unfilled }: Step): Promise<StepOutcome> => {
  if (unfilled.length > 0) {
    const names = unfilled.flatMap(({ text }) => namesIn(text)).filter((name) => state.values[name] === undefined);
    const { fill } = valueReader(state, world, await world.load(names).catch(() => ({})));
    for (const effect of unfilled) effect.text = fill(effect.text);
  }
  return { state, effects, record, set, ...(enters && { enters }) };
};

/**
 * Makes one step of a session: runs its node, or passes a signal to the one that waits. It changes nothing by itself:
 * the caller stores the new state together with the effects, or discards both. The same step for the same input is the
 * same: the engine, the simulator and saved dialogues call this function and no other.
 */
export const step = async (
  flow: CompiledFlow,
  before: SessionState,
  signal: StepSignal | undefined,
  world: World,
): Promise<StepOutcome> => {
  const isEntry = signal === undefined && !before.isReturning;
  const current = begin(flow, before, world, isEntry);
  const { state } = current;
  const node = flow.nodes.get(state.nodeId);
  const runner = node && world.runner(node.type);
  if (signal?.kind === 'reply') {
    newTurn(state);
    state.lastReply = signal.messages.at(-1) ?? state.lastReply;
    const word = globalWord(current, node, runner, signal.text);
    if (word) {
      followWord(current, word);
      return outcome(current);
    }
    state.replies = (state.replies ?? 0) + 1;
    current.record.attempt = state.replies;
  } else if (signal?.kind === 'timer' && world.now.getTime() - state.enteredAt >= budgets.pauseMs) newTurn(state);
  if (spend(state, isEntry)) {
    stop(current, node);
    return outcome(current);
  }
  try {
    if (!node) throw new StepFault('ERR_FLOW_NODE_MISSING');
    if (!runner) throw new StepFault('ERR_FLOW_NODE_OFF');
    const passed: FlowSignal | undefined = state.isReturning ? { kind: 'returned' } : signal;
    apply(current, node, runner, await call(current, node, runner, passed));
  } catch (error) {
    const { code } = error as { code?: unknown };
    const reason =
      error instanceof StepFault ? error.message : typeof code === 'string' ? code : 'ERR_FLOW_NODE_FAILED';
    return failStep(flow, before, reason, world, isEntry);
  }
  return outcome(current);
};

const call = async (
  { state, world, flow }: Step,
  node: CompiledNode,
  runner: NodeRunner,
  signal: FlowSignal | undefined,
): Promise<FlowResult> => {
  const parsed = runner.node.schema.safeParse(node.data);
  if (!parsed.success) throw new StepFault('ERR_FLOW_NODE_DATA');
  const loaded = await world.load(node.names.filter((name) => state.values[name] === undefined));
  const context = contextOf({
    state,
    world,
    flow,
    node,
    data: parsed.data,
    loaded,
    visits: state.visits[visitKey(state, node.id)] ?? 1,
  });
  state.isReturning = false;
  state.wait = null;
  state.status = 'running';
  if (signal === undefined) return runner.run((item, scope) => item.execute(context, scope));
  return runner.run((item, scope) => {
    if (!item.resume) throw new StepFault('ERR_FLOW_NODE_FAILED');
    return item.resume(context, signal, scope);
  });
};

/** The step when its node, or an effect of it, failed. */
export const failStep = async (
  flow: CompiledFlow,
  before: SessionState,
  code: string,
  world: World,
  isEntry: boolean = before.status === 'running' && !before.isReturning,
): Promise<StepOutcome> => {
  const current = begin(flow, before, world, isEntry);
  const { state } = current;
  state.isReturning = false;
  state.wait = null;
  const isOver = spend(state, isEntry);
  const node = flow.nodes.get(state.nodeId);
  if (isOver) stop(current, node);
  else fail(current, node, code);
  return outcome(current);
};

/** The step when the customer was silent for as long as the flow allows. */
export const expireStep = (flow: CompiledFlow, before: SessionState, world: World): Promise<StepOutcome> => {
  const current = begin(flow, before, world, false);
  end(current, 'expired');
  return outcome(current);
};

/** Continues with another flow, after a step with `enters`. */
export const enterFlow = (state: SessionState, flow: CompiledFlow, returns: boolean, now: Date): SessionState => {
  const next = copy(state);
  if (returns) next.stack.unshift({ flowId: state.flowId, versionId: state.versionId, nodeId: state.nodeId });
  Object.assign(next, {
    flowId: flow.flowId,
    versionId: flow.versionId,
    nodeId: flow.startId,
    status: 'running',
    wait: null,
  });
  next.enteredAt = now.getTime();
  return next;
};
