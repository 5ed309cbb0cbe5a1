import type { FlowGraph } from './types.ts';

type Targets = ReadonlyMap<string, readonly string[]>;

const targetsOf = ({ edges }: Pick<FlowGraph, 'edges'>): Targets => {
  const targets = new Map<string, string[]>();
  for (const { source, target } of edges) targets.set(source, [...(targets.get(source) ?? []), target]);
  return targets;
};

/** Returns the ids of the nodes that the start leads to. */
export const reachable = (graph: FlowGraph): Set<string> => {
  const targets = targetsOf(graph);
  const reached = new Set(graph.nodes.filter(({ type }) => type === 'startNode').map(({ id }) => id));
  const settings = graph.nodes.find(({ type }) => type === 'startNode')?.data['settings'] as
    { errorNodeId?: unknown } | undefined;
  if (typeof settings?.errorNodeId === 'string') reached.add(settings.errorNodeId);
  const open = [...reached];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const target of targets.get(id) ?? []) {
      if (reached.has(target)) continue;
      reached.add(target);
      open.push(target);
    }
  }
  return reached;
};

/**
 * Returns the groups of nodes that lead to each other without one that waits for the customer, so that the flow would
 * run in a circle. By Tarjan's algorithm, without recursion: a drawing may have a thousand nodes in a row.
 */
export const loopsWithoutWait = (graph: FlowGraph, waits: (nodeId: string) => boolean): string[][] => {
  const targets = targetsOf(graph);
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const loops: string[][] = [];
  const nextOf = (id: string): readonly string[] =>
    waits(id) ? [] : (targets.get(id) ?? []).filter((to) => !waits(to));

  const close = (id: string): void => {
    const group: string[] = [];
    for (let one = stack.pop(); one !== undefined; one = stack.pop()) {
      onStack.delete(one);
      group.push(one);
      if (one === id) break;
    }
    if (group.length > 1 || nextOf(id).includes(id)) loops.push(group.toReversed());
  };
  const open = (id: string): { id: string; next: number } => {
    index.set(id, index.size);
    low.set(id, index.get(id) ?? 0);
    stack.push(id);
    onStack.add(id);
    return { id, next: 0 };
  };

  for (const { id: root } of graph.nodes) {
    if (index.has(root) || waits(root)) continue;
    const path = [open(root)];
    for (let frame = path.at(-1); frame; frame = path.at(-1)) {
      const target = nextOf(frame.id)[frame.next];
      frame.next += 1;
      if (target === undefined) {
        path.pop();
        const parent = path.at(-1);
        if (parent) low.set(parent.id, Math.min(low.get(parent.id) ?? 0, low.get(frame.id) ?? 0));
        if (low.get(frame.id) === index.get(frame.id)) close(frame.id);
      } else if (!index.has(target)) path.push(open(target));
      else if (onStack.has(target)) low.set(frame.id, Math.min(low.get(frame.id) ?? 0, index.get(target) ?? 0));
    }
  }
  return loops;
};
