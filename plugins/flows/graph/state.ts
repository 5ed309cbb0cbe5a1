import type { FlowEnd, FlowReply, FlowSignal, FlowValue } from '../contract.ts';

/** The reason why a session waits. */
export interface SessionWait {
  kind: 'reply' | 'timer' | 'work';
  /** Identifies this wait: a timer or a result of an earlier one is ignored. */
  token: string;
  /** When it ends by itself, in milliseconds since 1970; null: only the expiry of the flow ends it. */
  until: number | null;
  /** Further messages are awaited for a moment and joined. */
  settles: boolean;
  /** The node shows that somebody is typing. */
  typing: boolean;
  /** Given back to the node. */
  state: unknown;
  /** Input of the work. */
  input?: unknown;
}

/** Everything that a running flow remembers, as JSON. */
export interface SessionState {
  flowId: number | null;
  versionId: number | null;
  /** The node to run next, or that waits. */
  nodeId: string;
  status: 'running' | 'waiting' | 'ended';
  wait: SessionWait | null;
  /** The flow that it ran has ended: its node continues with `returned`. */
  isReturning: boolean;
  values: Record<string, FlowValue>;
  /** Flows that wait for this one to end, the last called first. */
  stack: { flowId: number | null; versionId: number | null; nodeId: string }[];
  /** Number of steps so far. */
  seq: number;
  /** Since the customer's last reply or a long pause. */
  turn: { steps: number; messages: number; visits: Record<string, number> };
  /** Entries of each node in the session. */
  visits: Record<string, number>;
  /** Answers of the customer to the present node so far. */
  replies?: number;
  /** The error path was taken; the next error calls people. */
  usedErrorPath: boolean;
  /** When the present node was entered, in milliseconds since 1970. */
  enteredAt: number;
  lastReply: FlowReply | null;
  ended: FlowEnd | null;
}

/** Limits of a session. No kind of node is exempt. */
export const budgets = {
  stepsATurn: 30,
  messagesATurn: 8,
  visitsATurn: 3,
  visitsASession: 50,
  stepsASession: 500,
  valuesBytes: 65_536,
  stackDepth: 5,
  /** A pause from this length on begins a new turn. */
  pauseMs: 60_000,
} as const;

export const newSession = (
  flow: { flowId: number | null; versionId: number | null; startId: string },
  now: Date,
  values: Readonly<Record<string, FlowValue>> = {},
): SessionState => ({
  flowId: flow.flowId,
  versionId: flow.versionId,
  nodeId: flow.startId,
  status: 'running',
  wait: null,
  isReturning: false,
  values: { ...values },
  stack: [],
  seq: 0,
  turn: { steps: 0, messages: 0, visits: {} },
  visits: {},
  usedErrorPath: false,
  enteredAt: now.getTime(),
  lastReply: null,
  ended: null,
});

/** An occurrence that a waiting session continues with. */
export type StepSignal = Exclude<FlowSignal, { kind: 'returned' }>;
