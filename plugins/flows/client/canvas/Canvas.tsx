import { useCallback, useEffect, useId, useRef, useState, type DragEvent } from 'react';
import { mergeClasses } from '@fluentui/react-components';
import {
  Background,
  BackgroundVariant,
  ReactFlow,
  SelectionMode,
  useReactFlow,
  type Connection,
  type IsValidConnection,
  type OnConnectEnd,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { useT } from '@balcao/sdk/client';
import { VisuallyHidden } from '@balcao/sdk/ui';
import { connect } from '../document/changes.ts';
import { findNode } from '../document/document.ts';
import { useEditor, useEditorState } from '../editor/context.ts';
import { sizeOf } from '../editor/arrange.ts';
import { insertNode, type InsertPlace } from '../editor/insert.ts';
import { useCanvasStyles } from './canvas-styles.ts';
import { CanvasBar } from './CanvasBar.tsx';
import { CommentNode, FrameNode } from './Decorations.tsx';
import { Arrows, FlowEdge } from './FlowEdge.tsx';
import { firstView } from './first-view.ts';
import { InsertMenu } from './InsertMenu.tsx';
import { Legend } from './Legend.tsx';
import { MapOfFlow } from './MapOfFlow.tsx';
import { NodeMenu } from './NodeMenu.tsx';
import { StepNode } from './StepNode.tsx';
import { useCanvasKeys } from './useCanvasKeys.ts';
import { useFlowNodes } from './useFlowNodes.ts';
import { useReveal } from './useReveal.ts';

// The same objects for the life of the page: React Flow mounts every node anew when they change.
const nodeTypes = { step: StepNode, comment: CommentNode, frame: FrameNode };
const edgeTypes = { flow: FlowEdge };
const snapGrid: [number, number] = [8, 8];

/** About what the menu, the palette and the bars leave to others of the window, in pixels. */
const besides = { width: 300, height: 130 };

export const dragType = 'application/x-balcao-flow-node';

interface Asked {
  place: InsertPlace;
  /** On the screen. */
  x: number;
  y: number;
}

interface CanvasProps {
  onLink(nodeId: string): void;
  onTest(nodeId: string): void;
}

export function Canvas({ onLink, onTest }: CanvasProps) {
  const editor = useEditor();
  const { store, kinds, nameOf, wayIds } = editor;
  const t = useT();
  const styles = useCanvasStyles();
  const flow = useReactFlow();
  const hint = useId();
  const canvas = useRef<HTMLDivElement>(null);
  const mode = useEditorState((state) => state.mode);
  const isEditing = mode === 'edit';
  const drawn = useFlowNodes();
  const [view] = useState(() => {
    const size = sizeOf(editor);
    const boxes = store.shown.nodes.map((node) => ({ ...node.position, ...size(node), type: node.type }));
    const start = boxes.find(({ type }) => type === 'startNode');
    return firstView(boxes, start, {
      width: window.innerWidth - besides.width,
      height: window.innerHeight - besides.height,
    });
  });
  const [asked, setAsked] = useState<Asked>();
  const [menu, setMenu] = useState<{ x: number; y: number }>();
  const [isMoving, setMoving] = useState(false);
  useReveal();
  // The panel of the numbers takes a part of the canvas.
  useEffect(() => {
    if (mode !== 'numbers') return undefined;
    const timer = window.setTimeout(() => void flow.fitView({ maxZoom: 1, padding: 0.12 }), 100);
    return () => window.clearTimeout(timer);
  }, [mode, flow]);

  const animate = useCallback(() => {
    setMoving(true);
    window.setTimeout(setMoving, 300, false);
  }, []);
  const ask = useCallback((place: InsertPlace, at?: { x: number; y: number }) => {
    const box = canvas.current?.getBoundingClientRect();
    if (box) setAsked({ place, x: at ? at.x - box.left : box.width / 2 - 120, y: at ? at.y - box.top : 72 });
  }, []);
  /** By the keyboard the menu opens beside the node. */
  const openMenu = useCallback(() => {
    const { nodes } = store.get();
    const drawnNode = canvas.current?.querySelector(`[data-id="${CSS.escape([...nodes][0] ?? '')}"]`);
    const box = drawnNode?.getBoundingClientRect();
    if (box) setMenu({ x: box.right + 4, y: box.top });
  }, [store]);
  const keys = useCanvasKeys({ canvas, onLink, onInsert: ask, onMenu: openMenu });

  const isValid: IsValidConnection = useCallback(
    ({ source, target }) => source !== target && findNode(store.document, target)?.type !== 'startNode',
    [store],
  );
  const onConnect = ({ source, sourceHandle, target }: Connection) =>
    store.apply('connect', (document) => connect(document, source, sourceHandle ?? 'out', target));
  /** A connection released over nothing asks what should follow. */
  const onConnectEnd: OnConnectEnd = (event, { isValid: isConnected, fromNode, fromHandle, toNode }) => {
    if (isConnected || toNode || !fromNode || fromHandle?.type !== 'source') return;
    const point = 'changedTouches' in event ? event.changedTouches[0] : event;
    if (!point) return;
    ask(
      {
        at: flow.screenToFlowPosition({ x: point.clientX, y: point.clientY }),
        after: { nodeId: fromNode.id, way: fromHandle.id ?? 'out' },
      },
      { x: point.clientX, y: point.clientY },
    );
  };
  const onDrop = (event: DragEvent) => {
    const type = event.dataTransfer.getData(dragType);
    const kind = kinds.get(type);
    if (!kind) return;
    event.preventDefault();
    const edge = document
      .elementsFromPoint(event.clientX, event.clientY)
      .map((element) => element.closest('.react-flow__edge'))
      .find((element) => element !== null);
    const at = flow.screenToFlowPosition({ x: event.clientX - 60, y: event.clientY - 20 });
    insertNode(store, kind, { at, edgeId: edge?.getAttribute('data-id') ?? undefined }, wayIds);
    canvas.current?.focus();
  };

  const only = useEditorState(({ nodes }) => (nodes.size === 1 ? [...nodes][0] : undefined));
  const onlyNode = findNode(store.shown, only);
  return (
    <div
      ref={canvas}
      className={mergeClasses(styles.canvas, styles.focused, isMoving && styles.moving)}
      role="application"
      aria-label={t('editor.canvas')}
      aria-describedby={hint}
      tabIndex={0}
      onKeyDown={(event) => {
        delete event.currentTarget.dataset['pointer'];
        keys(event);
      }}
      onDragOver={(event) => {
        if (!isEditing || !event.dataTransfer.types.includes(dragType)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      }}
      onDrop={onDrop}
      // A click on the drawing leaves the keys with the canvas.
      onPointerDown={(event) => {
        if (!(event.target as Element).closest('button, input, textarea, [role="menu"], [role="listbox"]'))
          canvas.current?.focus({ preventScroll: true });
        event.currentTarget.dataset['pointer'] = '';
      }}
    >
      <Arrows />
      <VisuallyHidden>
        <span id={hint}>{t('editor.canvasHint')}</span>
      </VisuallyHidden>
      <VisuallyHidden live="polite">{onlyNode ? nameOf(onlyNode) : ''}</VisuallyHidden>
      <ReactFlow
        {...drawn}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onConnect={onConnect}
        onConnectEnd={onConnectEnd}
        isValidConnection={isValid}
        onNodeClick={(_, { id }) => {
          if (store.get().nodes.size === 1) store.open(id);
        }}
        onNodeContextMenu={(event, { id }) => {
          if (!isEditing) return;
          event.preventDefault();
          if (!store.get().nodes.has(id)) store.select([id]);
          setMenu({ x: event.clientX, y: event.clientY });
        }}
        onPaneContextMenu={(event) => {
          if (!isEditing) return;
          event.preventDefault();
          const point = { x: event.clientX, y: event.clientY };
          ask({ at: flow.screenToFlowPosition(point) }, point);
        }}
        zoomOnDoubleClick={false}
        nodesDraggable={isEditing}
        nodesConnectable={isEditing}
        nodesFocusable={false}
        edgesFocusable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        multiSelectionKeyCode={['Shift', 'Control', 'Meta']}
        selectionKeyCode="Shift"
        selectionMode={SelectionMode.Partial}
        panActivationKeyCode="Space"
        snapToGrid
        snapGrid={snapGrid}
        minZoom={0.25}
        maxZoom={2}
        {...(view ? { defaultViewport: view } : { fitView: true, fitViewOptions: { maxZoom: 1, padding: 0.12 } })}
        elevateNodesOnSelect={false}
        connectionRadius={28}
      >
        <Background variant={BackgroundVariant.Dots} gap={16} size={1.5} />
        {isEditing && <MapOfFlow />}
      </ReactFlow>
      <Legend />
      <CanvasBar onArranged={animate} />
      {menu && (
        <NodeMenu
          {...menu}
          onLink={onLink}
          onTest={onTest}
          onCopy={() => {
            canvas.current?.focus();
            document.execCommand('copy');
          }}
          onArranged={animate}
          onClose={() => {
            setMenu(undefined);
            canvas.current?.focus();
          }}
        />
      )}
      {asked && (
        <InsertMenu
          x={asked.x}
          y={asked.y}
          onChoose={(kind) => {
            const id = insertNode(store, kind, asked.place, wayIds);
            setAsked(undefined);
            canvas.current?.focus();
            store.open(id);
          }}
          onClose={() => {
            setAsked(undefined);
            canvas.current?.focus();
          }}
        />
      )}
    </div>
  );
}
