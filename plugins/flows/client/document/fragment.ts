/** Nodes on the clipboard: plain JSON, so that they can be pasted into another flow and another tab. */
import { newId } from '@balcao/sdk/client';
import type { FlowEdgeElement, FlowNodeElement } from '../../graph/types.ts';
import { isDecoration, snapped, type FlowDocument } from './document.ts';

interface Fragment {
  readonly nodes: readonly FlowNodeElement[];
  /** Connections between these nodes. */
  readonly edges: readonly FlowEdgeElement[];
}

const format = 'balcao-flow-nodes';
const most = 300;

/** The nodes but for the start, of which a flow has one. */
export const fragmentOf = ({ nodes, edges }: FlowDocument, ids: Iterable<string>): Fragment => {
  const chosen = new Set(ids);
  const copied = nodes.filter(({ id, type }) => chosen.has(id) && type !== 'startNode');
  const kept = new Set(copied.map(({ id }) => id));
  return { nodes: copied, edges: edges.filter(({ source, target }) => kept.has(source) && kept.has(target)) };
};

export const writeFragment = ({ nodes, edges }: Fragment): string => JSON.stringify({ format, nodes, edges });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNode = (value: unknown): value is FlowNodeElement =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  typeof value['type'] === 'string' &&
  isObject(value['data']) &&
  isObject(value['position']) &&
  typeof value['position']['x'] === 'number' &&
  typeof value['position']['y'] === 'number';

const isEdge = (value: unknown): value is FlowEdgeElement =>
  isObject(value) && ['source', 'target', 'sourceHandle'].every((key) => typeof value[key] === 'string');

/** Reads the clipboard; undefined: it has other content. */
export const readFragment = (text: string): Fragment | undefined => {
  if (!text.includes(format)) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    if (!isObject(parsed) || parsed['format'] !== format) return undefined;
    const { nodes, edges } = parsed;
    if (!Array.isArray(nodes) || !Array.isArray(edges) || nodes.length === 0 || nodes.length > most) return undefined;
    return nodes.every(isNode) && edges.every(isEdge) ? { nodes, edges } : undefined;
  } catch {
    return undefined;
  }
};

/** Adds copies with new ids. `at` is the place of their upper left corner; absent: a little below the originals. */
export const paste = (
  document: FlowDocument,
  fragment: Fragment,
  at?: { x: number; y: number },
): { document: FlowDocument; ids: string[] } => {
  const ids = new Map(fragment.nodes.map(({ id }) => [id, newId()]));
  const left = Math.min(...fragment.nodes.map(({ position }) => position.x));
  const top = Math.min(...fragment.nodes.map(({ position }) => position.y));
  const by = at ? { x: at.x - left, y: at.y - top } : { x: 32, y: 32 };
  const nodes = fragment.nodes.map((node) => ({
    ...node,
    id: ids.get(node.id) ?? newId(),
    position: snapped({ x: node.position.x + by.x, y: node.position.y + by.y }),
    data: structuredClone(node.data),
  }));
  const edges = fragment.edges.flatMap((edge): FlowEdgeElement[] => {
    const source = ids.get(edge.source);
    const target = ids.get(edge.target);
    return source === undefined || target === undefined
      ? []
      : [{ id: newId(), type: 'custom', source, target, sourceHandle: edge.sourceHandle, targetHandle: 'in' }];
  });
  return {
    document: { ...document, nodes: [...document.nodes, ...nodes], edges: [...document.edges, ...edges] },
    // Decorations below the nodes that they enclose need not be chosen, but people expect all of it to move.
    ids: nodes
      .toSorted((one, other) => Number(isDecoration(one.type)) - Number(isDecoration(other.type)))
      .map(({ id }) => id),
  };
};
