import { sql, type Scope } from '@balcao/sdk/server';
import type { ChannelCapabilities } from '@balcao/connections/contract';
import type { FlowReply, FlowValue } from '../../contract.ts';
import { compileFlow, type CompiledFlow } from '../../graph/compile.ts';
import { enterFlow, expireStep, failStep, step, type StepOutcome } from '../../graph/reducer.ts';
import { newSession, type SessionState, type StepSignal } from '../../graph/state.ts';
import type { FlowGraph } from '../../graph/types.ts';
import type { Simulated, SimulatedEntry, SimulatedInput } from '../../graph/wire.ts';
import { isOneOf } from '../../graph/words.ts';
import type { World } from '../../graph/world.ts';
import { loadValues } from '../engine/built-in-values.ts';
import { runnersOf } from '../engine/runners.ts';
import { randomOf } from '../engine/ticket-world.ts';
import { liveVersion, versionById } from '../flow-store.ts';
import { directoryOf, entriesOf, type Directory } from './entries.ts';
import { simulatedWork } from './work.ts';

/** The memory of the simulator between two inputs: the same as a session, and its own clock. */
export interface SimulatedState {
  session: SessionState;
  /** Number of messages of the customer so far. */
  messages: number;
  /** When it began to wait, in milliseconds since 1970. */
  waitsSince: number;
}

export interface Simulation {
  graph: FlowGraph;
  flowId: number | null;
  channel: { id: string; capabilities: ChannelCapabilities | undefined };
  /** A connection of that channel, for what is read of it, such as templates; absent: 0, none. */
  connectionId?: number | undefined;
  now: Date;
  breakpoints: readonly string[];
  isReal: boolean;
  startAt?: string | undefined;
  variables?: Readonly<Record<string, FlowValue>> | undefined;
}

const maxSteps = 120;

const worldOf = (scope: Scope, { channel, now, connectionId = 0 }: Simulation, session: () => SessionState): World => {
  const timeZone = scope.company.timeZone;
  const contact = { id: 0, name: scope.t('server.customer'), number: '5511999990000', email: '' };
  const ticket = {
    id: 0,
    channel: channel.id,
    connectionId,
    queueId: null,
    userId: null,
    contact,
    createdAt: now.toISOString(),
  };
  return {
    runner: runnersOf(scope),
    load: (keys) =>
      keys.length === 0
        ? Promise.resolve({})
        : loadValues(keys, { ticket, now, timeZone, lastText: session().lastReply?.body ?? '' }, scope),
    ticket,
    channel: channel.capabilities,
    now,
    timeZone,
    random: randomOf('simulator'),
    t: (key, values) => scope.t(key, values),
    isSimulated: true,
  };
};

const begin = (flow: CompiledFlow, { now, startAt, variables }: Simulation): SimulatedState => {
  const session = newSession(flow, now, variables);
  if (startAt !== undefined && flow.nodes.has(startAt)) session.nodeId = startAt;
  return { session, messages: 0, waitsSince: now.getTime() };
};

/** One run of the simulator: from an input to the next wait. */
class Run {
  readonly entries: SimulatedEntry[] = [];
  state: SimulatedState;
  isStopped = false;
  readonly #scope: Scope;
  readonly #simulation: Simulation;
  readonly #drawn: CompiledFlow;
  readonly #world: World;
  readonly #directory: Directory;

  constructor(scope: Scope, simulation: Simulation, state: SimulatedState | undefined, directory: Directory) {
    this.#directory = directory;
    this.#scope = scope;
    this.#simulation = simulation;
    this.#drawn = compileFlow(simulation.graph, { versionId: 0, flowId: simulation.flowId });
    this.state = state ?? begin(this.#drawn, simulation);
    this.#world = worldOf(scope, simulation, () => this.state.session);
  }

  async flow(): Promise<CompiledFlow | undefined> {
    const { versionId } = this.state.session;
    return versionId === 0 || versionId === null ? this.#drawn : versionById(this.#scope, versionId);
  }

  /** Follows the flow until it waits, ends, or comes to a breakpoint. */
  async follow(signal: StepSignal | undefined, passesBreakpoint: boolean): Promise<void> {
    let next = signal;
    let passes = passesBreakpoint || signal !== undefined;
    for (let steps = 0; steps < maxSteps; steps += 1) {
      const { session } = this.state;
      if (next === undefined && session.status !== 'running') break;
      if (!passes && this.#simulation.breakpoints.includes(session.nodeId)) {
        this.isStopped = true;
        return;
      }
      passes = false;
      await this.#step(next);
      next = await this.#worked();
    }
  }

  async #step(signal: StepSignal | undefined): Promise<void> {
    const flow = await this.flow();
    if (!flow) {
      const failed = await failStep(this.#drawn, this.state.session, 'ERR_FLOW_NOT_PUBLISHED', this.#world);
      return this.#take(this.#drawn, failed);
    }
    this.#take(flow, await this.#entered(flow, await step(flow, this.state.session, signal, this.#world)));
  }

  async #entered(flow: CompiledFlow, outcome: StepOutcome): Promise<StepOutcome> {
    if (!outcome.enters) return outcome;
    const { flowId, returns } = outcome.enters;
    const next = flowId === this.#simulation.flowId ? this.#drawn : await liveVersion(this.#scope, flowId);
    if (!next) return failStep(flow, this.state.session, 'ERR_FLOW_NOT_PUBLISHED', this.#world);
    return { ...outcome, state: enterFlow(outcome.state, next, returns, this.#world.now) };
  }

  #take(flow: CompiledFlow, outcome: StepOutcome): void {
    this.entries.push(...entriesOf(flow, outcome, this.#world, this.#directory));
    this.state = { ...this.state, session: outcome.state, waitsSince: this.#world.now.getTime() };
  }

  /** Calls the provider, if that is wanted; otherwise the result is an input of the person who simulates. */
  async #worked(): Promise<StepSignal | undefined> {
    const { wait } = this.state.session;
    if (wait?.kind !== 'work' || !this.#simulation.isReal) return undefined;
    const flow = await this.flow();
    const node = flow?.nodes.get(this.state.session.nodeId);
    return node && simulatedWork(this.#scope, node, wait.input, wait.token);
  }

  async expire(): Promise<void> {
    const flow = await this.flow();
    if (flow) this.#take(flow, await expireStep(flow, this.state.session, this.#world));
  }
}

const replyOf = (input: Extract<SimulatedInput, { kind: 'message' }>, id: number): FlowReply => ({
  id,
  body: input.body,
  choice: input.choice ?? null,
  file: input.file ? { path: '', type: 'document', ...input.file } : null,
  data: input.location ? { kind: 'location', ...input.location } : null,
});

const write = async (run: Run, input: Extract<SimulatedInput, { kind: 'message' }>): Promise<void> => {
  run.entries.push({ kind: 'customer', body: input.body, choice: input.choice ?? null });
  run.state = { ...run.state, messages: run.state.messages + 1 };
  const message = replyOf(input, -run.state.messages);
  const { session } = run.state;
  const signal: StepSignal = { kind: 'reply', messages: [message], text: input.body, choice: input.choice ?? null };
  const words = (await run.flow())?.settings.words;
  const isWord = words !== undefined && isOneOf(input.body, [...words.menu, ...words.attendant, ...words.leave]);
  // During a pause a message is only context, as in a conversation.
  if (session.status === 'waiting' && (session.wait?.kind === 'reply' || isWord)) await run.follow(signal, true);
  else run.state = { ...run.state, session: { ...session, lastReply: message } };
};

/** When the session is due by itself; null: never. */
const dueOf = async (run: Run): Promise<{ at: number; isExpiry: boolean } | null> => {
  const { session, waitsSince } = run.state;
  const { wait } = session;
  if (session.status !== 'waiting' || !wait || wait.kind === 'work') return null;
  const flow = await run.flow();
  const expiry = waitsSince + (flow?.settings.expiryMinutes ?? 1440) * 60_000;
  if (wait.until !== null && (wait.kind === 'timer' || wait.until <= expiry))
    return { at: wait.until, isExpiry: false };
  return { at: expiry, isExpiry: true };
};

const passTime = async (run: Run, now: Date): Promise<void> => {
  for (let timers = 0; timers < 50; timers += 1) {
    const due = await dueOf(run);
    if (!due || due.at > now.getTime()) return;
    if (due.isExpiry) return run.expire();
    await run.follow({ kind: run.state.session.wait?.kind === 'timer' ? 'timer' : 'timeout' }, true);
    if (run.isStopped) return;
  }
};

const shown = async (run: Run): Promise<Simulated> => {
  const { session } = run.state;
  const { wait } = session;
  const due = await dueOf(run);
  const until = due ? new Date(due.at).toISOString() : null;
  return {
    state: run.state,
    entries: run.entries,
    status: run.isStopped ? 'stopped' : session.status,
    nodeId: session.status === 'ended' ? null : session.nodeId,
    wait: wait && { kind: wait.kind, until, ...(wait.kind === 'work' && { input: wait.input }) },
    ended: session.ended,
    variables: session.values,
  };
};

const connectionOf = async (scope: Scope, channel: string): Promise<number> =>
  (
    await scope.sql.one<{ id: number }>(
      sql`select id from connections.public_connection where channel = ${channel} order by is_default desc, id limit 1`,
    )
  )?.id ?? 0;

/** Runs one input. Nothing is stored or sent: the same reducer as the engine, and its effects are only shown. */
export const simulate = async (
  scope: Scope,
  simulation: Simulation,
  state: SimulatedState | undefined,
  input: SimulatedInput,
  directory?: Directory,
): Promise<Simulated> => {
  const known = input.kind === 'start' ? undefined : state;
  const connectionId = simulation.connectionId ?? (await connectionOf(scope, simulation.channel.id));
  const run = new Run(scope, { ...simulation, connectionId }, known, directory ?? (await directoryOf(scope)));
  const { session } = run.state;
  if (input.kind === 'start') await run.follow(undefined, false);
  else if (session.status === 'ended') return shown(run);
  else if (input.kind === 'message') await write(run, input);
  else if (input.kind === 'clock') await passTime(run, simulation.now);
  else if (input.kind === 'continue') await run.follow(undefined, true);
  else if (session.wait?.kind === 'work')
    await run.follow(
      input.failed === undefined ? { kind: 'done', result: input.result } : { kind: 'failed', reason: input.failed },
      true,
    );
  return shown(run);
};
