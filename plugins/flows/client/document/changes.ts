/** Changes of a drawing. Each returns a new drawing, or the same one if there is nothing to change. */
import type { FlowNodeElement } from '../../graph/types.ts';
import { edgeFrom, findNode, newEdge, snapped, type FlowDocument } from './document.ts';

type Point = Readonly<{ x: number; y: number }>;

export const rename = (document: FlowDocument, title: string): FlowDocument =>
  document.title === title ? document : { ...document, title };

export const addNode = (document: FlowDocument, node: FlowNodeElement): FlowDocument => ({
  ...document,
  nodes: [...document.nodes, node],
});

/** Connects a way out with a node. At most one connection leaves by a way, so it replaces the former one. */
export const connect = (document: FlowDocument, source: string, handle: string, target: string): FlowDocument => {
  if (source === target || !findNode(document, source) || !findNode(document, target)) return document;
  const former = edgeFrom(document, source, handle);
  if (former?.target === target) return document;
  const edges = former ? document.edges.filter((edge) => edge !== former) : document.edges;
  return { ...document, edges: [...edges, newEdge(source, handle, target)] };
};

export const disconnect = (document: FlowDocument, source: string, handle: string): FlowDocument => {
  const former = edgeFrom(document, source, handle);
  return former ? { ...document, edges: document.edges.filter((edge) => edge !== former) } : document;
};

/** Puts a node between the two ends of a connection; without a way out of it the rest stays unconnected. */
export const splitEdge = (
  document: FlowDocument,
  edgeId: string,
  node: FlowNodeElement,
  handle: string | undefined,
): FlowDocument => {
  const edge = document.edges.find(({ id }) => id === edgeId);
  if (!edge) return addNode(document, node);
  const halves = [newEdge(edge.source, edge.sourceHandle, node.id)];
  if (handle !== undefined) halves.push(newEdge(node.id, handle, edge.target));
  return {
    ...document,
    nodes: [...document.nodes, node],
    edges: [...document.edges.filter((other) => other !== edge), ...halves],
  };
};

/** Adds a node behind a way out of another one, before that which followed until now. */
export const insertAfter = (
  document: FlowDocument,
  source: string,
  handle: string,
  node: FlowNodeElement,
  nextHandle: string | undefined,
): FlowDocument => {
  const edge = edgeFrom(document, source, handle);
  return edge
    ? splitEdge(document, edge.id, node, nextHandle)
    : connect(addNode(document, node), source, handle, node.id);
};

/** Removes nodes with their connections, and connections. The start stays. */
export const remove = (
  document: FlowDocument,
  nodeIds: Iterable<string>,
  edgeIds: Iterable<string> = [],
): FlowDocument => {
  const starts = new Set(document.nodes.filter(({ type }) => type === 'startNode').map(({ id }) => id));
  const gone = new Set([...nodeIds].filter((id) => !starts.has(id)));
  const cut = new Set(edgeIds);
  const nodes = document.nodes.filter(({ id }) => !gone.has(id));
  const edges = document.edges.filter(
    ({ id, source, target }) => !cut.has(id) && !gone.has(source) && !gone.has(target),
  );
  return nodes.length === document.nodes.length && edges.length === document.edges.length
    ? document
    : { ...document, nodes, edges };
};

export const moveNodes = (document: FlowDocument, places: ReadonlyMap<string, Point>): FlowDocument => {
  let isMoved = false;
  const nodes = document.nodes.map((node) => {
    const place = places.get(node.id);
    if (!place) return node;
    const position = snapped(place);
    if (position.x === node.position.x && position.y === node.position.y) return node;
    isMoved = true;
    return { ...node, position };
  });
  return isMoved ? { ...document, nodes } : document;
};

export const shiftNodes = (document: FlowDocument, ids: Iterable<string>, by: Point): FlowDocument =>
  moveNodes(
    document,
    new Map(
      [...ids].flatMap((id) => {
        const node = findNode(document, id);
        return node ? [[id, { x: node.position.x + by.x, y: node.position.y + by.y }] as const] : [];
      }),
    ),
  );

export const resize = (
  document: FlowDocument,
  id: string,
  size: { width: number; height: number },
  position: Point,
): FlowDocument => ({
  ...document,
  nodes: document.nodes.map((node) =>
    node.id === id
      ? { ...node, position: snapped(position), width: Math.round(size.width), height: Math.round(size.height) }
      : node,
  ),
});

/**
 * Changes keys of a node's data; undefined removes one. Connections from ways out that no longer exist are removed:
 * undoing the change brings them back.
 */
export const setData = (
  document: FlowDocument,
  id: string,
  change: Readonly<Record<string, unknown>>,
  waysOf: (node: FlowNodeElement) => readonly string[],
): FlowDocument => {
  const node = findNode(document, id);
  if (!node) return document;
  const data = { ...node.data, ...change };
  for (const [key, value] of Object.entries(change)) if (value === undefined) delete data[key];
  const next = { ...node, data };
  const former = new Set(waysOf(node));
  const present = new Set(waysOf(next));
  const edges = document.edges.filter(
    ({ source, sourceHandle }) => source !== id || present.has(sourceHandle) || !former.has(sourceHandle),
  );
  return {
    ...document,
    nodes: document.nodes.map((other) => (other === node ? next : other)),
    edges: edges.length === document.edges.length ? document.edges : edges,
  };
};

export type Alignment = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom' | 'columns' | 'rows';
type Size = Readonly<{ width: number; height: number }>;

/** Aligns nodes on a common line, or spreads them at equal distances (`columns`, `rows`). */
export const align = (
  document: FlowDocument,
  ids: readonly string[],
  how: Alignment,
  sizeOf: (node: FlowNodeElement) => Size,
): FlowDocument => {
  const boxes = ids.flatMap((id) => {
    const node = findNode(document, id);
    return node ? [{ id, ...node.position, ...sizeOf(node) }] : [];
  });
  if (boxes.length < 2) return document;
  const left = Math.min(...boxes.map(({ x }) => x));
  const top = Math.min(...boxes.map(({ y }) => y));
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  if (how === 'columns' || how === 'rows') return spread(document, boxes, how);
  const places = boxes.map(({ id, x, y, width, height }): [string, Point] => {
    if (how === 'left') return [id, { x: left, y }];
    if (how === 'right') return [id, { x: right - width, y }];
    if (how === 'centre') return [id, { x: (left + right - width) / 2, y }];
    if (how === 'top') return [id, { x, y: top }];
    if (how === 'bottom') return [id, { x, y: bottom - height }];
    return [id, { x, y: (top + bottom - height) / 2 }];
  });
  return moveNodes(document, new Map(places));
};

const spread = (
  document: FlowDocument,
  boxes: readonly ({ id: string } & Point & Size)[],
  how: 'columns' | 'rows',
): FlowDocument => {
  const start = how === 'columns' ? 'x' : 'y';
  const length = how === 'columns' ? 'width' : 'height';
  const sorted = boxes.toSorted((one, other) => one[start] - other[start]);
  const first = sorted[0];
  const last = sorted.at(-1);
  if (!first || !last || sorted.length < 3) return document;
  const used = sorted.reduce((sum, box) => sum + box[length], 0);
  const gap = (last[start] + last[length] - first[start] - used) / (sorted.length - 1);
  let at = first[start];
  const places = new Map<string, Point>();
  for (const box of sorted) {
    places.set(box.id, { x: box.x, y: box.y, [start]: at });
    at += box[length] + gap;
  }
  return moveNodes(document, places);
};
