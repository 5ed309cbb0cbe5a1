import type { FlowProblem } from '../../graph/types.ts';

const levels = new WeakMap<readonly FlowProblem[], ReadonlyMap<string, FlowProblem['level']>>();

/** The gravest problem of a node, from an index that is made once for each list. */
export const levelOf = (problems: readonly FlowProblem[], nodeId: string): FlowProblem['level'] | undefined => {
  let index = levels.get(problems);
  if (!index) {
    const made = new Map<string, FlowProblem['level']>();
    for (const { nodeId: id, level } of problems) if (id !== undefined && made.get(id) !== 'error') made.set(id, level);
    levels.set(problems, made);
    index = made;
  }
  return index.get(nodeId);
};
