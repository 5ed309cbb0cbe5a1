import { useCallback, useEffect, useMemo, useState } from 'react';
import { applyNodeChanges, type Edge, type EdgeChange, type Node, type NodeChange } from '@xyflow/react';
import { moveNodes } from '../document/changes.ts';
import { useEditor, useEditorState } from '../editor/context.ts';
import { shownDocument } from '../editor/store.ts';
import { asEdge, asNode } from './flow-elements.ts';

interface FlowNodes {
  nodes: Node[];
  edges: Edge[];
  onNodesChange(changes: NodeChange[]): void;
  onEdgesChange(changes: EdgeChange[]): void;
  onNodeDragStop(event: unknown, node: Node, dragged: Node[]): void;
}

/**
 * Nodes and edges for React Flow. Positions while people drag are only here; the drawing changes at the end of a drag,
 * which is one entry of the history.
 */
export const useFlowNodes = (): FlowNodes => {
  const { store } = useEditor();
  const document = useEditorState(shownDocument);
  const selectedNodes = useEditorState((state) => state.nodes);
  const selectedEdges = useEditorState((state) => state.edges);
  const travelled = useEditorState(({ course }) => course?.edges);
  const [nodes, setNodes] = useState<Node[]>(() =>
    document.nodes.map((element) => asNode(element, undefined, selectedNodes.has(element.id))),
  );

  useEffect(() => {
    setNodes((former) => {
      const known = new Map(former.map((node) => [node.id, node]));
      return document.nodes.map((element) => asNode(element, known.get(element.id), selectedNodes.has(element.id)));
    });
  }, [document.nodes, selectedNodes]);

  const edges = useMemo(
    () =>
      document.edges.map((element) =>
        asEdge(element, selectedEdges.has(element.id), travelled?.has(element.id) === true),
      ),
    [document.edges, selectedEdges, travelled],
  );

  const select = useCallback(
    (changes: readonly (NodeChange | EdgeChange)[], kind: 'nodes' | 'edges') => {
      const chosen = changes.filter((change) => change.type === 'select');
      if (chosen.length === 0) return;
      const state = store.get();
      const next = { nodes: new Set(state.nodes), edges: new Set(state.edges) };
      for (const { id, selected } of chosen)
        if (selected) next[kind].add(id);
        else next[kind].delete(id);
      store.select(next.nodes, next.edges);
    },
    [store],
  );

  return {
    nodes,
    edges,
    onNodesChange: useCallback(
      (changes: NodeChange[]) => {
        select(changes, 'nodes');
        const drawn = changes.filter(({ type }) => type === 'position' || type === 'dimensions');
        if (drawn.length > 0) setNodes((former) => applyNodeChanges(drawn, former));
      },
      [select],
    ),
    onEdgesChange: useCallback((changes: EdgeChange[]) => select(changes, 'edges'), [select]),
    onNodeDragStop: useCallback(
      (_event: unknown, _node: Node, dragged: Node[]) => {
        const places = new Map(dragged.map(({ id, position }) => [id, position]));
        store.apply('move', (present) => moveNodes(present, places));
      },
      [store],
    ),
  };
};
