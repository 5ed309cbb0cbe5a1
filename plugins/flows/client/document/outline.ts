/** The drawing as a tree, for keyboards, screen readers and phones: every node once, in the order of the ways out. */
import type { FlowHandle } from '../../contract.ts';
import type { FlowNodeElement } from '../../graph/types.ts';
import { isDecoration, type FlowDocument } from './document.ts';

export type OutlineRow =
  | { kind: 'node'; key: string; depth: number; node: FlowNodeElement; hasWays: boolean }
  /** A way out; `target` is set if it leads to a node that has its rows elsewhere. */
  | {
      kind: 'way';
      key: string;
      depth: number;
      source: string;
      handle: FlowHandle;
      index: number;
      target: string | undefined;
      hasRows: boolean;
      /** The branch has so many steps that it is a page of its own, which begins with this node. */
      more?: { page: string; steps: number };
    }
  /** A heading over nodes to which no way leads. */
  | { kind: 'loose'; key: string; depth: number }
  /** A comment or frame. */
  | { kind: 'decoration'; key: string; depth: number; node: FlowNodeElement };

/** Rows that are shown at once: the flow from its start, or a branch that is too deep to be shown there. */
interface OutlinePage {
  /** The first node; '' for the page with which the flow begins. */
  id: string;
  rows: OutlineRow[];
  /** The page and the row that lead here. */
  from?: { page: string; key: string };
}

type WaysOf = (node: FlowNodeElement) => readonly FlowHandle[];

/** Branches inside each other on one page. A single step is shown deeper too: it is no longer than a line about it. */
const levelsAPage = 3;
const stepsOfPage = 2;

/**
 * A node with one way out is followed at the same depth, as in a text; several ways are rows of their own. `isFolded`
 * hides what is below a row. Deep branches are pages of their own, so that no row leaves a narrow screen.
 */
export const outlineOf = (
  { nodes, edges }: FlowDocument,
  waysOf: WaysOf,
  isFolded: (key: string) => boolean = () => false,
): { pages: Map<string, OutlinePage>; pageOf: Map<string, string> } => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const targets = new Map(edges.map((edge) => [`${edge.source}/${edge.sourceHandle}`, edge.target]));
  /** Nodes that have rows, and the page on which. */
  const pageOf = new Map<string, string>();
  const first: OutlinePage = { id: '', rows: [] };
  const pages = new Map([[first.id, first]]);

  interface Place {
    page: OutlinePage;
    depth: number;
    level: number;
    isHidden: boolean;
  }
  const onFirst: Place = { page: first, depth: 0, level: 0, isHidden: false };
  const put = ({ page, isHidden }: Place, row: OutlineRow): void => {
    if (!isHidden) page.rows.push(row);
  };

  const follow = (start: FlowNodeElement, place: Place): void => {
    const { page, depth, isHidden } = place;
    // One branch is a loop, so that a flow of a thousand steps in a row does not exhaust the stack.
    for (let node: FlowNodeElement | undefined = start; node;) {
      pageOf.set(node.id, page.id);
      const ways: readonly FlowHandle[] = waysOf(node);
      const only: FlowHandle | undefined = ways.length === 1 ? ways[0] : undefined;
      const key = node.id;
      put(place, { kind: 'node', key, depth, node, hasWays: ways.length > 1 });
      if (only) {
        const target = targets.get(`${node.id}/${only.id}`);
        const next: FlowNodeElement | undefined = target === undefined ? undefined : byId.get(target);
        if (next && !pageOf.has(next.id)) {
          node = next;
          continue;
        }
        put(place, way(node, only, 0, depth + 1, next?.id, false));
        return;
      }
      branch(node, ways, { ...place, depth: depth + 1, isHidden: isHidden || isFolded(key) });
      return;
    }
  };
  const way = (
    node: FlowNodeElement,
    handle: FlowHandle,
    index: number,
    depth: number,
    target: string | undefined,
    hasRows: boolean,
  ): Extract<OutlineRow, { kind: 'way' }> => ({
    kind: 'way',
    key: `${node.id}/${handle.id}`,
    depth,
    source: node.id,
    handle,
    index,
    target,
    hasRows,
  });

  /** Follows a deep branch on a page of its own, and takes that back if it is short. */
  const turnPage = (next: FlowNodeElement, row: Extract<OutlineRow, { kind: 'way' }>, place: Place): void => {
    const before = pageOf.size;
    const own: OutlinePage = { id: next.id, rows: [], from: { page: place.page.id, key: row.key } };
    pages.set(own.id, own);
    follow(next, { ...onFirst, page: own });
    const steps = pageOf.size - before;
    if (steps >= stepsOfPage) {
      put(place, { ...row, hasRows: false, more: { page: own.id, steps } });
      return;
    }
    pages.delete(own.id);
    pageOf.set(next.id, place.page.id);
    put(place, row);
    if (!isFolded(row.key)) for (const each of own.rows) put(place, { ...each, depth: each.depth + place.depth + 1 });
  };

  const branch = (node: FlowNodeElement, ways: readonly FlowHandle[], place: Place): void => {
    const { depth, level, isHidden } = place;
    for (const [index, handle] of ways.entries()) {
      const target = targets.get(`${node.id}/${handle.id}`);
      const next = target === undefined ? undefined : byId.get(target);
      const isNew = next !== undefined && !pageOf.has(next.id);
      const row = way(node, handle, index, depth, isNew ? undefined : next?.id, isNew);
      if (isNew && level + 1 >= levelsAPage) {
        turnPage(next, row, place);
        continue;
      }
      put(place, row);
      if (isNew)
        follow(next, { ...place, depth: depth + 1, level: level + 1, isHidden: isHidden || isFolded(row.key) });
    }
  };

  for (const node of nodes) if (node.type === 'startNode' && !pageOf.has(node.id)) follow(node, onFirst);
  const arrived = new Set(edges.map(({ target }) => target));
  const loose = nodes.filter(({ id, type }) => !pageOf.has(id) && !isDecoration(type));
  if (loose.length > 0) {
    put(onFirst, { kind: 'loose', key: 'loose', depth: 0 });
    // Those to which nothing leads begin a branch; then what is left, which are circles.
    for (const node of loose) if (!arrived.has(node.id) && !pageOf.has(node.id)) follow(node, onFirst);
    for (const node of loose) if (!pageOf.has(node.id)) follow(node, onFirst);
  }
  for (const node of nodes)
    if (isDecoration(node.type)) {
      pageOf.set(node.id, first.id);
      put(onFirst, { kind: 'decoration', key: node.id, depth: 0, node });
    }
  return { pages, pageOf };
};
