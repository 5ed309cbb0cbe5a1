/** The drawing in the editor: an immutable value, so that undoing is returning to a former one. */
import { newId } from '@balcao/sdk/client';
import type { FlowEdgeElement, FlowElement, FlowNodeElement } from '../../graph/types.ts';

export interface FlowDocument {
  readonly title: string;
  readonly nodes: readonly FlowNodeElement[];
  readonly edges: readonly FlowEdgeElement[];
}

/** Key of a node's `data` with the name that people gave it. */
export const nameField = 'nodeName';

const isEdge = (element: FlowElement): element is FlowEdgeElement => 'source' in element && 'target' in element;

const readEdge = (edge: FlowEdgeElement): FlowEdgeElement => ({
  id: edge.id,
  type: 'custom',
  source: edge.source,
  target: edge.target,
  sourceHandle: edge.sourceHandle ?? 'out',
  targetHandle: 'in',
});

export const newNode = (
  type: string,
  data: Record<string, unknown>,
  position: { x: number; y: number },
): FlowNodeElement => ({ id: newId(), type, position: snapped(position), data });

/** Positions are on a grid of eight pixels. */
export const snapped = ({ x, y }: { x: number; y: number }): { x: number; y: number } => ({
  x: Math.round(x / 8) * 8,
  y: Math.round(y / 8) * 8,
});

export const newEdge = (source: string, sourceHandle: string, target: string): FlowEdgeElement => ({
  id: newId(),
  type: 'custom',
  source,
  target,
  sourceHandle,
  targetHandle: 'in',
});

export const blankDocument = (): FlowDocument => ({
  title: '',
  nodes: [{ id: newId(), type: 'startNode', position: { x: 0, y: 0 }, data: { label: 'Inicio' } }],
  edges: [],
});

/** Removes connections that are drawn twice. */
const withoutDuplicates = (edges: readonly FlowEdgeElement[]): FlowEdgeElement[] => {
  const seen = new Set<string>();
  return edges.filter(({ source, sourceHandle, target }) => {
    const key = JSON.stringify([source, sourceHandle, target]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
};

/** Reads what the server stores. Unreadable text is an empty drawing; elements without a place are put at the origin. */
export const readDocument = (title: string, data: string): FlowDocument => {
  let elements: unknown;
  try {
    elements = JSON.parse(data);
  } catch {
    elements = [];
  }
  const list = (Array.isArray(elements) ? elements : []) as FlowElement[];
  const nodes: FlowNodeElement[] = [];
  const edges: FlowEdgeElement[] = [];
  for (const element of list) {
    if (isEdge(element)) edges.push(readEdge(element));
    else nodes.push({ ...element, position: element.position ?? { x: 0, y: 0 }, data: element.data ?? {} });
  }
  return { title, nodes, edges: withoutDuplicates(edges) };
};

/** The drawing as the server stores it: a JSON string with a list of elements. */
export const writeData = ({ nodes, edges }: FlowDocument): string => JSON.stringify([...nodes, ...edges]);

export const findNode = (document: FlowDocument, id: string | undefined): FlowNodeElement | undefined =>
  id === undefined ? undefined : document.nodes.find((node) => node.id === id);

export const isDecoration = (type: string): boolean => type === 'commentNode' || type === 'frameNode';

/** Returns the edge that leaves by a way out, if there is one. */
export const edgeFrom = (document: FlowDocument, source: string, handle: string): FlowEdgeElement | undefined =>
  document.edges.find((edge) => edge.source === source && edge.sourceHandle === handle);

const indexes = new WeakMap<readonly FlowNodeElement[], ReadonlyMap<string, FlowNodeElement>>();
/** The nodes by id; made once for each list of nodes. */
export const nodesById = ({ nodes }: FlowDocument): ReadonlyMap<string, FlowNodeElement> => {
  const known = indexes.get(nodes);
  if (known) return known;
  const made = new Map(nodes.map((node) => [node.id, node]));
  indexes.set(nodes, made);
  return made;
};

const leaving = new WeakMap<readonly FlowEdgeElement[], ReadonlyMap<string, readonly FlowEdgeElement[]>>();
/** The connections by the node that they leave; made once for each list of connections. */
export const edgesBySource = ({ edges }: FlowDocument): ReadonlyMap<string, readonly FlowEdgeElement[]> => {
  const known = leaving.get(edges);
  if (known) return known;
  const made = Map.groupBy(edges, ({ source }) => source);
  leaving.set(edges, made);
  return made;
};
