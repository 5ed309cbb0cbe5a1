import { nameKey, namesIn } from './fill.ts';
import { readSettings } from './settings.ts';
import { decorations, type FlowEdgeElement, type FlowGraph, type FlowNodeElement, type FlowSettings } from './types.ts';

/** A drawing made ready to run: nodes by id, and where each way out leads. */
export interface CompiledFlow {
  /** Id of the version; in the simulator 0, of a tree of keywords null. */
  versionId: number | null;
  flowId: number | null;
  startId: string;
  nodes: ReadonlyMap<string, CompiledNode>;
  settings: FlowSettings;
}
export interface CompiledNode {
  id: string;
  type: string;
  data: Readonly<Record<string, unknown>>;
  /** Target by handle. */
  next: ReadonlyMap<string, FlowEdgeElement>;
  /** Keys of the names that its data mentions. */
  names: readonly string[];
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

/** Returns the names that the rules of a condition compare, which are written without signs. */
const ruleNames = (data: Readonly<Record<string, unknown>>): string[] => {
  const branches = data['branches'];
  if (!Array.isArray(branches)) return [];
  return branches.flatMap((branch: { rules?: unknown }) =>
    Array.isArray(branch?.rules)
      ? branch.rules.flatMap((rule: { name?: unknown }) => (typeof rule?.name === 'string' ? [nameKey(rule.name)] : []))
      : [],
  );
};

/** Returns the keys of the names that a node mentions. */
export const namesOfNode = ({ data }: Pick<FlowNodeElement, 'data'>): string[] => [
  ...new Set([...textsIn(data).flatMap(namesIn), ...ruleNames(data)]),
];

export const compileFlow = (
  graph: FlowGraph,
  { versionId, flowId }: Pick<CompiledFlow, 'versionId' | 'flowId'>,
): CompiledFlow => {
  const edges = Map.groupBy(graph.edges, ({ source }) => source);
  const nodes = new Map<string, CompiledNode>();
  for (const node of graph.nodes) {
    if (decorations.includes(node.type)) continue;
    const next = new Map<string, FlowEdgeElement>();
    for (const edge of edges.get(node.id) ?? []) if (!next.has(edge.sourceHandle)) next.set(edge.sourceHandle, edge);
    nodes.set(node.id, { id: node.id, type: node.type, data: node.data, next, names: namesOfNode(node) });
  }
  const start = graph.nodes.find(({ type }) => type === 'startNode');
  return { versionId, flowId, startId: start?.id ?? '', nodes, settings: readSettings(graph) };
};
