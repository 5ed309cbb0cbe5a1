import { diffGraphs } from '../../graph/diff.ts';
import type { FlowDocument } from '../document/document.ts';

/** How many things differ between two drawings, as people would count them. */
export interface Changes {
  added: number;
  removed: number;
  changed: number;
  /** Connections between components that both drawings have. */
  linked: number;
  moved: number;
  /** All of them; moved components are one change together. */
  total: number;
}

export const countChanges = (from: FlowDocument, to: FlowDocument): Changes => {
  const diff = diffGraphs(
    { nodes: [...from.nodes], edges: [...from.edges] },
    { nodes: [...to.nodes], edges: [...to.edges] },
  );
  const touched = new Set([...diff.added, ...diff.removed].map(({ nodeId }) => nodeId));
  // A way that leads elsewhere now is a removed and an added connection, and one change.
  const ways = new Set(
    [...diff.edges.added, ...diff.edges.removed]
      .filter(({ source, target }) => !touched.has(source) && !touched.has(target))
      .map(({ source, sourceHandle }) => JSON.stringify([source, sourceHandle])),
  );
  const counts = {
    added: diff.added.length,
    removed: diff.removed.length,
    changed: diff.changed.length,
    linked: ways.size,
    moved: diff.moved.length,
  };
  const { added, removed, changed, linked, moved } = counts;
  return { ...counts, total: added + removed + changed + linked + (moved > 0 ? 1 : 0) };
};
