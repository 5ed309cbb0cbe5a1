import type { FlowEnd, FlowNext, FlowValue } from '../contract.ts';
import type { CompiledFlow, CompiledNode } from './compile.ts';
import { handoverNote } from './handover-note.ts';
import { budgets, type SessionState } from './state.ts';
import type { StepEffect, World } from './world.ts';

/** One line of the log of a session. */
export interface StepRecord {
  nodeId: string;
  type: string;
  /** The node was entered by this step; false: it continued. */
  isEntry: boolean;
  /** The way out that was taken; null: it waits, or the session ended here. */
  leftBy: string | null;
  edgeId: string | null;
  /** Milliseconds between entering and leaving; null: it was not left. */
  waitedMs: number | null;
  /** Which answer of the customer to this node it used, from 1; null: none. */
  attempt: number | null;
  ended: FlowEnd | null;
  error: string | null;
}
/** A step that is being made. */
export interface Step {
  flow: CompiledFlow;
  state: SessionState;
  world: World;
  effects: StepEffect[];
  record: StepRecord;
  set: Record<string, FlowValue>;
  enters?: { flowId: number; returns: boolean };
  /** Texts of the flow's settings among the effects, in which values are still to be inserted. */
  unfilled: { text: string }[];
}

/** Sends a text of the flow's settings. */
export const sendOwn = (step: Step, text: string): void => {
  const effect = { kind: 'send' as const, text };
  step.unfilled.push(effect);
  step.effects.push(own(step.state.nodeId, effect));
};

export const own = (nodeId: string | null, effect: StepEffect['effect']): StepEffect => ({
  nodeId,
  plugin: 'flows',
  effect,
});

/** Ends the session. The conversation is released unless an effect moved or closed it. */
export const end = (step: Step, reason: FlowEnd): void => {
  const { state, record } = step;
  state.status = 'ended';
  state.wait = null;
  state.ended = reason;
  record.ended = reason;
  const isMoved = step.effects.some(({ effect }) => effect.kind === 'route' || effect.kind === 'close');
  if (!isMoved) step.effects.push(own(state.nodeId, { kind: 'release' }));
};

/**
 * Calls people: a text for the customer, a note of what was collected, and the queue for such conversations. A
 * conversation that an attendant has stays with them.
 */
export const handOver = (step: Step, reason: 'handed' | 'failed' | 'limit', note?: string): void => {
  const { flow, state, world } = step;
  const { handoverText, queueId } = flow.settings;
  if (handoverText !== '') sendOwn(step, handoverText);
  const text = [note, handoverNote(state.values, world)]
    .filter((part) => part !== undefined && part !== '')
    .join('\n\n');
  if (text !== '') step.effects.push(own(state.nodeId, { kind: 'note', text }));
  if (queueId !== null && world.ticket.userId === null)
    step.effects.push(own(state.nodeId, { kind: 'route', queueId }));
  end(step, reason);
};

/** Leaves the node by a way out. Without a connection the flow ends, or people are called. */
const go = (step: Step, node: CompiledNode, handle: string): void => {
  const { state, record, world } = step;
  record.leftBy = handle;
  record.waitedMs = Math.max(0, world.now.getTime() - state.enteredAt);
  const edge = node.next.get(handle);
  if (edge) {
    record.edgeId = edge.id;
    state.nodeId = edge.target;
    state.status = 'running';
    state.wait = null;
    state.enteredAt = world.now.getTime();
    return;
  }
  if (handle === 'failed') fail(step, node, 'ERR_FLOW_NODE_FAILED');
  else if (handle === 'timeout') end(step, 'expired');
  else if (handle === 'invalid' || handle === 'unavailable') handOver(step, 'handed');
  else complete(step);
};

/** Ends this flow: the one that ran it continues, if there is one. */
const complete = (step: Step): void => {
  const caller = step.state.stack.shift();
  if (!caller) return end(step, 'completed');
  Object.assign(step.state, caller, { status: 'running', wait: null, isReturning: true });
};

/** Continues at the way `failed`, else at the flow's error path, once; else people are called. Never at the start. */
export const fail = (step: Step, node: CompiledNode | undefined, code: string): void => {
  const { flow, state, record, world } = step;
  record.error = code.slice(0, 200);
  record.waitedMs ??= Math.max(0, world.now.getTime() - state.enteredAt);
  const edge = node?.next.get('failed');
  const { errorNodeId } = flow.settings;
  const target = edge?.target ?? (state.usedErrorPath || errorNodeId === node?.id ? null : errorNodeId);
  if (edge) {
    record.leftBy = 'failed';
    record.edgeId = edge.id;
  } else if (target !== null) state.usedErrorPath = true;
  if (target !== null && flow.nodes.has(target)) {
    state.nodeId = target;
    state.status = 'running';
    state.wait = null;
    state.enteredAt = world.now.getTime();
    return;
  }
  handOver(step, 'failed', world.t('server.failedNote', { node: nameOf(node), code: reasonOf(code, world) }));
};

/** A code in words, where this plugin has them. */
const reasonOf = (code: string, world: World): string => {
  const words = world.t(`errors.${code}`);
  return words === `errors.${code}` ? code : words;
};

const nameOf = (node: CompiledNode | undefined): string => {
  const { label, question, labelInput, title } = node?.data ?? {};
  const named = [label, question, labelInput, title].find((one) => typeof one === 'string' && one !== '');
  return typeof named === 'string' ? named.slice(0, 60) : (node?.type ?? '–');
};

export const stop = (step: Step, node: CompiledNode | undefined): void => {
  step.record.error = 'ERR_FLOW_LIMIT';
  handOver(step, 'limit', step.world.t('server.limitNote', { node: nameOf(node) }));
};

const wait = (step: Step, next: Extract<FlowNext, { wait: string }>): void => {
  const { state, world } = step;
  state.status = 'waiting';
  const until = 'until' in next && next.until ? next.until.getTime() : null;
  const longest = world.now.getTime() + 30 * 86_400_000;
  state.wait = {
    kind: next.wait,
    token: String(state.seq),
    until: until === null ? null : Math.min(until, longest),
    settles: next.wait === 'reply' && next.settles === true,
    typing: next.wait === 'timer' && next.typing === true,
    state: next.state ?? null,
    ...(next.wait === 'work' && { input: next.input ?? null }),
  };
};

export const follow = (step: Step, node: CompiledNode, next: FlowNext): void => {
  if ('go' in next) go(step, node, next.go);
  else if ('wait' in next) wait(step, next);
  else if ('end' in next) {
    if (next.end === 'completed') complete(step);
    else end(step, next.end);
  } else {
    if (next.returns && step.state.stack.length >= budgets.stackDepth) return stop(step, node);
    step.enters = { flowId: next.run, returns: next.returns };
    step.record.leftBy = 'run';
  }
};
