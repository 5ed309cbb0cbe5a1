import { sql, type Scope } from '@balcao/sdk/server';
import type { FlowGraph } from '../graph/types.ts';
import type { FlowDialogue, FlowDialogueResult, SimulatedEntry } from '../graph/wire.ts';
import { capabilitiesOf } from './nodes/connect.ts';
import { directoryOf, type Directory } from './simulator/entries.ts';
import { simulate, type SimulatedState, type Simulation } from './simulator/simulate.ts';

type Script = Omit<FlowDialogue, 'id' | 'name'>;

export const dialoguesOf = async (scope: Scope, flowId: number): Promise<FlowDialogue[]> => {
  const rows = await scope.sql.rows<{ id: number; name: string; script: Script }>(
    sql`select id, name, script from flows.dialogue where flow_id = ${flowId} order by id`,
  );
  return rows.map(({ id, name, script }) => ({ id, name, ...script }));
};

const textsOf = (entries: readonly SimulatedEntry[]): string[] =>
  entries.flatMap((entry) => (entry.kind === 'message' ? [entry.text.trim()] : []));

const isSame = (expected: readonly string[], actual: readonly string[]): boolean =>
  expected.length === actual.length && expected.every((text, index) => text.trim() === actual[index]);

/** Plays a saved dialogue on a drawing; the first step with other texts than expected ends it. */
export const runDialogue = async (
  scope: Scope,
  graph: FlowGraph,
  flowId: number | null,
  dialogue: FlowDialogue,
  directory: Directory,
): Promise<FlowDialogueResult> => {
  const { id, name, channel, variables, steps } = dialogue;
  let now = new Date(dialogue.now);
  let state: SimulatedState | undefined;
  for (const [index, { input, expects }] of steps.entries()) {
    if (input.kind === 'wait') now = new Date(now.getTime() + input.minutes * 60_000);
    const simulation: Simulation = {
      graph,
      flowId,
      channel: { id: channel, capabilities: capabilitiesOf(channel, scope) },
      now,
      breakpoints: [],
      isReal: false,
      variables,
    };
    const played = await simulate(
      scope,
      simulation,
      state,
      input.kind === 'wait' ? { kind: 'clock' } : input,
      directory,
    );
    state = played.state as SimulatedState;
    const actual = textsOf(played.entries);
    if (!isSame(expects, actual)) return { id, name, passed: false, step: index, expected: [...expects], actual };
  }
  return { id, name, passed: true, step: null, expected: [], actual: [] };
};

export const runDialogues = async (scope: Scope, flowId: number, graph: FlowGraph): Promise<FlowDialogueResult[]> => {
  const saved = await dialoguesOf(scope, flowId);
  if (saved.length === 0) return [];
  const directory = await directoryOf(scope);
  const results: FlowDialogueResult[] = [];
  for (const dialogue of saved) results.push(await runDialogue(scope, graph, flowId, dialogue, directory));
  return results;
};
