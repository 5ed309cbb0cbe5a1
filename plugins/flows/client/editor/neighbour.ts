/** The node to which an arrow key leads: along connections to the right and back, between siblings up and down. */
import type { FlowNodeElement } from '../../graph/types.ts';
import { edgesBySource, findNode, isDecoration, type FlowDocument } from '../document/document.ts';

type WayIds = (node: FlowNodeElement) => readonly string[];

const followers = (document: FlowDocument, node: FlowNodeElement, wayIds: WayIds): string[] => {
  const edges = edgesBySource(document).get(node.id) ?? [];
  const order = wayIds(node);
  const sorted = edges.toSorted((one, other) => order.indexOf(one.sourceHandle) - order.indexOf(other.sourceHandle));
  return [...new Set(sorted.map(({ target }) => target))];
};

export const neighbour = (
  document: FlowDocument,
  from: string | undefined,
  key: string,
  wayIds: WayIds,
): string | undefined => {
  const node = findNode(document, from);
  if (!node) return (document.nodes.find(({ type }) => type === 'startNode') ?? document.nodes[0])?.id;
  if (key === 'ArrowRight') return followers(document, node, wayIds)[0] ?? nearest(document, node, 'x', 1);
  const before = document.edges.find(({ target }) => target === node.id)?.source;
  if (key === 'ArrowLeft') return before ?? nearest(document, node, 'x', -1);
  const step = key === 'ArrowDown' ? 1 : -1;
  const parent = findNode(document, before);
  const siblings = parent ? followers(document, parent, wayIds) : [];
  const sibling = siblings[siblings.indexOf(node.id) + step];
  return siblings.length > 1 && sibling !== undefined ? sibling : nearest(document, node, 'y', step);
};

/** The closest node in a direction, for what no connection leads to. */
const nearest = (
  { nodes }: FlowDocument,
  { id, position }: FlowNodeElement,
  axis: 'x' | 'y',
  sign: 1 | -1,
): string | undefined => {
  const other = axis === 'x' ? 'y' : 'x';
  let best: { id: string; distance: number } | undefined;
  for (const node of nodes) {
    const ahead = (node.position[axis] - position[axis]) * sign;
    if (node.id === id || ahead <= 0 || isDecoration(node.type)) continue;
    const distance = ahead + Math.abs(node.position[other] - position[other]) * 2;
    if (!best || distance < best.distance) best = { id: node.id, distance };
  }
  return best?.id;
};
