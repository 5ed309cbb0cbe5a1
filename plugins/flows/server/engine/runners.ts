import type { Contribution, Scope } from '@balcao/sdk/server';
import { flowNode, type FlowNode } from '../../contract.ts';
import type { NodeRunner } from '../../graph/world.ts';

const nodeLimitMs = 5_000;

export type RunnerOf = (type: string) => NodeRunner | undefined;

/**
 * Finds kinds of node of the plugins that are on. A node of another plugin runs with a time limit and inside a
 * savepoint, so that a failed statement of it does not end the transaction of the step. Each kind is looked up once.
 */
export const runnersOf = (scope: Scope): RunnerOf => {
  const contributions = new Map(scope.contributions(flowNode).map((one) => [one.item.type, one]));
  const known = new Map<string, NodeRunner>();
  return (type) => {
    const found = known.get(type);
    if (found) return found;
    const contribution = contributions.get(type);
    if (!contribution) return undefined;
    const runner = runnerFor(scope, type, contribution);
    known.set(type, runner);
    return runner;
  };
};

const runnerFor = (scope: Scope, type: string, { plugin, item, scope: own }: Contribution<FlowNode>): NodeRunner => {
  const node = item as unknown as FlowNode<unknown>;
  if (plugin === 'flows') return { plugin, node, run: async (work) => work(node, own) };
  return {
    plugin,
    node,
    run: (work) =>
      scope.tx(async (inner) => {
        const there = inner.contributions(flowNode).find((one) => one.item.type === type);
        if (!there) throw new Error('the plugin was switched off');
        return there.run((one, ownScope) => work(one as unknown as FlowNode<unknown>, ownScope), {
          limitMs: nodeLimitMs,
        });
      }),
  };
};

/** The scope of the plugin that a node belongs to, for its effects and its work. */
export const ownScope = (scope: Scope, plugin: string): Scope | undefined =>
  scope.contributions(flowNode).find((one) => one.plugin === plugin)?.scope;
