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
    }
  /** A heading over nodes to which no way leads. */
  | { kind: 'loose'; key: string; depth: number }
  /** A comment or frame. */
  | { kind: 'decoration'; key: string; depth: number; node: FlowNodeElement };

type WaysOf = (node: FlowNodeElement) => readonly FlowHandle[];

/**
 * A node with one way out is followed at the same depth, as in a text; several ways are rows of their own. `isFolded`
 * hides what is below a row.
 */
export const outlineOf = (
  { nodes, edges }: FlowDocument,
  waysOf: WaysOf,
  isFolded: (key: string) => boolean = () => false,
): OutlineRow[] => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const targets = new Map(edges.map((edge) => [`${edge.source}/${edge.sourceHandle}`, edge.target]));
  const seen = new Set<string>();
  const rows: OutlineRow[] = [];

  const follow = (start: FlowNodeElement, depth: number, isHidden: boolean): void => {
    // One branch is a loop, so that a flow of a thousand steps in a row does not exhaust the stack.
    for (let node: FlowNodeElement | undefined = start; node;) {
      seen.add(node.id);
      const ways: readonly FlowHandle[] = waysOf(node);
      const only: FlowHandle | undefined = ways.length === 1 ? ways[0] : undefined;
      const key = node.id;
      if (!isHidden) rows.push({ kind: 'node', key, depth, node, hasWays: ways.length > 1 });
      if (only) {
        const target = targets.get(`${node.id}/${only.id}`);
        const next: FlowNodeElement | undefined = target === undefined ? undefined : byId.get(target);
        if (next && !seen.has(next.id)) {
          node = next;
          continue;
        }
        if (!isHidden) rows.push(way(node, only, 0, depth + 1, next?.id, false));
        return;
      }
      branch(node, ways, depth + 1, isHidden || isFolded(key));
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
  ): OutlineRow => ({
    kind: 'way',
    key: `${node.id}/${handle.id}`,
    depth,
    source: node.id,
    handle,
    index,
    target,
    hasRows,
  });

  const branch = (node: FlowNodeElement, ways: readonly FlowHandle[], depth: number, isHidden: boolean): void => {
    for (const [index, handle] of ways.entries()) {
      const target = targets.get(`${node.id}/${handle.id}`);
      const next = target === undefined ? undefined : byId.get(target);
      const isNew = next !== undefined && !seen.has(next.id);
      const row = way(node, handle, index, depth, isNew ? undefined : next?.id, isNew);
      if (!isHidden) rows.push(row);
      if (isNew) follow(next, depth + 1, isHidden || isFolded(row.key));
    }
  };

  for (const node of nodes) if (node.type === 'startNode' && !seen.has(node.id)) follow(node, 0, false);
  const arrived = new Set(edges.map(({ target }) => target));
  const loose = nodes.filter(({ id, type }) => !seen.has(id) && !isDecoration(type));
  if (loose.length > 0) {
    rows.push({ kind: 'loose', key: 'loose', depth: 0 });
    // Those to which nothing leads begin a branch; then what is left, which are circles.
    for (const node of loose) if (!arrived.has(node.id) && !seen.has(node.id)) follow(node, 0, false);
    for (const node of loose) if (!seen.has(node.id)) follow(node, 0, false);
  }
  for (const node of nodes)
    if (isDecoration(node.type)) rows.push({ kind: 'decoration', key: node.id, depth: 0, node });
  return rows;
};
