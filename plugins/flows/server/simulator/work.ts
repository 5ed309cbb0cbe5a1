import type { Scope } from '@balcao/sdk/server';
import type { CompiledNode } from '../../graph/compile.ts';
import type { StepSignal } from '../../graph/state.ts';
import { ownScope, runnersOf } from '../engine/runners.ts';

const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : 'ERR_FLOW_NODE_FAILED';
};

/** Does the work of a node for the simulator, once. */
export const simulatedWork = async (
  scope: Scope,
  node: CompiledNode,
  input: unknown,
  token: string,
): Promise<StepSignal> => {
  const runner = runnersOf(scope)(node.type);
  const parsed = runner?.node.schema.safeParse(node.data);
  const own = runner && ownScope(scope, runner.plugin);
  if (!runner?.node.work || !parsed?.success || !own) return { kind: 'failed', reason: 'ERR_FLOW_NODE_OFF' };
  try {
    const about = { data: parsed.data as never, key: `simulation:${token}`, isSimulated: true };
    return { kind: 'done', result: (await runner.node.work(input, about, own)) ?? null };
  } catch (error) {
    return { kind: 'failed', reason: codeOf(error) };
  }
};
