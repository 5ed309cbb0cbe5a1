import type { FlowGraph, FlowNodeElement } from './types.ts';
import type { FlowDiff, FlowDiffEdge } from './wire.ts';

const edgeKey = ({ source, sourceHandle, target }: FlowDiffEdge): string => `${source}\n${sourceHandle}\n${target}`;

const isSame = (one: unknown, other: unknown): boolean => stable(one) === stable(other);

/** JSON with sorted keys, because the database does not keep their order. */
const stable = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  ) ?? 'null';

const changedFields = (from: FlowNodeElement, to: FlowNodeElement): FlowDiff['changed'][number]['fields'] =>
  [...new Set([...Object.keys(from.data), ...Object.keys(to.data)])]
    .filter((field) => !isSame(from.data[field], to.data[field]))
    .map((field) => ({ field, from: from.data[field] ?? null, to: to.data[field] ?? null }));

/** Returns what differs between two drawings, without regard to the order of elements. */
export const diffGraphs = (from: FlowGraph, to: FlowGraph): FlowDiff => {
  const before = new Map(from.nodes.map((node) => [node.id, node]));
  const after = new Map(to.nodes.map((node) => [node.id, node]));
  const both = to.nodes.flatMap((node) => {
    const former = before.get(node.id);
    return former ? [{ former, node }] : [];
  });
  const oldEdges = new Set(from.edges.map(edgeKey));
  const newEdges = new Set(to.edges.map(edgeKey));
  const shown = ({ source, sourceHandle, target }: FlowDiffEdge): FlowDiffEdge => ({ source, sourceHandle, target });
  return {
    added: to.nodes.filter(({ id }) => !before.has(id)).map(({ id, type }) => ({ nodeId: id, type })),
    removed: from.nodes.filter(({ id }) => !after.has(id)).map(({ id, type }) => ({ nodeId: id, type })),
    changed: both
      .map(({ former, node }) => ({ nodeId: node.id, type: node.type, fields: changedFields(former, node) }))
      .filter(({ fields }) => fields.length > 0),
    moved: both
      .filter(({ former, node }) => changedFields(former, node).length === 0 && !isSame(former.position, node.position))
      .map(({ node }) => node.id),
    edges: {
      added: to.edges.filter((edge) => !oldEdges.has(edgeKey(edge))).map(shown),
      removed: from.edges.filter((edge) => !newEdges.has(edgeKey(edge))).map(shown),
    },
  };
};

/** True when two drawings run the same; positions, sizes and comments do not matter. */
export const runsAlike = (one: FlowGraph, other: FlowGraph): boolean => {
  const { added, removed, changed, edges } = diffGraphs(one, other);
  return [...added, ...removed, ...changed, ...edges.added, ...edges.removed].length === 0;
};
