/** One run of the simulator: what was sent, what came back, and the clock. The server runs every step. */
import { api } from '@balcao/sdk/client';
import type { FlowValue } from '../../contract.ts';
import type { FlowDialogueStep, Simulate, Simulated, SimulatedEntry, SimulatedInput } from '../../graph/wire.ts';

interface Line {
  /** Milliseconds of the simulator's clock. */
  at: number;
  entry: SimulatedEntry;
}
export interface Simulation {
  readonly lines: readonly Line[];
  readonly last: Simulated | undefined;
  /** Milliseconds. */
  readonly now: number;
  readonly startedAt: number;
  /** Names that the last step set. */
  readonly fresh: ReadonlySet<string>;
  /** Inputs and the texts that followed, for a saved dialogue. */
  readonly script: readonly FlowDialogueStep[];
}

export const startSimulation = (now: number): Simulation => ({
  lines: [],
  last: undefined,
  now,
  startedAt: now,
  fresh: new Set(),
  script: [],
});

export interface RunOptions {
  flowId: number | undefined;
  data: string;
  channel: string;
  startAt: string | undefined;
  breakpoints: readonly string[];
  isReal: boolean;
  variables?: Record<string, FlowValue>;
}

const textsOf = (entries: readonly SimulatedEntry[]): string[] =>
  entries.flatMap((entry) => (entry.kind === 'message' ? [entry.text] : []));

/** Sends one input and returns the run as it is afterwards. */
export const run = async (
  before: Simulation,
  input: SimulatedInput,
  { flowId, data, channel, startAt, breakpoints, isReal, variables }: RunOptions,
  step?: FlowDialogueStep['input'],
): Promise<Simulation> => {
  const body: Simulate = {
    ...(flowId !== undefined && { flowId }),
    data,
    state: before.last?.state ?? null,
    input,
    options: {
      channel,
      now: new Date(before.now).toISOString(),
      breakpoints: [...breakpoints],
      isReal,
      ...(startAt !== undefined && { startAt }),
      ...(variables && { variables }),
    },
  };
  const last = await api.post<Simulated>('/flow/simulate', body);
  const texts = textsOf(last.entries);
  const scripted = step ?? (input.kind === 'clock' || input.kind === 'continue' ? undefined : input);
  return {
    lines: [...before.lines, ...last.entries.map((entry) => ({ at: before.now, entry }))],
    last,
    now: before.now,
    startedAt: before.startedAt,
    fresh: new Set(last.entries.flatMap((entry) => (entry.kind === 'set' ? [entry.name] : []))),
    script: scripted
      ? [...before.script, { input: scripted, expects: texts }]
      : // Messages after a breakpoint belong to the input before it.
        before.script.map((one, index) =>
          index === before.script.length - 1 ? { ...one, expects: [...one.expects, ...texts] } : one,
        ),
  };
};

export const minute = 60_000;
/** Moves the clock; timers and timeouts that are due fire. */
export const advance = (before: Simulation, ms: number, options: RunOptions): Promise<Simulation> =>
  run({ ...before, now: before.now + ms }, { kind: 'clock' }, options, {
    kind: 'wait',
    minutes: ms / minute,
  });

/** Waits up to this are typing before a message, for which nobody should have to press a button. */
const typingAtMost = 10_000;

/** Lets short waits pass. */
export const settled = async (before: Simulation, options: RunOptions): Promise<Simulation> => {
  let simulation = before;
  for (let turn = 0; turn < 30; turn += 1) {
    const { last, now } = simulation;
    const until = last?.status === 'waiting' && last.wait?.kind === 'timer' ? last.wait.until : null;
    const due = until === null ? Infinity : Date.parse(until) - now;
    if (due > typingAtMost) return simulation;
    simulation = await advance(simulation, Math.max(1, due), options);
  }
  return simulation;
};
