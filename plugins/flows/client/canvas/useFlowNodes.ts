import { useCallback, useEffect, useMemo, useState } from 'react';
import { applyNodeChanges, type Edge, type EdgeChange, type Node, type NodeChange } from '@xyflow/react';
import { moveNodes } from '../document/changes.ts';
import { useEditor, useEditorState } from '../editor/context.ts';
import { shownDocument } from '../editor/store.ts';
import { asEdge, asNode, expectedIn } from './flow-elements.ts';

interface FlowNodes {
  nodes: Node[];
  edges: Edge[];
  onlyRenderVisibleElements: boolean;
  onNodesChange(changes: NodeChange[]): void;
  onEdgesChange(changes: EdgeChange[]): void;
  onNodeDragStop(event: unknown, node: Node, dragged: Node[]): void;
}

/** Of a drawing with more nodes only those in sight are drawn. */
const many = 120;

/** Measured ends of connections replace the expected ones. */
const withoutExpected = (changes: readonly NodeChange[], nodes: Node[]): Node[] => {
  const measured = new Set(changes.flatMap((change) => (change.type === 'dimensions' ? [change.id] : [])));
  return nodes.map((node) => {
    if (!measured.has(node.id) || !node.handles) return node;
    const { handles: _expected, ...rest } = node;
    return rest;
  });
};

/**
 * Nodes and edges for React Flow. Positions while people drag are only here; the drawing changes at the end of a drag,
 * which is one entry of the history.
 */
export const useFlowNodes = (): FlowNodes => {
  const editor = useEditor();
  const { store } = editor;
  const document = useEditorState(shownDocument);
  const isLarge = document.nodes.length > many;
  const expected = useMemo(() => (isLarge ? expectedIn(editor) : undefined), [editor, isLarge]);
  const selectedNodes = useEditorState((state) => state.nodes);
  const selectedEdges = useEditorState((state) => state.edges);
  const travelled = useEditorState(({ course }) => course?.edges);
  const [nodes, setNodes] = useState<Node[]>(() =>
    document.nodes.map((element) => asNode(element, undefined, selectedNodes.has(element.id), expected)),
  );

  useEffect(() => {
    setNodes((former) => {
      const known = new Map(former.map((node) => [node.id, node]));
      return document.nodes.map((element) =>
        asNode(element, known.get(element.id), selectedNodes.has(element.id), expected),
      );
    });
  }, [document.nodes, selectedNodes, expected]);

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
    onlyRenderVisibleElements: isLarge,
    onNodesChange: useCallback(
      (changes: NodeChange[]) => {
        select(changes, 'nodes');
        const drawn = changes.filter(({ type }) => type === 'position' || type === 'dimensions');
        if (drawn.length > 0) setNodes((former) => withoutExpected(drawn, applyNodeChanges(drawn, former)));
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
