/** Adds a new node where people asked for it. */
import { addNode, connect, insertAfter, shiftNodes, splitEdge } from '../document/changes.ts';
import { edgeFrom, findNode, isDecoration, newNode, type FlowDocument } from '../document/document.ts';
import type { FlowNodeElement } from '../../graph/types.ts';
import type { Kind } from '../kinds/kind.ts';
import type { EditorStore } from './store.ts';

export interface InsertPlace {
  /** Place on the canvas; absent: beside the node that it follows, or below everything. */
  at?: { x: number; y: number };
  /** The connection that it splits. */
  edgeId?: string | undefined;
  /** The node that it follows, by this way out; absent: the first one that leads nowhere. */
  after?: { nodeId: string; way?: string };
}

type WayIds = (node: FlowNodeElement) => readonly string[];

const column = 272;

/** A free place to the right of a node, below others that are already there. */
const placeBeside = (document: FlowDocument, node: FlowNodeElement, wayIds: WayIds): { x: number; y: number } => {
  const x = node.position.x + column;
  let { y } = node.position;
  // About as high as they are drawn.
  const boxes = document.nodes
    .filter(({ position, type }) => !isDecoration(type) && Math.abs(position.x - x) < 208)
    .map((other) => ({ top: other.position.y - 88, bottom: other.position.y + 112 + 28 * wayIds(other).length }))
    .toSorted((one, other) => one.top - other.top);
  for (const { top, bottom } of boxes) if (y > top && y < bottom) y = bottom;
  return { x, y };
};

/** Makes room for a column: everything from there on moves to the right. */
const withRoomAt = (document: FlowDocument, x: number): FlowDocument =>
  shiftNodes(
    document,
    document.nodes.filter(({ position }) => position.x >= x).map(({ id }) => id),
    { x: column, y: 0 },
  );
const placeBelow = ({ nodes }: FlowDocument): { x: number; y: number } => ({
  x: Math.min(0, ...nodes.map(({ position }) => position.x)),
  y: Math.max(0, ...nodes.map(({ position }) => position.y)) + 160,
});

/** The way out by which a new node follows: the first that leads nowhere, else the first. */
const freeWay = (document: FlowDocument, node: FlowNodeElement, wayIds: WayIds): string | undefined => {
  const ways = wayIds(node);
  return ways.find((way) => !edgeFrom(document, node.id, way)) ?? ways[0];
};

/** Returns the id of the new node, which is selected. */
export const insertNode = (store: EditorStore, kind: Kind, place: InsertPlace, wayIds: WayIds): string => {
  const { document } = store;
  const before = findNode(document, place.after?.nodeId);
  const way = before && (place.after?.way ?? freeWay(document, before, wayIds));
  const followed =
    before && way !== undefined ? findNode(document, edgeFrom(document, before.id, way)?.target) : undefined;
  // A step between two others takes the place of the second, which moves on.
  const moves = followed !== undefined && before !== undefined && followed.position.x > before.position.x && !place.at;
  const at =
    place.at ?? (moves ? followed.position : before ? placeBeside(document, before, wayIds) : placeBelow(document));
  const node = newNode(kind.type, kind.initial(), at);
  const next = wayIds(node)[0];
  store.apply('add', (present) => {
    if (isDecoration(kind.type)) return addNode(present, node);
    if (place.edgeId !== undefined) return splitEdge(present, place.edgeId, node, next);
    if (!before) return addNode(present, node);
    if (way === undefined) return addNode(present, node);
    // A connection that was drawn to nowhere replaces the former one; a step that is inserted goes in between.
    return place.at
      ? connect(addNode(present, node), before.id, way, node.id)
      : insertAfter(moves ? withRoomAt(present, at.x) : present, before.id, way, node, next);
  });
  store.select([node.id]);
  return node.id;
};
