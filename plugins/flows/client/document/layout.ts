/** Automatic layout from left to right. */
import dagre from '@dagrejs/dagre';
import type { FlowNodeElement } from '../../graph/types.ts';
import { moveNodes } from './changes.ts';
import { isDecoration, type FlowDocument } from './document.ts';

type Size = Readonly<{ width: number; height: number }>;

/** Lays out the nodes of `ids`, or all. The upper left corner stays where it is. */
export const layOut = (
  document: FlowDocument,
  sizeOf: (node: FlowNodeElement) => Size,
  waysOf: (node: FlowNodeElement) => readonly string[],
  ids?: ReadonlySet<string>,
): FlowDocument => {
  const nodes = document.nodes.filter(({ id, type }) => !isDecoration(type) && (!ids || ids.has(id)));
  if (nodes.length < 2) return document;
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: 40, ranksep: 96, ranker: 'network-simplex' });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const node of nodes) graph.setNode(node.id, { ...sizeOf(node) });
  // In the order of the ways out, which dagre keeps where it can: the first option stays above.
  for (const node of nodes)
    for (const way of waysOf(node))
      for (const edge of document.edges)
        if (edge.source === node.id && edge.sourceHandle === way && graph.hasNode(edge.target))
          graph.setEdge(edge.source, edge.target, {}, edge.id);
  dagre.layout(graph);
  const placed = nodes.map((node) => {
    const { x, y } = graph.node(node.id) as { x: number; y: number };
    const { width, height } = sizeOf(node);
    return { id: node.id, x: x - width / 2, y: y - height / 2 };
  });
  const by = {
    x: Math.min(...nodes.map(({ position }) => position.x)) - Math.min(...placed.map(({ x }) => x)),
    y: Math.min(...nodes.map(({ position }) => position.y)) - Math.min(...placed.map(({ y }) => y)),
  };
  return moveNodes(document, new Map(placed.map(({ id, x, y }) => [id, { x: x + by.x, y: y + by.y }])));
};
